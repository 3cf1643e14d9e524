import {mkdtempSync, readdirSync, readFileSync, rmSync} from "node:fs";
import {join} from "node:path";
import {findImports} from "@observablehq/framework/dist/javascript/imports.js";
import {parseProgram} from "@observablehq/framework/dist/javascript/parse.js";
import {createMarkdownIt, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {rewriteNpmImports} from "@observablehq/framework/dist/npm.js";
import {Parser} from "acorn";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {keepPackages} from "../../loaders/site/packages.js";
import {markPackage, packageMark, parsePackagesFast} from "../../loaders/site/parse-packages.js";
import {keepWorkerScript} from "../../loaders/site/worker-script.js";

const root = mkdtempSync(join(process.cwd(), "data", "parse-packages-"));
const {parse} = Parser;
beforeAll(parsePackagesFast);
afterAll(() => {
  Parser.parse = parse;
  rmSync(root, {recursive: true});
});

describe("parsePackagesFast()", () => {
  it("finds and rewrites every import of the packages that pages use, and leaves out the rest", async () => {
    const names = ["@codemirror/lang-javascript", "@codemirror/lang-markdown", "@observablehq/inputs"];
    const more = ["@observablehq/plot", "@duckdb/duckdb-wasm", "@codemirror/autocomplete", "d3", "minisearch"];
    const lines = [...names, ...more].map((name) => `await import("${name}");`);
    const source = ["```js", ...lines, "```"].join("\n");
    await keepPackages(root, parseMarkdown(source, {md: createMarkdownIt(), path: "/index"}));
    keepWorkerScript(root);
    const cache = join(root, ".observablehq/cache/_node");
    const files = readdirSync(cache, {recursive: true, encoding: "utf8"}).filter((path) => path.endsWith(".js"));
    const texts = files.map((path) => readFileSync(join(cache, path), "utf8"));
    const marked = texts.filter((text) => text.startsWith(packageMark));
    expect(marked.length).toBeGreaterThan(50);
    const others = files.filter((_, i) => !texts[i]?.startsWith(packageMark)).toSorted();
    expect(others.map((path) => path.replace(/(.)@.*/, "$1"))).toEqual([
      ...["@codemirror/lang-javascript", "@duckdb/duckdb-wasm"], // with texts that look like imports
      ...["binary-search-bounds", "interval-tree-1d"] // made by Framework
    ]);
    const found = marked.map((text) => importsOf(text));
    expect(found.filter((imports) => imports.length > 0).length).toBeGreaterThan(25);
    expect(found).toEqual(marked.map((text) => importsOf(text.slice(packageMark.length))));
    const moved = (text: string) => rewriteNpmImports(text, (path) => path.replace(/js$/, "hash.js"));
    expect(marked.map(moved)).toEqual(marked.map((text) => packageMark + moved(text.slice(packageMark.length))));
    const longest = marked.toSorted((a, b) => b.length - a.length)[0] ?? "";
    expect(parseProgram(longest).body).toEqual([]); // the worker's script, which imports nothing
  });

  it.each([
    ['import a,{b as c,d}from"./a@1/index.js";var e=1;export*as f from"../b@1/index.js";export{e as "a b"};', 2],
    ['var a=()=>import("./a@1/index.js");import"./b@1/index.js"', 2],
    ['import{"a b"as a}from"../a@1/index.js";export{a as"c d"}from"../b@1/index.js"', 2],
    ['var a="import {b} from \\"./c.js\\"",d=new URL("./e.js",import.meta.url);f(import.meta.url,"./g.js")', 0],
    ['var a=\'export default{b:"./c.js"\';import*as d from"../d@1/index.js"', 1]
  ])("takes of %s all its imports: %d", (text, count) => {
    expect(importsOf(packageMark + text)).toEqual(importsOf(text));
    expect(importsOf(text)).toHaveLength(count);
  });
});

describe("markPackage(text, paths)", () => {
  it.each<[boolean, string, string[]]>([
    [true, 'import a from"../a@1/index.js";var b=()=>import("../c/d.js");', ["../a@1/index.js", "../c/d.js"]],
    [true, "var a=1;", []],
    [false, "var a='import b from \"./b.js\"';", []], // only looks like an import
    [false, '/*! import b from "./b.js" */import"../a/index.js";', ["../a/index.js"]],
    [false, "var a=import(`./b.js`);", ["./b.js"]]
  ])("marks a file whose imports are seen as they are: %s for %s", (isMarked, text, paths) => {
    expect(markPackage(text, paths)).toBe(isMarked ? packageMark + text : text);
  });
});

function importsOf(text: string): unknown[] {
  return findImports(parseProgram(text), "/_node/a@1/index.js", text);
}
