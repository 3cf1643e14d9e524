import {readFileSync} from "node:fs";
import {expect, it} from "vitest";
import {pageText} from "../../../src/views/console/page-text.js";

it("pageText(sql, chart) is the page that the README shows, with the import line of a page in src/notebooks", () => {
  const [, sample] = /^````md\n([\s\S]*?)^````$/m.exec(readFileSync("README.md", "utf8")) ?? [];
  const sql = "SELECT publishedAt, price FROM prices WHERE priceFeedId = 1;\n";
  expect(pageText(sql, {draw: "time"}, "prices")).toBe(
    sample
      ?.replace("# My page", "# Prices")
      .replace('{sql, timeChart} from "./', '{Inputs, Plot, sql, timeChart} from "../')
  );
});

it("pageText(sql, chart) keeps any query whole, and its title free of markup", () => {
  const sql = '-- Spreads by `hour`\n-- of the day\nSELECT 1 AS "a""b", \'```\', \'$' + "{x}' -- \\n";
  expect(pageText(sql, {draw: "heat", x: 'a"b', y: "hour", value: "v"})).toBe(
    [
      ...["# Spreads by `hour`", "```js", 'import {Inputs, Plot, sql, heatMap} from "../notebook.js";', "```"],
      ...["````js", `const rows = await sql({raw: [${JSON.stringify(sql)}]});`, "````"],
      `\${heatMap(rows, {x: "a\\"b", y: "hour", value: "v"})}\n`
    ].join("\n")
  );
  const [heading] = pageText(`-- <b>${"$"}{1 + 1} & more\nFROM feeds`, {draw: "none"}).split("\n");
  expect(heading).toBe("# &#60;b>&#36;{1 + 1} &#38; more");
  expect(pageText('SELECT 1 AS "`````"', {draw: "none"})).toContain("\n``````sql id=rows\nSELECT");
  expect(pageText("FROM feeds", {draw: "none"})).toContain("dataTable(rows)");
});

it.each([
  ["--Weekend gaps \n-- of shares\nFROM prices", "Weekend gaps"],
  [
    "WITH a AS (SELECT close IS DISTINCT FROM open, extract(hour FROM startedAt), 'from x' FROM bars_1h) FROM a",
    "Bars 1h"
  ],
  ["SELECT 1", "My page"]
])("pageText(%j, chart) has a title: %s", (sql, title) => {
  expect(pageText(sql, {draw: "none"}).split("\n")[0]).toBe(`# ${title}`);
});
