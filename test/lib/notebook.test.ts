import {readdirSync, readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {notebookNames} from "../../loaders/site/page-checks.js";
import * as notebook from "../../src/lib/notebook.js";

const pages = readdirSync("src").filter((name) => name.endsWith(".md"));

describe("notebook.ts", () => {
  it.each(pages)("exports all that %s imports of it, or of the kit", (page) => {
    const [, names = ""] =
      /import \{([^}]+)\} from "\.\/lib\/(?:notebook|kit)\.js"/.exec(readFileSync(`src/${page}`, "utf8")) ?? [];
    const imported = names
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean);
    expect(Object.keys(notebook)).toEqual(expect.arrayContaining(imported));
  });

  it("exports from installed packages the names that Framework would take from a CDN", () => {
    expect(Object.keys(notebook)).toEqual(expect.arrayContaining([...notebookNames]));
    expect(notebook).toMatchObject({
      Plot: {lineY: expect.any(Function)},
      Inputs: {table: expect.any(Function)},
      d3: {scaleUtc: expect.any(Function)}
    });
  });
});
