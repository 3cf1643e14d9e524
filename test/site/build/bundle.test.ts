import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {pathToFileURL} from "node:url";
import {afterAll, describe, expect, it} from "vitest";
import {bundleModules} from "../../../loaders/site/build/bundle.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-bundle-"));
afterAll(() => rmSync(folder, {recursive: true}));

// Writes a built site, bundles its modules, and returns its root.
async function bundled(files: Readonly<Record<string, string>>): Promise<string> {
  const root = mkdtempSync(join(folder, "site-"));
  for (const [path, text] of Object.entries({"package.json": `{"type": "module"}`, ...files})) {
    mkdirSync(dirname(join(root, path)), {recursive: true});
    writeFileSync(join(root, path), text);
  }
  await bundleModules(root);
  return root;
}

const script = (code: string) => `<script type="module">${code}</script>`;
const load = (path: string) => import(/* @vite-ignore */ pathToFileURL(path).href);
const importsIn = (page: string) =>
  Array.from(readFileSync(page, "utf8").matchAll(/import\("([^"]+)"/g), ([, to = ""]) => join(dirname(page), to));

describe("bundleModules(root), of pages", () => {
  const head = `<link rel="modulepreload" href="./_import/lib/one.11111111.js">
<link rel="modulepreload" href="./_observablehq/client.22222222.js">
registerFile("./data.json", {"mimeType":"application/json","path":"./_file/data.33333333.json","lastModified":1,"size":99});
registerFile("./all.json", {"mimeType":"application/json","path":"./_file/all.88888888.json","size":2000000});</head>`;
  const site = bundled({
    "index.html": `${head}${script('await import("./_import/lib/one.11111111.js"); sql`SELECT * from "./no.js"`')}`,
    "deep/two.html": script('await import("../_import/two.44444444.js")'),
    "plain.html": "<p>nothing imported</p>",
    "_observablehq/client.22222222.js": "export const define = {};",
    "_import/lib/one.11111111.js": `export {count} from "./state.55555555.js"; export {define} from "../../_observablehq/client.22222222.js";`,
    "_import/lib/state.55555555.js": `let n = 0; export const count = () => ++n;
      export const here = import.meta.url; export const other = import.meta.resolve("../far.66666666.txt");
      export const later = () => import("./later.77777777.js");`,
    "_import/lib/later.77777777.js": `export const word = "later";`,
    "_import/far.66666666.txt": "far",
    "_import/two.44444444.js": `export * from "./lib/state.55555555.js"; export {define} from "../_observablehq/client.22222222.js";`
  });
  const modulesOf = async (page: string) => {
    const [path = ""] = importsIn(join(await site, page));
    return load(path);
  };

  it("evaluates a module that pages share once, and leaves Framework's modules", async () => {
    const [one, two] = [await modulesOf("index.html"), await modulesOf("deep/two.html")];
    expect([one.count(), two.count(), one.count()]).toEqual([1, 2, 3]);
    expect((await load(join(await site, "_observablehq/client.22222222.js"))).define).toBe(one.define);
    expect(two.define).toBe(one.define);
  });

  it("keeps the addresses that modules read, and late imports", async () => {
    const {here, other, later} = await modulesOf("deep/two.html");
    const urlOf = async (path: string) => pathToFileURL(join(await site, path)).href;
    expect(here).toBe(await urlOf("_import/lib/state.55555555.js"));
    expect(other).toBe(await urlOf("_import/far.66666666.txt"));
    expect((await later()).word).toBe("later");
  });

  it("preloads all modules that a page imports, and small data", async () => {
    const page = readFileSync(join(await site, "index.html"), "utf8");
    const links = Array.from(page.matchAll(/<link rel="(\w+)".*? href="([^"]+)">/g), ([, rel, to]) => `${rel} ${to}`);
    expect(links.map((link) => link.replace(/[0-9A-Z]{8}\.js$/, "#"))).toEqual([
      "modulepreload ./_observablehq/client.#",
      "modulepreload ./_import/lib/one.#",
      "modulepreload ./_import/chunk.#",
      "preload ./_file/data.33333333.json"
    ]);
  });
});

describe("bundleModules(root), of other files", () => {
  it("keeps modules that workers, script elements and exported modules import, and attached pages", async () => {
    const both = 'import("./_import/shared.11111111.js"); import("./_import/also.22222222.js");';
    const report = `<link rel="modulepreload" href="./x.js">${script(both)}`;
    const root = await bundled({
      "a.html": `${script(both)}<script type="module" src="./_import/also.22222222.js"></script>`,
      "_import/shared.11111111.js": `export const n = 1; export const w = () => import.meta.resolve("./also.22222222.js");`,
      "_import/also.22222222.js": `export {n} from "./shared.11111111.js";`,
      "_import/worker.33333333.js": `export {n} from "./shared.11111111.js";`,
      "mine/exported.js": `export * from "../_import/also.22222222.js";`,
      "_file/report.44444444.html": report
    });
    for (const path of ["_import/worker.33333333.js", "mine/exported.js", "_import/also.22222222.js"])
      expect((await load(join(root, path))).n).toBe(1);
    expect(readFileSync(join(root, "_file/report.44444444.html"), "utf8")).toBe(report);
  });
});
