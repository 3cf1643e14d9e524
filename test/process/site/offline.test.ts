import {existsSync, readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {beforeAll, describe, expect, it} from "vitest";
import {isOffline, usualSite} from "../../helpers/site/built.js";

let root: string;
let dist: string;
beforeAll(async () => {
  root = await usualSite(); // which fails with what the build said
  dist = join(root, "dist");
});

describe(`feedbook build${isOffline ? " without a network" : ""}`, () => {
  it("builds every page without addresses of other hosts", () => {
    const pages = readdirSync("src").flatMap((file) => /^(.*)\.md$/.exec(file)?.[1] ?? []);
    expect(pages).toContain("data");
    for (const page of pages) {
      expect(existsSync(join(dist, `${page}.html`))).toBe(true);
      const html = readFileSync(join(dist, `${page}.html`), "utf8");
      expect(html.match(/(?:href|src|from|import\()\s*=?\s*["'](?:https?:)?\/\/[^"']+/g)).toBeNull();
      expect(html).not.toContain("/_npm/");
    }
    // What pages that read CSV, Arrow and Parquet need, made of installed packages.
    const packages = readdirSync(join(dist, "_npm"), {encoding: "utf8"}).map((name) => name.replace(/@[^@]+$/, ""));
    expect(packages.toSorted()).toEqual(["apache-arrow", "d3-dsv", "parquet-wasm"]);
    const files = readdirSync(dist, {recursive: true, encoding: "utf8"}).map((path) => path.replaceAll("\\", "/"));
    expect(files.filter((path) => /_file\/duckdb\/duckdb-eh\.wasm\.[0-9a-f]{8}\.gz$/.test(path))).toHaveLength(1);
    expect(files.filter((path) => /^_file\/.*\.wasm$/.test(path))).toEqual([]);
  });

  it("links the notices of all shipped packages on each page", () => {
    const folders = readdirSync(`${root}/src/.observablehq/cache/_node`, {recursive: true, encoding: "utf8"});
    const packages = folders.filter((name) => /^(?:@[^/]+\/)?[^/]+@[^/]+$/.test(name));
    expect(packages.length).toBeGreaterThan(20);
    const notices = readFileSync(join(dist, "licenses.txt"), "utf8");
    expect(
      packages.filter(
        (name) =>
          !notices.includes(`\n${name.replace(/(?<=.)@/, " ")}, `) && !notices.startsWith(name.replace(/(?<=.)@/, " "))
      )
    ).toEqual([]);
    expect(built().filter((page) => !page.includes('href="./licenses.txt"'))).toEqual([]);
  });
});

function built(): string[] {
  const pages = readdirSync(dist).filter((name) => name.endsWith(".html"));
  return pages.map((page) => readFileSync(join(dist, page), "utf8"));
}
