import {mkdtempSync, rmSync, utimesSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {LoaderResolver} from "@observablehq/framework/dist/loader.js";
import {createMarkdownIt} from "@observablehq/framework/dist/markdown.js";
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {patchFramework} from "../../../loaders/site/framework/patch-framework.js";
import {sharedSnapshot} from "../../pages/queries.js";

let root: string;
const told: string[] = [];
const plot = `${"$"}{Plot.plot()}`;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "feedbook-pages-"));
  writeFileSync(join(root, "notebook.js"), "export const sql = 1;");
  told.length = 0;
  vi.spyOn(process.stderr, "write").mockImplementation((text) => told.push(String(text)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, {recursive: true});
});

// As Framework loads a page, in a build or (`preview`) for a reader of one.
async function load(text: string, {preview = false, snapshotPath = join(root, "none")} = {}): Promise<string> {
  await patchFramework({preview, snapshotPath});
  writeFileSync(join(root, "mine.md"), text);
  const loaders: LoaderResolver = Reflect.construct(LoaderResolver, [{root}]);
  const options = {root, preview, md: createMarkdownIt(), path: "/mine"};
  return (await loaders.loadPage("/mine", options)).body;
}

describe("patchFramework({snapshotPath, preview}): pages", () => {
  it("leaves a page alone that imports what it uses", async () => {
    const body = await load(
      '# Mine\n\n```js\nimport {sql} from "./notebook.js";\n```\n\n```sql id=x\nFROM feeds\n```\n'
    );
    expect(body).toContain("<h1");
    expect([body.includes('role="alert"'), body.includes("fb-banner"), told]).toEqual([false, false, []]);
  });

  it.each([
    ["takes something from a CDN", `# Mine\n\n${plot}`, /mine\.md:3: Plot is not imported/],
    [
      "imports what is not there",
      '```js\nimport {sqll} from "./notebook.js";\n```',
      /mine\.md:2: .*exports no sqll: did you mean sql\?/
    ]
  ])("ends a build over a page that %s", async (_what, text, problem) => {
    await expect(load(text)).rejects.toThrow(problem);
    expect(told.join("")).toMatch(problem);
  });

  it("passes over a draft in a build", async () => {
    expect(await load(`---\ndraft: true\n---\n# Mine\n\n${plot}`)).not.toContain('role="alert"');
    expect(told).toEqual([]);
  });

  it("shows in a preview, as text, what is wrong in place of the page, and tells it once", async () => {
    const text = '# <b>Mine\n\n```js\nimport "npm:lodash@4";\n```';
    const bodies = [await load(text, {preview: true}), await load(text, {preview: true})];
    for (const body of bodies) expect(body).toMatch(/role="alert">.*mine\.md:4: npm:lodash@4 comes from a CDN: /s);
    expect(bodies[0]).not.toContain("<b>");
    expect(told).toHaveLength(1);
  });

  it("marks every page of a simulated snapshot, and none of another", async () => {
    const snapshotPath = await sharedSnapshot("short");
    expect((await load("# Mine", {snapshotPath})).match(/Simulated data\./g)).toHaveLength(1);
    expect(await load("# Mine", {snapshotPath: await sharedSnapshot("empty")})).not.toContain("Simulated data.");
  });
});

describe("patchFramework({snapshotPath, preview}): modules", () => {
  it("hashes what a module imports once for each build", async () => {
    await patchFramework({preview: false, snapshotPath: join(root, "none")});
    writeFileSync(join(root, "page.js"), 'export * from "./notebook.js";');
    const hashes = (loaders: LoaderResolver) => [
      loaders.getModuleHash("/page.js"),
      loaders.resolveImportPath("/page.js")
    ];
    const build: LoaderResolver = Reflect.construct(LoaderResolver, [{root}]);
    const first = hashes(build);
    writeFileSync(join(root, "notebook.js"), "export const sql = 2;");
    utimesSync(join(root, "notebook.js"), new Date(), new Date(Date.now() + 10_000));
    expect(hashes(build)).toEqual(first);
    const next = hashes(Reflect.construct(LoaderResolver, [{root}]));
    expect(next.map((hash, i) => hash === first[i])).toEqual([false, false]);
  });
});
