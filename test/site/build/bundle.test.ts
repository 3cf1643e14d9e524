import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {pathToFileURL} from "node:url";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {bundleModules} from "../../../loaders/site/build/bundle.js";

const page = (...scripts: string[]) => `<!DOCTYPE html>
<link rel="modulepreload" href="./_import/lib/one.11111111.js">
<link rel="modulepreload" href="./_observablehq/client.22222222.js">
<script type="module">
import {define} from "./_observablehq/client.22222222.js";
registerFile("./data.json", {"name":"./data.json","mimeType":"application/json","path":"./_file/data.33333333.json","lastModified":1,"size":99});
registerFile("./all.json", {"name":"./all.json","mimeType":"application/json","path":"./_file/all.88888888.json","size":2000000});
${scripts.join("\n")}
</script>
`;

const files: Record<string, string> = {
  "package.json": `{"type": "module"}`,
  "index.html": page(
    `const {count} = await import("./_import/lib/one.11111111.js");`,
    `sql\`SELECT * from "./no.js"\``
  ),
  "deep/two.html": page(`await import("../_import/two.44444444.js");`).replaceAll('"./_', '"../_'),
  "plain.html": "<p>nothing imported</p>",
  "_observablehq/client.22222222.js": "export const define = {};",
  "_import/lib/one.11111111.js": `export {count} from "./state.55555555.js"; export {define} from "../../_observablehq/client.22222222.js";`,
  "_import/lib/state.55555555.js": `let n = 0; export const count = () => ++n;
    export const here = import.meta.url; export const other = import.meta.resolve("../far.66666666.txt");
    export const later = () => import("./later.77777777.js");`,
  "_import/lib/later.77777777.js": `export const word = "later";`,
  "_import/far.66666666.txt": "far",
  "_import/two.44444444.js": `export * from "./lib/state.55555555.js"; export {define} from "../_observablehq/client.22222222.js";`
};

let root: string;
const read = (path: string) => readFileSync(join(root, path), "utf8");
const importedBy = (path: string) => {
  const [, , to = ""] = [...read(path).matchAll(/(await import\(")([^"]+)/g)][0] ?? [];
  return import(/* @vite-ignore */ pathToFileURL(join(root, dirname(path), to)).href);
};

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "feedbook-bundle-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), {recursive: true});
    writeFileSync(join(root, path), text);
  }
  await bundleModules(root);
});
afterAll(() => rmSync(root, {recursive: true, force: true}));

describe("bundleModules(root)", () => {
  it("has pages share what a module holds, and Framework's modules", async () => {
    const [one, two] = [await importedBy("index.html"), await importedBy("deep/two.html")];
    expect([one.count(), two.count(), one.count()]).toEqual([1, 2, 3]);
    expect(one.define).toBe(two.define);
    const client = pathToFileURL(join(root, "_observablehq/client.22222222.js")).href;
    expect((await import(/* @vite-ignore */ client)).define).toBe(one.define);
  });

  it("leaves modules where they say they are, and what they load later", async () => {
    const two = await importedBy("deep/two.html");
    expect(two.here).toBe(pathToFileURL(join(root, "_import/lib/state.55555555.js")).href);
    expect(two.other).toBe(pathToFileURL(join(root, "_import/far.66666666.txt")).href);
    expect((await two.later()).word).toBe("later");
  });

  it("names files by their content, and leaves none that no page asks for", () => {
    const made = readdirSync(join(root, "_import"), {recursive: true, encoding: "utf8"}).filter((name) =>
      /js$/.test(name)
    );
    expect(made.filter((name) => !/\.[0-9A-Z]{8}\.js$/.test(name))).toEqual([]);
    const scripts = made.map((name) => read(`_import/${name}`)).join();
    for (const name of made.filter((path) => path.includes("chunk"))) expect(scripts).toContain(name);
  });

  it("has the browser load all that a page imports, and its data, at once", () => {
    const links = (path: string) => [...read(path).matchAll(/<link rel="(\w+)".*? href="([^"]+)">/g)];
    const [one, two] = [links("index.html"), links("deep/two.html")];
    expect(
      one.filter(([, rel]) => rel === "modulepreload").map(([, , to = ""]) => to.replace(/[\w]{8}\.js/, "#"))
    ).toEqual([...["./_import/lib/one.#", "./_import/chunk.#", "./_observablehq/client.#"]]);
    expect(one.filter(([, rel]) => rel === "preload").map(([, , to]) => to)).toEqual(["./_file/data.33333333.json"]);
    for (const [, rel, to = ""] of two) if (rel === "modulepreload") read(join("deep", to));
  });

  it("leaves what workers, scripts of pages and exported modules import, and attached pages as they are", async () => {
    const site = mkdtempSync(join(tmpdir(), "feedbook-bundle-"));
    const script = `<script type="module">import("./_import/shared.11111111.js"); import("./_import/also.22222222.js");`;
    const written: Record<string, string> = {
      "package.json": `{"type": "module"}`,
      "a.html": `${script}</script><script type="module" src="./_import/also.22222222.js"></script>`,
      "_import/shared.11111111.js": `export const n = 1; export const w = () => import.meta.resolve("./also.22222222.js");`,
      "_import/also.22222222.js": `export {n} from "./shared.11111111.js";`,
      "_import/worker.33333333.js": `import {n} from "./shared.11111111.js"; globalThis.worker = n;`,
      "mine/exported.js": `export * from "../_import/also.22222222.js";`,
      "_file/report.44444444.html": `<link rel="modulepreload" href="./x.js">${script}</script>`
    };
    for (const [path, text] of Object.entries(written)) {
      mkdirSync(dirname(join(site, path)), {recursive: true});
      writeFileSync(join(site, path), text);
    }
    await bundleModules(site);
    const imported = (path: string) => import(/* @vite-ignore */ pathToFileURL(join(site, path)).href);
    await imported("_import/worker.33333333.js");
    expect((globalThis as {worker?: number}).worker).toBe(1);
    expect((await imported("mine/exported.js")).n).toBe(1);
    expect((await imported("_import/also.22222222.js")).n).toBe(1);
    const report = "_file/report.44444444.html";
    expect(readFileSync(join(site, report), "utf8")).toBe(written[report]);
    rmSync(site, {recursive: true});
  });

  it("makes a worker and what it imports one file, and leaves packages", async () => {
    const site = mkdtempSync(join(tmpdir(), "feedbook-bundle-"));
    const written: Record<string, string> = {
      "package.json": `{"type": "module"}`,
      "a.html": `<script type="module">import("./_import/page.11111111.js"); import("./_import/both.55555555.js");</script>`,
      "_import/page.11111111.js": `export {size} from "./price-worker.66666666.js"; export const start = () => import.meta.resolve("./its-worker.22222222.js");`,
      "_import/price-worker.66666666.js": `import {held} from "./both.55555555.js"; export const size = () => held.push(1);`,
      "_import/its-worker.22222222.js": `import {n} from "./only.33333333.js"; import "./both.55555555.js"; globalThis.its = [n, (await import("../_node/p/p.44444444.js")).p];`,
      "_import/only.33333333.js": "export const n = 1;",
      "_import/both.55555555.js": "export const m = 3; export const held = [];",
      "_node/p/p.44444444.js": "export const p = 2;"
    };
    for (const [path, text] of Object.entries(written)) {
      mkdirSync(dirname(join(site, path)), {recursive: true});
      writeFileSync(join(site, path), text);
    }
    await bundleModules(site);
    const imports = readFileSync(join(site, "a.html"), "utf8").matchAll(/import\("([^"]+)"/g);
    const [page = "", both = ""] = Array.from(imports, ([, to = ""]) => to);
    expect((await import(/* @vite-ignore */ pathToFileURL(join(site, both)).href)).m).toBe(3);
    const {start, size} = await import(/* @vite-ignore */ pathToFileURL(join(site, page)).href);
    const {held} = await import(/* @vite-ignore */ pathToFileURL(join(site, both)).href);
    expect([size(), held.length]).toEqual([1, 1]); // a module that is only named like a worker shares what it imports
    expect(start()).toMatch(/its-worker\.[0-9A-Z]{8}\.js$/);
    await import(/* @vite-ignore */ start());
    expect((globalThis as {its?: number[]}).its).toEqual([1, 2]);
    expect(readFileSync(new URL(start()), "utf8")).toContain(`import("../_node/p/p.44444444.js")`);
    expect(readdirSync(join(site, "_import"))).toHaveLength(4); // with what the page imports, and both share
    rmSync(site, {recursive: true});
  });

  it("leaves text that only looks like an import, and pages without any", () => {
    expect(read("index.html")).toContain('SELECT * from "./no.js"');
    expect(read("plain.html")).toBe(files["plain.html"]);
  });

  it("says what it cannot resolve", async () => {
    const broken = mkdtempSync(join(tmpdir(), "feedbook-bundle-"));
    writeFileSync(join(broken, "a.js"), `import "./gone.js";`);
    writeFileSync(join(broken, "a.html"), `<script type="module">import("./a.js")</script>`);
    await expect(bundleModules(broken)).rejects.toThrow("gone.js");
    rmSync(broken, {recursive: true});
  });
});
