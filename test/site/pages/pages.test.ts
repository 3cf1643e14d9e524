import {copyFileSync, mkdtempSync, rmSync, utimesSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {runInNewContext} from "node:vm";
import {createMarkdownIt, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {checkPage, isSimulated} from "../../../loaders/site/pages/pages.js";
import {outdateSnapshot} from "../../../loaders/snapshot/snapshot.js";
import {linkRules} from "../../helpers/rules.js";
import {makeSnapshot} from "../../helpers/snapshot.js";
import {sharedSnapshot} from "../../pages/queries.js";

let folder: string;
let path: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "feedbook-simulated-"));
  path = join(folder, "feeds.snapshot.duckdb");
});
afterAll(() => rmSync(folder, {recursive: true}));

describe("isSimulated(path)", () => {
  it("goes by the snapshot, as it is now", async () => {
    expect(await isSimulated(path)).toBe(false); // none yet
    const [simulated, empty, real] = [
      await sharedSnapshot("short"),
      await sharedSnapshot("empty"),
      join(folder, "real")
    ];
    await makeSnapshot(real, {hours: 0.1, simulated: false});
    const answers: boolean[] = [];
    for (const [i, from] of [simulated, real, empty, simulated].entries()) {
      copyFileSync(from, path);
      utimesSync(path, i + 1, i + 1); // where two follow in the same moment
      answers.push(await isSimulated(path), await isSimulated(path));
    }
    expect(answers).toEqual([true, true, false, false, false, false, true, true]);
    utimesSync(real, 4, 4);
    expect([await isSimulated(path), await isSimulated(real), await isSimulated(path)]).toEqual([true, false, true]);
  });
});

describe("checkPage(page, root, options)", () => {
  it("makes a page that cannot be shown ask for no DuckDB of Framework, which the preview does not serve", async () => {
    const shown = await preview('```js\nimport "npm:lodash@4";\n```\n');
    expect(shown.body).toContain("This page cannot be shown as it is");
    expect(shown.data.sql).toBeUndefined();
  });

  it("lets a block that lacks an import throw which, and the others run", async () => {
    const blocks = ["const n = view(Inputs.range());", "const two = 2;", "display(n + two);"];
    const {body, code} = await preview(blocks.map((block) => `\`\`\`js\n${block}\n\`\`\`\n`).join("\n"));
    expect(body).not.toContain("This page cannot be shown as it is");
    const [faulty, ...others] = code.map(({node}) => node);
    expect(() => runInNewContext(faulty?.input ?? "")).toThrow(
      /broken\.md:2: Inputs is not imported: .*import \{Inputs\}/
    );
    expect([faulty?.references, faulty?.declarations?.map(({name}) => name)]).toEqual([[], ["n"]]); // asks no CDN
    expect(others.map(({input}) => input.trim())).toEqual(blocks.slice(1));
  });

  it("binds the queries of a page that is built, also to a snapshot that is older than its store", async () => {
    linkRules(folder);
    copyFileSync(await sharedSnapshot("short"), path);
    outdateSnapshot(path);
    const source = '```js\nimport {sql} from "./notebook.js";\n```\n```sql id=a\nFROM nothing\n```\n';
    await expect(check(source, {preview: false})).rejects.toThrow(/broken\.md:5: .*nothing does not exist/);
    const inCode = source.replace("sql id=a\nFROM nothing", "js\nconst [row] = await sql`\nFROM nothing`;\n1;");
    const ofWindows = `\uFEFF${inCode.replaceAll("\n", "\r\n")}`;
    await expect(check(ofWindows, {preview: false})).rejects.toThrow(/broken\.md:6: .*nothing does not exist/);
    const {body} = await check(source.replace("nothing", "feeds"), {preview: false});
    expect(body).toContain('id="fb-answers"');
  });

  it("ships what reads .csv() for .dsv(), and for a file that the page gives a name first", async () => {
    const source = '```js\nconst a = FileAttachment("a.txt").dsv(), b = FileAttachment("b.dat");\n```\n';
    const {code} = await check(source, {preview: true, has: () => true});
    expect(code[0]?.node.files.map(({method}) => method)).toEqual(["csv", "csv"]);
  });

  const preview = (source: string) => check(source, {preview: true});

  async function check(source: string, how: {preview: boolean; has?: () => boolean}) {
    writeFileSync(join(folder, "broken.md"), source);
    const page = parseMarkdown(source, {md: createMarkdownIt(), path: "/broken"});
    return checkPage({...page, path: "/broken.md"}, folder, {...how, snapshotPath: path});
  }
});
