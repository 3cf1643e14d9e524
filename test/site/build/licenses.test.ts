import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, describe, expect, it} from "vitest";
import {writeLicenses} from "../../../loaders/site/build/licenses.js";

const root = mkdtempSync(join(tmpdir(), "feedbook-licenses-"));
const {packages} = JSON.parse(readFileSync("package-lock.json", "utf8"));
const versionOf = (name: string) => packages[`node_modules/${name}`].version;
afterAll(() => rmSync(root, {recursive: true}));

describe("writeLicenses(root, project)", () => {
  for (const name of ["d3-delaunay", "apache-arrow", "@duckdb/duckdb-wasm"])
    mkdirSync(join(root, `_node/${name}@${versionOf(name)}/dist`), {recursive: true});
  for (const name of ["d3-delaunay", "apache-arrow", "@duckdb/duckdb-wasm"])
    writeFileSync(join(root, `_node/${name}@${versionOf(name)}/dist/index.0ea5a1a4.js`), "");
  writeLicenses(root, ".");
  const sections = readFileSync(join(root, "licenses.txt"), "utf8").split(`\n\n${"=".repeat(80)}\n\n`);

  it("names the shipped packages with their dependencies, Framework's client, the font and Feedbook, and no others", () => {
    const names = sections.map((section) => /^(\S+) [\w.-]+, \S/.exec(section)?.[1] ?? section);
    expect(names).toEqual(names.toSorted());
    expect(names).toEqual(
      expect.arrayContaining([
        ...["@duckdb/duckdb-wasm", "@fontsource-variable/inter", "@observablehq/framework", "@observablehq/inspector"],
        ...["@observablehq/runtime", "apache-arrow", "d3-delaunay", "delaunator", "feedbook", "flatbuffers"],
        ...["isoformat", "robust-predicates", "tslib"]
      ])
    );
    expect(names.filter((name) => /^(?:hono|tsx|vitest|esbuild|d3|@types.*)$/.test(name))).toEqual([]);
    expect(sections).toContainEqual(expect.stringMatching(`^d3-delaunay ${versionOf("d3-delaunay")}, ISC\n\n`));
  });

  it.each([["apache-arrow", "NOTICE.txt"]])("has the whole notice of %s: %s", (name, file) => {
    const notice = readFileSync(`node_modules/${name}/${file}`, "utf8").trim();
    expect(sections.find((section) => section.startsWith(`${name} `))).toContain(notice);
  });

  it("adds the notices of DuckDB-Wasm and DuckDB, which the package lacks", () => {
    expect(sections[0]).toMatch(
      /Copyright 2021 DuckDB WASM Contributors[\s\S]*Stichting DuckDB Foundation\n\nPermission/
    );
  });
});
