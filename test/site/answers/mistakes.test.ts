import {createMarkdownIt, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {afterAll, beforeAll, expect, it} from "vitest";
import {findMistakes} from "../../../loaders/site/answers/mistakes.js";
import {openSnapshot, type Snapshot} from "../../../loaders/snapshot/snapshot.js";
import {sharedSnapshot} from "../../pages/queries.js";

let snapshot: Snapshot;
beforeAll(async () => {
  snapshot = await openSnapshot(await sharedSnapshot("short"));
});
afterAll(() => snapshot.close());

// Its own lines are 1 to 6; the block starts on line 8.
const head = `\`\`\`js
import {identifier, sql} from "./notebook.js";
\`\`\`
\`\`\`js
const x = 1, list = [1], pick = {a: {b: 1}}, column = identifier("price");
\`\`\`
`;
const value = (code: string) => `${"$"}{${code}}`;
const block = (query: string, info = "sql id=a", fence = "```") => `${fence}${info}\n${query}\n${fence}\n`;

async function mistakesIn(text: string): Promise<[number, string][]> {
  const source = head + text;
  const page = parseMarkdown(source, {md: createMarkdownIt(), path: "/mine.md"});
  return (await findMistakes(page, source, snapshot)).map(({line, text}) => [line, text]);
}

it.each<[string, string, number, RegExp]>([
  [
    "an unknown column, with a similar one and its place",
    block("SELECT\n  prise\nFROM prices"),
    9,
    /^Binder Error: Referenced column "prise" not found[\s\S]*"price"[\s\S]*LINE 2: +prise\n +\^/
  ],
  [
    "an unknown table in JavaScript",
    "```js\nawait sql`\n  FROM pricess`;\n```",
    9,
    /pricess does not exist[\s\S]*"prices"/
  ],
  ["a syntax error beside a value", block(`SELEC ${value("x")}`), 8, /^Parser Error/],
  [
    "a table that only the store has",
    block("FROM responses"),
    8,
    /responses is in the store only: .* sql "FROM responses"/
  ],
  ["a block without a query", block(""), 8, /^no query: write one, such as FROM feeds$/],
  [
    "an unknown column in the rows of another query",
    `${block("SELECT 1 AS one -- a\n;")}\`\`\`js\nconst b = await sql\`FROM ${value("a")}\nWHERE one > ${value("x")}\`;\n\`\`\`
${block(`SELECT\n  two\nFROM ${value("b")}`, "sql")}`,
    17,
    /"two" not found[\s\S]*"one"/
  ],
  [
    "a value between quotes",
    block(`FROM feeds WHERE symbol LIKE '%${value("x")}%'`),
    8,
    /^a value cannot stand between/
  ],
  [
    "a value in place of a name",
    block(`FROM feeds ORDER BY ${value("x")}`),
    8,
    /^Parameter Not Allowed.*\na value is bound, not pasted: .*identifier\(name\)/
  ],
  ["rows that no block makes", block(`FROM feeds,\n  ${value("nosuch")}`), 9, /^no block declares nosuch$/],
  [
    "a block that takes its own rows",
    block(`FROM ${value("a")}`),
    8,
    /^this block takes its own rows, a: name another block$/
  ]
])("findMistakes reports %s", async (_what, text, line, message) => {
  expect(await mistakesIn(text)).toEqual([[line, expect.stringMatching(message)]]);
});

it.each([
  [
    "values as arguments",
    block(`FROM candles(${value("pick.a.b")}, ${value("x")}, NULL, ${value("x")}) WHERE close IN ${value("list")}`)
  ],
  ["identifiers", block(`SELECT ${value("identifier(column)")} FROM ${value("identifier('feeds')")}`)],
  ["a table named by a value", block(`FROM query_table(${value("x")}) LIMIT 10`)],
  ["a block that does not run", block("FROM nothing", "sql run=false")],
  ["a sample of a page", block(block("FROM nothing"), "md", "````")]
])("findMistakes accepts %s", async (_what, text) => expect(await mistakesIn(text)).toEqual([]));

it("findMistakes ignores another `sql` than the kit's", async () => {
  const source = "```js\nconst sql = String.raw;\ndisplay(sql`FROM nothing`);\n```\n";
  const page = parseMarkdown(source, {md: createMarkdownIt(), path: "/mine.md"});
  expect(await findMistakes(page, source, snapshot)).toEqual([]);
});
