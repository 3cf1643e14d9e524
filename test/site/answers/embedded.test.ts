import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {createMarkdownIt, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {afterAll, beforeAll, beforeEach, expect, it} from "vitest";
import {withAnswers} from "../../../loaders/site/answers/embedded.js";
import {openSnapshot, type Snapshot} from "../../../loaders/snapshot/snapshot.js";
import type {Answer} from "../../../src/duckdb/sql/opening.js";
import {sharedSnapshot} from "../../pages/queries.js";

const root = mkdtempSync(join(tmpdir(), "feedbook-embedded-"));
let snapshot: Snapshot;
let warnings: [line: number, reason: string][];
beforeAll(async () => {
  snapshot = await openSnapshot(await sharedSnapshot("short"));
});
beforeEach(() => {
  warnings = [];
});
afterAll(() => {
  snapshot.close();
  rmSync(root, {recursive: true});
});

const value = (code: string) => `${"$"}{${code}}`;
const block = (text: string, id = "a") => `\`\`\`sql id=${id}\n${text}\n\`\`\`\n`;
const js = (code: string) => `\`\`\`js\n${code}\n\`\`\`\n`;

async function answersOf(text: string, longestMs = 10_000): Promise<unknown[]> {
  const source = `${js('import {sql} from "./notebook.js";')}${text}`;
  const page = parseMarkdown(source, {md: createMarkdownIt(), path: "/mine.md"});
  const warn = (line: number, reason: string) => warnings.push([line, reason]);
  const {body} = await withAnswers(page, source, {root, snapshot, longestMs, warn});
  const json = /<script type="application\/json" id="fb-answers">([^<]*)<\/script>$/.exec(body)?.[1];
  return json === undefined ? [] : JSON.parse(json).map(({params, rows}: Answer) => [params, rows]);
}

it.each<[string, string, unknown]>([
  ["without parameters", block("SELECT 1 AS a"), [[[], [[1]]]]],
  [
    "with a choice",
    `${js('const n = view(choice("N", [1, 3], {value: 3}));')}${block(`SELECT ${value("n")} AS a`)}`,
    [[[3], [[3]]]]
  ],
  [
    "with feeds of another query",
    js("const ids = view(feedsInput(feeds));") +
      block("SELECT unnest([6, 1, 8]) AS priceFeedId", "feeds") +
      block(`SELECT symbol FROM feeds WHERE priceFeedId IN ${value("ids")} ORDER BY priceFeedId`),
    [
      [[], [[6], [1], [8]]],
      [["[6,1]"], [["Crypto.BTC/USD"], ["Crypto.SOL/USD"]]]
    ]
  ],
  [
    "of the rows of another",
    block("SELECT 4 AS n") + block(`SELECT n + 1 AS m FROM ${value("a")}`, "b"),
    [
      [[], [[4]]],
      [[], [[5]]]
    ]
  ],
  ["that PIVOT", block("PIVOT_WIDER (SELECT 1 AS k) ON k USING count(*)"), [[[], [[1]]]]],
  ["with markup in them", block("SELECT '</script><b>' AS a"), [[[], [["</script><b>"]]]]]
])("withAnswers embeds the answers of queries %s", async (_what, text, expected) => {
  expect(await answersOf(text)).toEqual(expected);
  expect(warnings).toEqual([]);
});

it.each([
  ["another value", block(`SELECT ${value("other")} AS a`)],
  ["another input", js("const n = view(Inputs.text({value: 3}));") + block(`SELECT ${value("n")} AS a`)],
  ["the time of day", block("SELECT now() AS a")],
  ["chance", block("SELECT random() AS a")],
  ["a sample", block("FROM feeds TABLESAMPLE 10%")],
  ["the engine", block("SELECT version() AS a")],
  ["its own rows", block(`FROM ${value("a")}`)],
  ["what another statement may change", block("CREATE TEMP TABLE t AS FROM feeds") + block("SELECT 1 AS a", "b")]
])("withAnswers embeds nothing that depends on %s", async (_what, text) => {
  expect(await answersOf(text)).toEqual([]);
  expect(warnings).toEqual([]);
});

it.each<[string, string, RegExp, number?]>([
  ["too many rows", "FROM range(20001)", /^more than 20,000 rows/],
  ["too much text", "SELECT repeat('x', 500000) AS a", /^over 500 kB in one answer/],
  ["an error", "SELECT error('no') AS a", /^Invalid Input Error: no/],
  ["too long a time", "SELECT count(*) AS n FROM range(10000000) a, range(10000000) b", /^it takes over 0\.1 s$/, 100]
])("withAnswers reports a query with %s", async (_what, query, reason, longestMs) => {
  expect(await answersOf(block(query), longestMs)).toEqual([]);
  expect(warnings).toEqual([[5, expect.stringMatching(reason)]]);
});

it("withAnswers reports the first query that exceeds 1.5 MB in all", async () => {
  const blocks = ["a", "b", "c", "d"].map((id) => block(`SELECT repeat('${id}', 400000) AS a`, id));
  expect(await answersOf(blocks.join(""))).toHaveLength(3);
  expect(warnings).toEqual([[14, expect.stringMatching(/1500 kB in all$/)]]);
});

it("withAnswers leaves a page alone that a data loader answers", async () => {
  mkdirSync(join(root, "data"));
  writeFileSync(join(root, "data/mine.json.sql"), "-- answers: ../mine.md\nFROM meta");
  writeFileSync(join(root, "mine.md"), "");
  expect(await answersOf(block("SELECT 1 AS a"))).toEqual([]);
});
