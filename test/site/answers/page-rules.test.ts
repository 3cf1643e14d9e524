import {mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, relative} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {pageRules, ruleFiles} from "../../../loaders/site/answers/page-rules.js";

let root: string;
let time = 1000;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "feedbook-rules-")));
  mkdirSync(join(root, "inputs"), {recursive: true});
  mkdirSync(join(root, "format"));
  write("inputs/build.ts", 'export {widths} from "../format/widths.js";');
  write("format/widths.ts", "export const widths = [1];");
});
afterEach(() => rmSync(root, {recursive: true}));

function write(path: string, text: string): void {
  writeFileSync(join(root, path), text);
  utimesSync(join(root, path), ++time, time);
}

describe("pageRules(root)", () => {
  it("gives what the site's own files say, and the same again while they stay", async () => {
    const rules = await pageRules(root);
    expect(rules.widths).toEqual([1]);
    expect(await pageRules(root)).toBe(rules);
    expect((await pageRules("src")).widths).not.toEqual([1]);
  });

  it("gives what they say now, once one of them was edited", async () => {
    await pageRules(root);
    write("format/widths.ts", "export const widths = [2];");
    const all = await Promise.all([pageRules(root), pageRules(root)]);
    expect(all.map(({widths}) => widths)).toEqual([[2], [2]]);
  });

  it("fails while they cannot be built, and no longer", async () => {
    write("format/widths.ts", "export const widths = [;");
    await expect(pageRules(root)).rejects.toThrow(/widths\.ts:1:\d+: ERROR/);
    write("format/widths.ts", "export const widths = [3];");
    expect((await pageRules(root)).widths).toEqual([3]);
  });
});

describe("ruleFiles(root)", () => {
  it("are all files that the rules are made of", async () => {
    const names = async (folder: string) => (await ruleFiles(folder)).map((file) => relative(folder, file)).sort();
    expect(await names(root)).toEqual(["format/widths.ts", "inputs/build.ts"]);
    expect(await names("src")).toEqual(
      expect.arrayContaining(["inputs/build.ts", "inputs/pick.ts", "format/format.ts", "format/zone.ts"])
    );
  });
});
