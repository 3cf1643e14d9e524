import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {createMarkdownIt, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {cancelWithCells, findMistakes, queriesOf} from "../../loaders/site/queries.js";
import {makeSnapshot} from "../helpers/snapshot.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-queries-"));
const snapshotPath = join(folder, "feeds.snapshot.duckdb");
beforeAll(() => makeSnapshot(snapshotPath, {hours: 1}));
afterAll(() => rmSync(folder, {recursive: true}));

const own = '```js\nimport {identifier, sql} from "./lib/notebook.js";\n```\n'; // lines 1 to 3
const parse = (source: string) => parseMarkdown(source, {md: createMarkdownIt(), path: "/mine.md"});
const value = (code: string) => `${"$"}{${code}}`;

describe("queriesOf(page, source)", () => {
  it("gives SQL blocks and the templates of JavaScript, with lines and parameters", () => {
    const source = `${own}\n\`\`\`sql id=rows\nFROM feeds\nWHERE priceFeedId = ${value("pick.feed")}\n\`\`\`
\`\`\`js
const f = (a) => 1;
const both = [await sql\`SELECT ${value("f(`}`)")} AS x\`,
  await sql.until(invalidation)\`FROM prices\`];
\`\`\`\n`;
    expect(queriesOf(parse(source), source)).toMatchObject([
      {line: 6, strings: ["FROM feeds\nWHERE priceFeedId = ", ""], expressions: ["pick.feed"]},
      {line: 11, strings: ["SELECT ", " AS x"], expressions: ["f(`}`)"]}
    ]);
  });
});

describe("findMistakes(page, source, snapshotPath)", () => {
  const candidate = /^Binder Error: Referenced column "prise" not found[\s\S]*"price"[\s\S]*LINE 2: +prise\n +\^/;

  it.each<[string, string, [number, unknown][]]>([
    ["a column of a block, by its line", "```sql id=a\nSELECT\n  prise\nFROM prices\n```", [[6, candidate]]],
    [
      "a table of JavaScript",
      "```js\nawait sql`\n  FROM pricess`;\n```",
      [[6, /pricess does not exist[\s\S]*"prices"/]]
    ],
    ["what is no SQL", "```sql id=a\nSELEC 1\n```", [[5, /^Parser Error: syntax error at or near "SELEC"/]]],
    [
      "a table that the store has alone",
      "```sql id=a\nFROM responses\n```",
      [[5, /responses is in the store only: ask it by npm run -s feedbook -- sql "FROM responses"/]]
    ],
    [
      "each of several",
      "```sql id=a\nFROM nothing\n```\n```sql id=b\nFROM none\n```",
      [
        [5, /nothing/],
        [8, /none/]
      ]
    ],
    [
      "nothing where parameters stand",
      `\`\`\`sql id=a\nFROM candles(${value("a.b")}, ${value("c")}, NULL, ${value("d")}) WHERE low > ${value("x")} AND close IN ${value("[1]")}\n\`\`\``,
      []
    ],
    [
      "no name that a parameter is",
      `\`\`\`sql id=a\nSELECT ${value("identifier(c)")} FROM ${value("identifier(t)")}\n\`\`\``,
      []
    ],
    ["no name that an earlier parameter may be", `\`\`\`sql id=a\nFROM ${value("table")}\n\`\`\``, []],
    [
      "a column beside a parameter",
      `\`\`\`sql id=a\nSELECT prise FROM prices WHERE priceFeedId = ${value("x")}\n\`\`\``,
      [[5, /prise/]]
    ],
    ["nothing in a block that does not run", "```sql run=false\nFROM nothing\n```", []]
  ])("finds %s", async (_, text, expected) => {
    const source = `${own}${text}\n`;
    const found = await findMistakes(parse(source), source, snapshotPath);
    expect(found).toEqual(expected.map(([line, said]) => ({line, text: expect.stringMatching(said as RegExp)})));
  });

  it("leaves another `sql` than ours alone", async () => {
    const source = "```js\nconst sql = String.raw;\ndisplay(sql`FROM nothing`);\n```\n";
    expect(await findMistakes(parse(source), source, snapshotPath)).toEqual([]);
  });
});

describe("cancelWithCells(page)", () => {
  const inputsOf = (source: string) =>
    cancelWithCells(parse(source)).code.map(({node}) => [node.input, node.references.map(({name}) => name)]);

  it("gives each query what tells that its cell is gone", () => {
    const source = `${own}\`\`\`sql id=a\nFROM feeds\n\`\`\`\n${value("sql`FROM a`.then(() => sql`FROM b`)")}\n`;
    expect(inputsOf(source).slice(1)).toEqual([
      [expect.stringContaining("await sql.until(invalidation)`FROM feeds"), ["sql", "invalidation"]],
      [
        "sql.until(invalidation)`FROM a`.then(() => sql.until(invalidation)`FROM b`)",
        ["sql", "invalidation", "sql", "invalidation"]
      ]
    ]);
  });

  it("leaves what asks nothing, and another `sql`, as it is", () => {
    for (const source of [`${own}\`\`\`js\nconst f = sql;\n\`\`\`\n`, "```js\nconst sql = 1;\nsql`x`;\n```\n"]) {
      expect(cancelWithCells(parse(source)).code.map(({node}) => node.input)).toEqual(
        parse(source).code.map(({node}) => node.input)
      );
    }
  });
});
