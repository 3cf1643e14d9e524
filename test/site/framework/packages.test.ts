import {mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {pathToFileURL} from "node:url";
import {createMarkdownIt, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {resolveNodeImport} from "@observablehq/framework/dist/node.js";
import {execa} from "execa";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {keepPackages} from "../../../loaders/site/framework/packages.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-packages-"));
afterAll(() => rmSync(folder, {recursive: true}));

// Modules of packages by path; all except `old` and `styles` are ES modules.
const modules: Readonly<Record<string, string>> = {
  "shared/index.js": "export const items = []; export const mode = process.env.NODE_ENV;",
  "shared/deep.js": 'export {version as default} from "./version.js";',
  "shared/version.js": "export const version = 1;",
  "first/index.js":
    'import {items} from "shared"; import old, {named} from "old"; items.push("first"); export {items, named, old}; export * from "shared";',
  "@scope/second/index.js": 'export const where = "elsewhere";',
  "@scope/second/browser.js":
    'import {items} from "shared"; import {items as own} from "both"; export const where = "browser"; export {items, own};',
  "both/index.js": 'throw new Error("not this version");',
  "@scope/second/node_modules/both/index.js": "export const items = 2;",
  "old/index.js": 'exports.named = "named"; exports.rest = require("./rest.js");',
  "old/rest.js": 'module.exports = ["rest"];',
  "ring-a/index.js": 'import {b} from "ring-b"; export const a = () => "a"; export const both = () => a() + b();',
  "ring-b/index.js": 'import {c} from "ring-c"; export const b = () => c();',
  "ring-c/index.js": 'import {a} from "ring-a"; export const c = () => a() + "c";',
  "styles/a.css": "p {color: red}"
};
const manifests: Readonly<Record<string, object>> = {
  shared: {exports: {".": "./index.js", "./deep": "./deep.js"}},
  "@scope/second": {browser: "browser.js"},
  "@scope/second/node_modules/both": {version: "2.0.0"},
  old: {type: "commonjs"}
};
const names = ["first", "@scope/second", "shared/deep", "styles/a.css"];

beforeAll(() => {
  write("package.json", '{"type": "module"}');
  for (const [path, text] of Object.entries(modules)) write(join("node_modules", path), text);
  for (const path of new Set(Object.keys(modules).map(dirname))) {
    const manifest = {version: "1.0.0", type: "module", main: "index.js", ...manifests[path]};
    write(join("node_modules", path, "package.json"), JSON.stringify(manifest));
  }
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), {recursive: true});
  writeFileSync(join(folder, path), text);
}

function newRoot(name: string): string {
  mkdirSync(join(folder, name), {recursive: true});
  return join(folder, name);
}

const cacheOf = (root: string) => join(root, ".observablehq/cache/_node");
const pageOf = (code: string) => parseMarkdown(`\`\`\`js\n${code}\n\`\`\`\n`, {md: createMarkdownIt(), path: "/index"});

// The root of a site whose page imports the packages through a module.
async function kept(name: string, packages: readonly string[]): Promise<string> {
  const root = newRoot(name);
  write(join(name, "lib/all.ts"), packages.map((each, i) => `export const a${i} = import("${each}");`).join("\n"));
  await keepPackages(root, pageOf('import * as all from "./lib/all.js";'));
  return root;
}

function filesOf(root: string): string[] {
  const all = readdirSync(cacheOf(root), {recursive: true, withFileTypes: true}).filter((entry) => entry.isFile());
  return all.map(({parentPath, name}) => join(parentPath, name).slice(cacheOf(root).length + 1)).toSorted();
}

async function run(script: string): Promise<string> {
  return (await execa(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script])).stdout;
}

// The exports of the modules, which one process evaluates.
async function valuesOf(root: string, paths: readonly string[]): Promise<unknown> {
  const imports = paths.map((path) => `await import("${pathToFileURL(join(cacheOf(root), path)).href}")`);
  return JSON.parse(await run(`console.log(JSON.stringify([${imports}].map((module) => ({...module}))));`));
}

describe("keepPackages(root, page)", () => {
  it("makes the same files and exports as Framework, with one instance of each package", async () => {
    const [ours, theirs] = [await kept("ours", names), newRoot("theirs")];
    for (const name of [...names, "shared"]) await resolveNodeImport(theirs, name);
    const made = filesOf(ours).filter((path) => !path.endsWith(".css"));
    expect(filesOf(ours)).toEqual(filesOf(theirs));
    const values = await valuesOf(ours, made);
    expect(values).toEqual(await valuesOf(theirs, made));
    expect(made.map((path, i) => [path, (values as unknown[])[i]])).toMatchObject([
      ["@scope/second@1.0.0/index.js", {items: ["first"], own: 2, where: "browser"}],
      ["both@2.0.0/index.js", {items: 2}],
      ["first@1.0.0/index.js", {items: ["first"], mode: "production", named: "named", old: {rest: ["rest"]}}],
      ["old@1.0.0/index.js", {named: "named"}],
      ["shared@1.0.0/deep.js", {default: 1}],
      ["shared@1.0.0/index.js", {items: ["first"], mode: "production"}]
    ]);
  });

  it("makes packages that import each other in a ring", async () => {
    const root = newRoot("ring");
    await keepPackages(root, pageOf('import "ring-a"; import "ring-b"; import "ring-c";'));
    expect(filesOf(root)).toEqual(["ring-a@1.0.0/index.js", "ring-b@1.0.0/index.js", "ring-c@1.0.0/index.js"]);
    const ring = pathToFileURL(join(cacheOf(root), "ring-a@1.0.0/index.js")).href;
    expect(await run(`const {both} = await import("${ring}"); console.log(both());`)).toBe("aac");
  });
});
