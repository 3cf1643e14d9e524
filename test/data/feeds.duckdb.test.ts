import {createHash} from "node:crypto";
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {execa} from "execa";
import {expect, it} from "vitest";

const run = (snapshot: string) =>
  execa(process.execPath, ["--import", "tsx", "src/data/feeds.duckdb.ts"], {
    env: {FEEDBOOK_SNAPSHOT: snapshot},
    encoding: "buffer",
    reject: false
  });
const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

it("feeds.duckdb.ts prints the snapshot byte by byte", async () => {
  const folder = mkdtempSync(join(tmpdir(), "feedbook-data-"));
  const path = join(folder, "snapshot");
  writeFileSync(path, Buffer.from(Array.from({length: 300_000}, (_, i) => i % 251)));
  const {stdout, exitCode} = await run(path);
  expect([exitCode, hash(stdout)]).toEqual([0, hash(readFileSync(path))]);
  rmSync(folder, {recursive: true});
});

it("feeds.duckdb.ts fails without a snapshot, and says what to do", async () => {
  const unset = await run("");
  expect([unset.exitCode, Buffer.from(unset.stderr).toString()]).toEqual([
    1,
    expect.stringContaining("missing FEEDBOOK_SNAPSHOT: run")
  ]);
  expect((await run("/nowhere/feeds.duckdb")).exitCode).toBe(1);
});
