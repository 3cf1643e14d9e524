import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {afterAll, describe, expect, it} from "vitest";
import {examineBrowser} from "../../loaders/doctor/browser.js";

const root = mkdtempSync(join(tmpdir(), "feedbook-browser-"));
afterAll(() => rmSync(root, {recursive: true}));

const wasm = "@duckdb/duckdb-wasm/dist/duckdb-eh.wasm";
const worker = "@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js";
const font = "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";

describe("examineBrowser(from)", () => {
  it("names what is not installed, or was cut off", async () => {
    const texts: string[] = [];
    const steps = [[], [worker, 20_000], [font, 20_000], [wasm, 1000], [wasm, 11 * 2 ** 20], [font, 100]] as const;
    for (const [id, size] of steps) {
      if (id !== undefined) install(id, size);
      texts.push((await examineBrowser(join(root, "loaders", "doctor.js"))).text);
    }
    const missing = (id: string) => `${id} is missing, or cut off: run npm ci`;
    const whole = "DuckDB-Wasm and the font Inter are installed";
    expect(texts).toEqual([missing(wasm), missing(wasm), missing(wasm), missing(wasm), whole, missing(font)]);
  });
});

function install(id: string, size: number): void {
  const path = join(root, "node_modules", id);
  mkdirSync(dirname(path), {recursive: true});
  writeFileSync(path, Buffer.alloc(size));
}
