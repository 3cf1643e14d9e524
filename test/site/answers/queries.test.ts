import {createMarkdownIt, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {describe, expect, it} from "vitest";
import {cancelWithCells, queriesOf} from "../../../loaders/site/answers/queries.js";

const head = '```js\nimport {sql} from "./notebook.js";\n```\n'; // lines 1 to 3
const parse = (source: string) => parseMarkdown(source, {md: createMarkdownIt(), path: "/mine.md"});
const value = (code: string) => `${"$"}{${code}}`;

it("queriesOf(page, source) reads SQL blocks and templates of JavaScript, with lines and values", () => {
  const source = `${head}\n\`\`\`sql id=rows\nFROM feeds -- <!--\nWHERE priceFeedId = ${value("pick.feed")}\n\`\`\`
\`\`\`js
const f = (a) => 1;
const both = [await sql\`SELECT ${value("f(`}`)")} AS x\`,
  await sql.until(invalidation)\`FROM prices\`];
\`\`\`\n<!-- -->\n`;
  expect(queriesOf(parse(source), source)).toMatchObject([
    {id: "rows", line: 6, strings: ["FROM feeds -- <!--\nWHERE priceFeedId = ", ""], expressions: ["pick.feed"]},
    {id: null, line: 11, strings: ["SELECT ", " AS x"], expressions: ["f(`}`)"]}
  ]);
});

describe("cancelWithCells(page, source)", () => {
  const cellsOf = (source: string) => cancelWithCells(parse(source), source).code.map(({node}) => node);

  it("cancels each query with its cell, names it, and adds its place", () => {
    const source = `${head}\`\`\`sql id=a\nFROM feeds\n\`\`\`\n${value("sql`FROM a`.then(() => sql([b]))")}\n`;
    const [, block, inline] = cellsOf(source);
    expect(block?.input).toContain('await sql.until(invalidation, "a", 1)`FROM feeds');
    const until = 'sql.until(invalidation, "", 2)';
    expect(inline?.input).toBe(`${until}\`FROM a\`.then(() => ${until}([b]))`);
    expect(inline?.references.map(({name}) => name)).toEqual(["sql", "invalidation", "sql", "invalidation", "b"]);
  });

  it("keeps backquotes, comments and tags as text in SQL blocks, and backquotes as values in JavaScript", () => {
    const asked = `sql\`SELECT ${value("'`'")}\``;
    const source = `${head}\`\`\`sql id=a\n-- by \`hour\`\nSELECT ${value("x + 1")}, '"\\d\`\`<!-- </script>'\n\`\`\`\n${value(asked)}\n`;
    const [, block, inline] = cellsOf(source).map(({input}) => input);
    const raw = JSON.stringify(["-- by `hour`\nSELECT ", `, '"\\d\`\`<!-- </script>'`]).replaceAll("<", "\\u003c");
    expect(block).toContain(`await sql.until(invalidation, "a", 1)({raw: ${raw}}, x + 1)`);
    expect(inline).toBe(asked.replace("sql", 'sql.until(invalidation, "", 2)'));
  });
});
