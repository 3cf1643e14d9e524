import {mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {touchLoaders} from "../../loaders/site/touch.js";

const old = new Date("2026-01-01T00:00:00Z");
const now = new Date("2026-05-12T14:00:00Z");
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "feedbook-touch-"));
  for (const [path, text] of [
    ["src/data/feeds.duckdb.ts", "process.env.FEEDBOOK_SNAPSHOT"],
    ["src/data/prices.json.sql", "FROM meta"],
    ["src/data/deep/[feed].csv.sql", "FROM prices"],
    ["src/data/weather.json.ts", "asks somebody else"],
    ["src/lib/big.gz.ts", "zips a package"]
  ] as const) {
    write(path, text);
  }
});
afterEach(() => rmSync(folder, {recursive: true}));

describe("touchLoaders(root, now)", () => {
  it("sets the time of the loaders that read the snapshot, and of no other file", () => {
    const touched = touchLoaders(join(folder, "src"), now);
    expect(touched.map((path) => path.slice(folder.length + 1)).toSorted()).toEqual([
      "src/data/deep/[feed].csv.sql",
      "src/data/feeds.duckdb.ts",
      "src/data/prices.json.sql"
    ]);
    expect(touched.map((path) => statSync(path).mtimeMs)).toEqual(Array(3).fill(now.getTime()));
    expect(statSync(join(folder, "src/data/weather.json.ts")).mtimeMs).toBe(old.getTime());
  });

  it("touches nothing where there is no site", () => expect(touchLoaders(join(folder, "none"))).toEqual([]));
});

function write(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), {recursive: true});
  writeFileSync(path, text);
  utimesSync(path, old, old);
  return path;
}
