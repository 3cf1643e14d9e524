import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {createMarkdownIt, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import type {Answer} from "../../../loaders/site/answers/blocks.js";
import {withAnswers} from "../../../loaders/site/answers/embedded.js";
import {cancelWithCells, findMistakes, queriesOf} from "../../../loaders/site/answers/queries.js";
import {openSnapshot, type Snapshot} from "../../../loaders/snapshot/snapshot.js";
import {linkRules} from "../../helpers/rules.js";
import {makeSnapshot} from "../../helpers/snapshot.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-queries-"));
const snapshotPath = join(folder, "feeds.snapshot.duckdb");
linkRules(folder);
let snapshot: Snapshot;
beforeAll(async () => {
  await makeSnapshot(snapshotPath, {hours: 1});
  snapshot = await openSnapshot(snapshotPath);
});
afterAll(() => {
  snapshot.close();
  rmSync(folder, {recursive: true});
});

const own = '```js\nimport {identifier, sql} from "./notebook.js";\n```\n'; // lines 1 to 3
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

describe("findMistakes(page, source, snapshot)", () => {
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
    ["a block without a query", "```sql id=a\n```", [[5, /^no query: write one, such as FROM feeds$/]]],
    ["a block with comments only", "```sql id=a\n-- later\n/* FROM * */;\n--\n```", [[5, /^no query: write one/]]],
    [
      "nothing in a query below long comments",
      `\`\`\`sql id=a\n${"-".repeat(99)}\n${"/**/".repeat(99)}\nFROM feeds\n\`\`\``,
      []
    ],
    ["nothing in a block that does not run", "```sql run=false\nFROM nothing\n```", []],
    ["no SQL beside a parameter", `\`\`\`sql id=a\nSELEC ${value("x")}\n\`\`\``, [[5, /^Parser Error/]]],
    ["nothing in a comment", "<!--\n```sql id=a\nFROM nothing\n```\n-->", []],
    ["SQL in a longer fence", "````sql id=a\nFROM nothing -- ```\n````", [[5, /nothing/]]],
    ["nothing in code that is shown", "````md\n```sql id=a\nFROM nothing\n```\n````", []],
    [
      "a column that the rows of another query lack, by its line",
      `\`\`\`sql id=a\nSELECT 1 AS one -- a\n;\n\`\`\`\n\`\`\`js\nconst b = await sql\`FROM ${value("a")}\nWHERE one > ${value("x")}\`;\n\`\`\`
\`\`\`sql\nSELECT\n  two\nFROM ${value("b")}\n\`\`\``,
      [[14, /"two" not found[\s\S]*"one"/]]
    ],
    ["nothing in a query of its own rows", `\`\`\`sql id=a\nFROM ${value("a")}\n\`\`\``, []],
    ["a text of JavaScript", "```js\nawait sql([`FROM feeds\nWHERE prise = 1`]);\n```", [[6, /prise/]]],
    [
      "a value between quotes",
      `\`\`\`sql id=a\nFROM feeds WHERE symbol LIKE '%${value("x")}%'\n\`\`\``,
      [[5, /^a value cannot stand between quotes/]]
    ],
    ["no table that a parameter names", `\`\`\`sql id=a\nFROM query_table(${value("name")}) LIMIT 10\n\`\`\``, []]
  ])("finds %s", async (_, text, expected) => {
    const source = `${own}${text}\n`;
    const found = await findMistakes(parse(source), source, {root: folder, snapshot});
    expect(found).toEqual(expected.map(([line, said]) => ({line, text: expect.stringMatching(said as RegExp)})));
  });

  it.each<[string, string, RegExp | null, boolean?]>([
    [
      "a value after ORDER BY",
      `FROM feeds ORDER BY ${value("by")}`,
      /^Parameter Not Allowed.*\na value is no name: .*identifier\(name\)/
    ],
    [
      "a name of a column as a text, as a hint",
      `SELECT ${value("by")} AS a`,
      /^\$\{by\} is a text here, such as 'price': .*identifier\(by\)/,
      true
    ],
    ["no text that is compared", `FROM feeds WHERE symbol = ${value("by")}`, null],
    ["no name", `FROM feeds ORDER BY ${value("named")}`, null]
  ])("finds %s", async (_, query, text, isHint) => {
    const cells = "const by = view(Inputs.select(['price']));\n```\n```js\nconst named = identifier(by);";
    const source = `${own}\`\`\`js\n${cells}\n\`\`\`\n\`\`\`sql id=a\n${query}\n\`\`\`\n`;
    const found = text && {line: 11, text: expect.stringMatching(text), ...(isHint && {isHint})};
    expect(await findMistakes(parse(source), source, {root: folder, snapshot})).toEqual(found ? [found] : []);
  });

  it("leaves another `sql` than ours alone", async () => {
    const source = "```js\nconst sql = String.raw;\ndisplay(sql`FROM nothing`);\n```\n";
    expect(await findMistakes(parse(source), source, {root: folder, snapshot})).toEqual([]);
  });
});

describe("cancelWithCells(page, source)", () => {
  const inputsOf = (source: string) =>
    cancelWithCells(parse(source), source).code.map(({node}) => [node.input, node.references.map(({name}) => name)]);

  it("gives each query what tells that its cell is gone, and its id", () => {
    const source = `${own}\`\`\`sql id=a\nFROM feeds\n\`\`\`\n${value("sql`FROM a`.then(() => sql([b]))")}\n`;
    expect(inputsOf(source).slice(1)).toEqual([
      [expect.stringContaining('await sql.until(invalidation, "a")`FROM feeds'), ["sql", "invalidation"]],
      [
        "sql.until(invalidation)`FROM a`.then(() => sql.until(invalidation)([b]))",
        ["sql", "invalidation", "sql", "invalidation", "b"]
      ]
    ]);
  });

  it("takes backquotes of a block of SQL for text, and those of JavaScript for values", () => {
    const asked = `sql\`SELECT ${value("'`'")}\``;
    const source = `${own}\`\`\`sql id=a\n-- by \`hour\`\nSELECT ${value("x + 1")}, '"\\d\`\`'\n\`\`\`\n${value(asked)}\n`;
    const [, block, inline] = inputsOf(source).map(([input]) => String(input));
    const raw = JSON.stringify(["-- by `hour`\nSELECT ", `, '"\\d\`\`'`]);
    expect(block).toContain(`await sql.until(invalidation, "a")({raw: ${raw}}, x + 1)`);
    expect(inline).toBe(asked.replace("sql", "sql.until(invalidation)"));
  });

  it("leaves what asks nothing, and another `sql`, as it is", () => {
    for (const source of [`${own}\`\`\`js\nconst f = sql;\n\`\`\`\n`, "```js\nconst sql = 1;\nsql`x`;\n```\n"]) {
      expect(cancelWithCells(parse(source), source).code.map(({node}) => node.input)).toEqual(
        parse(source).code.map(({node}) => node.input)
      );
    }
  });
});

describe("withAnswers(page, source, {root, snapshot})", () => {
  const answersOf = async (text: string, root = folder, longestMs = 10_000) => {
    const source = text.startsWith("---") ? text : own + text;
    const {body} = await withAnswers(parse(source), source, {root, snapshot, longestMs});
    const json = /<script type="application\/json" id="fb-answers">([^<]*)<\/script>$/.exec(body)?.[1];
    return json === undefined ? [] : JSON.parse(json).map(({params, rows}: Answer) => [params, rows]);
  };
  const block = (text: string) => `\`\`\`sql id=a\n${text}\n\`\`\`\n`;

  it.each<[string, string, unknown]>([
    ["without parameters", block("SELECT 1 AS a"), [[[], [[1]]]]],
    ["of JavaScript", "```js\nawait sql`SELECT 2 AS a`;\n```\n", [[[], [[2]]]]],
    [
      "with an input's first value",
      `\`\`\`js\nconst n = view(Inputs.text({value: 3}));\n\`\`\`\n${block(`SELECT ${value("n")} AS a`)}`,
      [[[3], [[3]]]]
    ],
    [
      "with a list",
      `\`\`\`js\nconst ids = view(Inputs.select([1, 2], {value: [1, 6]}));\n\`\`\`
${block(`SELECT priceFeedId FROM feeds WHERE priceFeedId IN ${value("ids")} ORDER BY ALL`)}`,
      [[["[1,6]"], [[1], [6]]]]
    ],
    [
      "of the rows of another",
      `${block("SELECT 4 AS n")}\`\`\`sql\nSELECT n + 1 AS m FROM ${value("a")}\n\`\`\`\n`,
      [
        [[], [[4]]],
        [[], [[5]]]
      ]
    ],
    [
      "with a PIVOT",
      `\`\`\`js\nconst n = view(Inputs.text({value: 3}));\n\`\`\`\n${block(`PIVOT (SELECT ${value("n")} AS k) ON k USING count(*)`)}`,
      [[[3], [[1]]]]
    ],
    ["with the other name of PIVOT", block("PIVOT_WIDER (SELECT 1 AS k) ON k USING count(*)"), [[[], [[1]]]]],
    ["with the other name of UNPIVOT", block("PIVOT_LONGER (SELECT 5 AS a) ON a"), [[[], [["a", 5]]]]],
    ["with markup in them", block("SELECT '</script><b>' AS a"), [[[], [["</script><b>"]]]]]
  ])("carries the answers of queries %s", async (_, text, expected) => {
    expect(await answersOf(text)).toEqual(expected);
  });

  it.each([
    ["other parameters", block(`SELECT ${value("other")} AS a`)],
    ["the time of day", block("SELECT now() AS a")],
    ["the clock", block("SELECT localtimestamp AS a")],
    ["chance", block("SELECT random() AS a")],
    ["a sample", block("FROM feeds TABLESAMPLE 10%")],
    ["the engine", block("SELECT version() AS a")],
    [
      "what a statement before may have changed",
      `${block("CREATE TEMP TABLE t AS FROM feeds")}${block("SELECT 1 AS a")}`
    ],
    ["too many rows", block("FROM range(20001)")],
    ["too much text", block("SELECT repeat('x', 500000) AS a")],
    ["a mistake", block("SELECT error('no') AS a")],
    ["no query", ""]
  ])("carries none of %s", async (_, text) => expect(await answersOf(text)).toEqual([]));

  it("tells queries apart that differ within a text", async () => {
    const found = await answersOf(`${block("SELECT length('a  b') AS n")}${block("SELECT length('a b') AS n")}`);
    expect(found).toEqual([
      [[], [[4]]],
      [[], [[3]]]
    ]);
  });

  it("leaves a page alone that a data loader answers", async () => {
    const root = mkdtempSync(join(folder, "root-"));
    mkdirSync(join(root, "data"));
    writeFileSync(join(root, "data/mine.json.sql"), "-- answers: ../mine.md\nFROM meta");
    writeFileSync(join(root, "mine.md"), "");
    expect(await answersOf(block("SELECT 1 AS a"), root)).toEqual([]);
  });

  it("breaks off what takes too long", async () => {
    const text = "SELECT count(*) AS n FROM range(10000000) a, range(10000000) b, range(1000) c";
    expect(await answersOf(block(text), folder, 100)).toEqual([]);
  });
});
