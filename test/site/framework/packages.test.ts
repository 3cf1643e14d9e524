import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join, resolve} from "node:path";
import {pathToFileURL} from "node:url";
import {createMarkdownIt, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {resolveNodeImport} from "@observablehq/framework/dist/node.js";
import {execa} from "execa";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {keepPackages} from "../../../loaders/site/framework/packages.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-packages-"));
afterAll(() => rmSync(folder, {recursive: true}));

const files = {
  "package.json": '{"type": "module"}',
  "shared/package.json":
    '{"version": "1.0.0", "type": "module", "exports": {".": "./index.js", "./deep": "./deep.js"}}',
  "shared/index.js": "export const items = []; export const mode = process.env.NODE_ENV;",
  "shared/deep.js": 'export {version as default} from "./version.js";',
  "shared/version.js": "export const version = 1;",
  "first/package.json": '{"version": "1.1.0", "type": "module", "main": "index.js"}',
  "first/index.js":
    'import {items} from "shared"; import old, {named} from "old"; items.push("first"); export {items, named, old}; export * from "shared";',
  "@scope/second/package.json": '{"version": "2.0.0", "type": "module", "main": "main.js", "browser": "browser.js"}',
  "@scope/second/main.js": 'export const where = "elsewhere";',
  "@scope/second/browser.js":
    'import {items} from "shared"; import {items as own} from "both"; export const where = "browser"; export {items, own};',
  "both/package.json": '{"version": "1.0.0", "main": "index.js"}',
  "both/index.js": 'throw new Error("not this version");',
  "@scope/second/node_modules/both/package.json": '{"version": "2.0.0", "type": "module", "main": "index.js"}',
  "@scope/second/node_modules/both/index.js": "export const items = 2;",
  "old/package.json": '{"version": "0.1.0", "main": "index.js"}',
  "old/index.js": 'exports.named = "named"; exports.rest = require("./rest.js");',
  "old/rest.js": 'module.exports = ["rest"];',
  "third/package.json": '{"version": "1.0.0", "type": "module", "main": "index.js"}',
  "third/index.js": 'export {named} from "old";',
  "third/node_modules/old/package.json": '{"version": "0.2.0", "main": "index.js"}',
  "third/node_modules/old/index.js": 'exports.named = "another version, which Framework makes for its importer alone";',
  "broken/package.json": '{"version": "1.0.0", "type": "module", "main": "index.js"}',
  "broken/index.js": "export const unfinished = ;",
  "ring-a/package.json": '{"version": "1.0.0", "type": "module", "main": "index.js"}',
  "ring-a/index.js": 'import {b} from "ring-b"; export const a = () => "a"; export const both = () => a() + b();',
  "ring-b/package.json": '{"version": "1.0.0", "type": "module", "main": "index.js"}',
  "ring-b/index.js": 'import {c} from "ring-c"; export const b = () => c();',
  "ring-c/package.json": '{"version": "1.0.0", "type": "module", "main": "index.js"}',
  "ring-c/index.js": 'import {a} from "ring-a"; export const c = () => a() + "c";',
  "styles/package.json": '{"version": "1.0.0"}',
  "styles/a.css": "p {color: red}"
};
const names = ["first", "@scope/second", "shared/deep", "styles/a.css"];
beforeAll(() => {
  for (const [path, text] of Object.entries(files)) write(join("node_modules", path), text);
  write("package.json", '{"type": "module"}');
});

describe("keepPackages(root, page)", () => {
  it("makes the files that Framework makes, of one version and one instance of each package", async () => {
    const [ours, theirs] = [await kept("ours", names), newRoot("theirs")];
    for (const name of [...names, "shared"]) await resolveNodeImport(theirs, name);
    const made = filesOf(ours).filter((path) => !path.endsWith(".css"));
    expect(made).toEqual([
      "@scope/second@2.0.0/index.js",
      "both@2.0.0/index.js",
      "first@1.1.0/index.js",
      "old@0.1.0/index.js",
      "shared@1.0.0/deep.js",
      "shared@1.0.0/index.js"
    ]);
    expect(filesOf(ours)).toEqual(filesOf(theirs));
    const values = await valuesOf(ours, made);
    expect(values).toEqual(await valuesOf(theirs, made));
    expect(values).toMatchObject([
      {items: ["first"], own: 2, where: "browser"},
      {items: 2},
      {items: ["first"], mode: "production", named: "named", old: {named: "named", rest: ["rest"]}},
      {named: "named"},
      {default: 1},
      {items: ["first"], mode: "production"}
    ]);
  });

  it.each([
    ["one", [["ring-a"]]],
    ["each", [["ring-a", "ring-b", "ring-c"]]],
    ["one on each of two pages", [["ring-a"], ["ring-c"]]]
  ])("makes packages that import each other in a ring, of which a page imports %s", async (what, pages) => {
    const root = newRoot(`ring of ${what}`);
    const textOf = (packages: string[]) => packages.map((name) => `import "${name}";`).join(" ");
    await Promise.all(pages.map((packages) => keepPackages(root, pageOf(`\`\`\`js\n${textOf(packages)}\n\`\`\``))));
    expect(filesOf(root)).toEqual(["ring-a@1.0.0/index.js", "ring-b@1.0.0/index.js", "ring-c@1.0.0/index.js"]);
    const script = `const {both} = await import("${pathToFileURL(join(cacheOf(root), "ring-a@1.0.0/index.js")).href}");
      console.log(both());`;
    const {stdout} = await execa(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script]);
    expect(stdout).toBe("aac");
  });

  it("leaves what is there, and what it cannot read, to Framework", async () => {
    const root = newRoot("filled");
    const path = join(cacheOf(root), "shared@1.0.0/index.js");
    mkdirSync(dirname(path), {recursive: true});
    writeFileSync(path, "in use");
    await kept("filled", ["broken", "first", "not-there", "third"]);
    expect(filesOf(root)).toEqual(["first@1.1.0/index.js", "old@0.1.0/index.js", "shared@1.0.0/index.js"]);
    expect(readFileSync(path, "utf8")).toBe("in use");
  });

  it("makes whole files, also where two start together", async () => {
    const root = newRoot("together");
    const own = pathToFileURL(resolve("loaders/site/framework/packages.ts")).href;
    const script = `const {keepPackages} = await import("${own}");
      const imports = ${JSON.stringify(names)}.map((name) => ({name}));
      await keepPackages(${JSON.stringify(root)}, {path: "index.md", head: null, code: [{node: {imports}}]});`;
    const start = () => execa(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script]);
    await Promise.all([start(), start()]);
    const alone = await kept("alone", names);
    expect(textsOf(root)).toEqual(textsOf(alone));
  });
});

// The root of a site whose page imports the packages through a module.
async function kept(name: string, packages: readonly string[]): Promise<string> {
  const root = newRoot(name);
  const lines = packages.map((each, i) => `export const a${i} = import(${JSON.stringify(each)});`);
  write(join(name, "lib/all.ts"), lines.join("\n"));
  write(join(name, "lib/one.js"), 'export {a0 as default} from "./all.js";');
  await keepPackages(root, pageOf('# Page\n\n```js\nimport one from "./lib/one.js";\n```\n'));
  return root;
}

function pageOf(source: string) {
  return parseMarkdown(source, {md: createMarkdownIt(), path: "/index"});
}

function newRoot(name: string): string {
  mkdirSync(join(folder, name), {recursive: true});
  return join(folder, name);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), {recursive: true});
  writeFileSync(join(folder, path), text);
}

function cacheOf(root: string): string {
  return join(root, ".observablehq/cache/_node");
}

function filesOf(root: string): string[] {
  const all = readdirSync(cacheOf(root), {recursive: true, withFileTypes: true}).filter((entry) => entry.isFile());
  return all.map(({parentPath, name}) => join(parentPath, name).slice(cacheOf(root).length + 1)).toSorted();
}

function textsOf(root: string): [string, string][] {
  return filesOf(root).map((path) => [path, readFileSync(join(cacheOf(root), path), "utf8")]);
}

// What the modules export, after all of them are evaluated in one process.
async function valuesOf(root: string, paths: readonly string[]): Promise<unknown> {
  const imports = paths.map((path) => `await import("${pathToFileURL(join(cacheOf(root), path)).href}")`);
  const script = `console.log(JSON.stringify([${imports.join(", ")}].map((module) => ({...module}))));`;
  const {stdout} = await execa(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script]);
  return JSON.parse(stdout);
}
