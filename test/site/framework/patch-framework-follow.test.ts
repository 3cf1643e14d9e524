import {mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {LoaderResolver} from "@observablehq/framework/dist/loader.js";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {readsSnapshot} from "../../../loaders/site/data-loaders/outputs.js";
import {patchFramework} from "../../../loaders/site/framework/patch-framework.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-follow-"));
const snapshotPath = join(folder, "store", "feeds.snapshot.duckdb");
const loaders: readonly [output: string, loader: string, text: string, reads: boolean][] = [
  ["feeds.duckdb", "feeds.duckdb.ts", "process.env.FEEDBOOK_SNAPSHOT", true],
  ["prices.json", "prices.json.sql", "FROM meta", true],
  ["deep/1.csv", "deep/[feed].csv.sql", "FROM prices", true],
  ["weather.json", "weather.json.ts", "asks somebody else", false]
];
let resolver: LoaderResolver;

beforeAll(async () => {
  for (const sub of ["store", "src/data/deep"]) mkdirSync(join(folder, sub), {recursive: true});
  for (const [, loader, text] of loaders) writeFileSync(join(folder, "src/data", loader), text);
  publish();
  for (const path of ["of another store", snapshotPath]) await patchFramework({snapshotPath: path, preview: true});
  resolver = new LoaderResolver({root: join(folder, "src"), interpreters: {".sql": ["sql"]}});
});
afterAll(() => rmSync(folder, {recursive: true}));

describe("patchFramework({snapshotPath, preview: true})", () => {
  it("has what is made of the snapshot count as changed when it is, and nothing else", () => {
    const hashes = () => loaders.map(([output]) => resolver.getSourceFileHash(`/data/${output}`));
    const before = hashes();
    expect(hashes()).toEqual(before);
    publish();
    expect(hashes().map((hash, i) => hash !== before[i])).toEqual(loaders.map(([, , , reads]) => reads));
  });

  it("calls back when the snapshot is written anew, until it is closed, and not when another file is", async () => {
    let calls = 0;
    const files = await resolver.watchFiles("/index", [], () => ++calls);
    writeFileSync(join(folder, "store", "feeds.duckdb.wal"), "");
    utimesSync(snapshotPath, 0, 0); // it is marked as older than the store
    publish();
    await expect.poll(() => calls).toBe(1);
    publish();
    await expect.poll(() => calls).toBe(2);
    files.close();
    publish();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(calls).toBe(2);
  });

  it("follows none where there is no folder of it", async () => {
    await patchFramework({snapshotPath: join(folder, "none", "feeds.snapshot.duckdb"), preview: true});
    (await resolver.watchFiles("/index", [], () => {})).close();
  });
});

describe("readsSnapshot(path)", () => {
  it.each(loaders)(
    "tells by its kind or its text whether the loader of %s does: %s",
    (_output, loader, _text, reads) => {
      expect(readsSnapshot(join(folder, "src/data", loader))).toBe(reads);
    }
  );
});

let written = Date.UTC(2026, 4, 12) / 1000;
function publish(): void {
  writeFileSync(`${snapshotPath}.tmp`, "");
  utimesSync(`${snapshotPath}.tmp`, ++written, written);
  renameSync(`${snapshotPath}.tmp`, snapshotPath);
}
