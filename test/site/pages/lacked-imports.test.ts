import {expect, it} from "vitest";
import {lackedImports} from "../../../loaders/site/pages/lacked-imports.js";

const js = (code: string) => `\`\`\`js\n${code}\n\`\`\``;
const value = (code: string) => `${"$"}{${code}}`;
const notebook = (names: string) => js(`import {${names}} from "./notebook.js";`);
const page = (...blocks: string[]) => ["# Mine", ...blocks].join("\n\n");
const kit = (names: string) => notebook(names).replace("notebook", "kit");
const [chart, rows] = [value("barChart(rows)"), "```sql\nFROM feeds\n```"];

// The source with the added import; null if there is none.
function completed(source: string, part: string, path = "/mine.md"): string | null {
  const start = source.indexOf(part);
  const added = lackedImports("src", path, source, {start, end: start + part.length});
  return added && source.slice(0, added.at) + added.text + source.slice(added.at);
}

it.each<[string, string, string, string]>([
  ["a name to the import line", chart, page(notebook("sql"), chart), page(notebook("sql, barChart"), chart)],
  ["the names an SQL block needs", rows, page(notebook(""), rows), page(notebook("Inputs, sql"), rows)],
  [
    "a name to an import on several lines",
    value("d3.max([1])"),
    page(notebook("\n  sql,\n  Plot,\n"), value("d3.max([1])")),
    page(notebook("\n  sql,\n  Plot, d3,\n"), value("d3.max([1])"))
  ],
  [
    "a block for a name that the kit lacks",
    chart,
    page(kit("sql"), chart),
    page(notebook("barChart"), kit("sql"), chart)
  ],
  [
    "a block below the title",
    "```sql id=a\n1\n```",
    page("```sql id=a\n1\n```"),
    page(notebook("sql"), "```sql id=a\n1\n```")
  ]
])("lackedImports adds %s", (_what, part, source, after) => expect(completed(source, part)).toBe(after));

it.each<[string, string, string]>([
  ["the page declares", value("barChart"), page(notebook("sql"), js("const barChart = 1;"), value("barChart"))],
  ["another part uses", "Text", page(notebook("sql"), chart, "Text")]
])("lackedImports adds no name that %s", (_what, part, source) => expect(completed(source, part)).toBeNull());
