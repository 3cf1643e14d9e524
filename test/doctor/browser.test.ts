import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {examineBrowser} from "../../loaders/doctor/browser.js";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "feedbook-browser-"));
});

afterEach(() => rmSync(root, {recursive: true}));

function install(id: string, content: string | Buffer): void {
  const path = join(root, "node_modules", id);
  mkdirSync(dirname(path), {recursive: true});
  writeFileSync(path, content);
}

const wasm = "@duckdb/duckdb-wasm/dist/duckdb-eh.wasm";
const worker = "@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js";
const font = "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
const whole = Buffer.concat([Buffer.from("\0asm"), Buffer.alloc(11 * 2 ** 20)]);
const examine = async () => (await examineBrowser(join(root, "loaders", "doctor.js"))).map(({ok, text}) => [ok, text]);

describe("examineBrowser(from)", () => {
  it("names what is not installed", async () => {
    expect(await examine()).toEqual([
      [false, `${wasm} is not installed: run npm ci`],
      [false, `${font} is not installed: run npm ci`]
    ]);
    install(wasm, whole);
    expect((await examine())[0]).toEqual([false, `${worker} is not installed: run npm ci`]);
  });

  it("tells a file that was cut off, or is another, from a whole one", async () => {
    install(worker, "x".repeat(20_000));
    install(wasm, whole);
    install(font, `wOF2${"x".repeat(20_000)}`);
    expect(await examine()).toEqual([
      [true, "DuckDB-Wasm is installed, 11.0 MiB"],
      [true, "Inter is installed, 20 KiB"]
    ]);
    install(wasm, whole.subarray(0, 1000));
    install(font, "<html>".repeat(4000));
    expect(await examine()).toEqual([
      [false, expect.stringMatching(/duckdb-eh\.wasm is damaged \(1000 bytes\): run npm ci$/)],
      [false, expect.stringMatching(/woff2 is damaged \(24000 bytes\): run npm ci$/)]
    ]);
  });
});
