import {existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {dropStale, touchLoaders} from "../../loaders/site/touch.js";

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
    ["src/lib/big.gz.ts", "zips a package"],
    ["node_modules/.package-lock.json", "{}"]
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

describe("dropStale(root, modules)", () => {
  it("removes outputs of loaders that read the snapshot, and keeps the others", () => {
    const [made, route, other] = ["data/prices.json", "data/deep/1.csv", "data/weather.json"].map(cache);
    dropStale(join(folder, "src"), join(folder, "node_modules"));
    expect([made, route, other].map((path) => existsSync(path ?? ""))).toEqual([false, false, true]);
  });

  it("removes outputs of lib that are older than the packages", () => {
    const path = cache("lib/big.gz");
    dropStale(join(folder, "src"), join(folder, "node_modules"));
    expect(existsSync(path)).toBe(true);
    utimesSync(join(folder, "node_modules/.package-lock.json"), now, now);
    dropStale(join(folder, "src"), join(folder, "node_modules"));
    expect(existsSync(path)).toBe(false);
  });
});

function cache(path: string): string {
  return write(`src/.observablehq/cache/${path}`, "output");
}

function write(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), {recursive: true});
  writeFileSync(path, text);
  utimesSync(path, old, old);
  return path;
}
