import {copyFileSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {runInNewContext} from "node:vm";
import {createMarkdownIt, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {checkPage} from "../../../loaders/site/pages/pages.js";
import {outdateSnapshot} from "../../../loaders/snapshot/snapshot.js";
import {sharedSnapshot} from "../../pages/queries.js";

let folder: string;
let snapshotPath: string;
let reports: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "feedbook-pages-"));
  snapshotPath = join(folder, "feeds.snapshot.duckdb");
  reports = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => reports.push(String(text)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, {recursive: true});
});

async function check(source: string, options: {preview?: boolean; has?: () => boolean} = {}) {
  writeFileSync(join(folder, "mine.md"), source);
  const page = parseMarkdown(source, {md: createMarkdownIt(), path: "/mine"});
  return checkPage({...page, path: "/mine.md"}, folder, {preview: false, snapshotPath, ...options});
}

const js = (code: string) => `\`\`\`js\n${code}\n\`\`\`\n`;
const plot = `# Mine\n\n${"$"}{Plot.plot()}`;

describe("checkPage(page, root, {preview: false})", () => {
  it("fails with file and line, unless the page is a draft", async () => {
    await expect(check(plot)).rejects.toThrow(/mine\.md:3: Plot is not imported/);
    expect(reports.join("")).toMatch(/mine\.md:3: Plot is not imported/);
    reports = [];
    expect((await check(`---\ndraft: true\n---\n${plot}`)).body).not.toContain('role="alert"');
    expect(reports).toEqual([]);
  });

  it("binds queries and embeds answers, also of a snapshot that is older than its store", async () => {
    writeFileSync(join(folder, "notebook.js"), "export const sql = 1;");
    copyFileSync(await sharedSnapshot("short"), snapshotPath);
    outdateSnapshot(snapshotPath);
    const source = `${js('import {sql} from "./notebook.js";')}\`\`\`sql id=a\nFROM nothing\n\`\`\`\n`;
    await expect(check(source)).rejects.toThrow(/mine\.md:5: .*nothing does not exist/);
    const code = source.replace("sql id=a\nFROM nothing", "js\nconst [row] = await sql`\nFROM nothing`;\n1;");
    await expect(check(`\uFEFF${code.replaceAll("\n", "\r\n")}`)).rejects.toThrow(
      /mine\.md:6: .*nothing does not exist/
    );
    const {body} = await check(source.replace("nothing", "feeds"));
    expect(body).toContain('id="fb-answers"');
    expect(body.match(/Simulated data\./g)).toHaveLength(1);
  });
});

describe("checkPage(page, root, {preview: true})", () => {
  it("replaces a page that loads from a CDN by the fault as text, reports it once, and starts no DuckDB", async () => {
    const source = `# <b>Mine\n\n${js('import "npm:lodash@4";')}`;
    const {body, data} = await check(source, {preview: true});
    expect(body).toMatch(/role="alert">.*mine\.md:4: npm:lodash@4 comes from a CDN: /s);
    expect([body.includes("<b>"), data.sql]).toEqual([false, undefined]);
    await check(source, {preview: true});
    expect(reports).toHaveLength(1);
  });

  it("makes a block without its import throw the fault, and runs the others", async () => {
    const blocks = ["const n = view(Inputs.range());", "const two = 2;", "display(n + two);"];
    const {body, code} = await check(blocks.map(js).join("\n"), {preview: true});
    expect(body).not.toContain("This page cannot be shown as it is");
    const [faulty, ...others] = code.map(({node}) => node);
    expect(() => runInNewContext(faulty?.input ?? "")).toThrow(
      /mine\.md:2: Inputs is not imported: .*import \{Inputs\}/
    );
    expect([faulty?.references, faulty?.declarations?.map(({name}) => name)]).toEqual([[], ["n"]]); // no Inputs of a CDN
    expect(others.map(({input}) => input.trim())).toEqual(blocks.slice(1));
  });
});
