import {existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {afterAll, expect, it, vi} from "vitest";
import {extensionsList, shipExtensions} from "../../../loaders/site/data-loaders/extensions.js";
import {freshOutput} from "../../../loaders/site/data-loaders/outputs.js";

const root = mkdtempSync(join(tmpdir(), "feedbook-extensions-"));
vi.stubEnv("FEEDBOOK_EXTENSIONS", "icu");
afterAll(() => {
  rmSync(root, {recursive: true});
  vi.unstubAllEnvs();
});

// Whether the output of a loader, made after the list was written, is still used.
async function keeps(targetPath: string, names: readonly string[]): Promise<boolean> {
  const output = join(root, ".observablehq/cache", targetPath);
  mkdirSync(dirname(output), {recursive: true});
  for (const [path, seconds] of [[join(root, extensionsList), 1000] as const, [output, 2000] as const]) {
    writeFileSync(path, "icu");
    utimesSync(path, seconds, seconds);
  }
  shipExtensions(root, names, {preview: false});
  const loader = {root, path: `${targetPath}.ts`, targetPath, load: async () => ""};
  const inputs = {snapshotPath: "feeds.duckdb", modules: root, useStale: true};
  return (await freshOutput(loader, async () => `${existsSync(output)}`, inputs)) === "true";
}

it("shipExtensions(root, names, {preview}) makes DuckDB-Wasm's module anew where the list changed, and ships nothing without one", async () => {
  const fetched = "duckdb/extensions/v1/a.wasm";
  expect(await Promise.all([keeps("duckdb/a.gz", ["icu"]), keeps(fetched, ["icu"])])).toEqual([true, true]);
  for (const names of [["icu", "json"], []])
    expect([await keeps("duckdb/a.gz", names), await keeps(fetched, names)]).toEqual([false, true]);
  expect(shipExtensions(root, [], {preview: true})).toEqual({paths: [], head: ""});
  expect(process.env.FEEDBOOK_EXTENSIONS).toBe("");
});
