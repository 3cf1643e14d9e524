import {expect, it} from "vitest";
import {lackedImports} from "../../../loaders/site/pages/lacked-imports.js";

const js = (code: string) => `\`\`\`js\n${code}\n\`\`\``;
const value = (code: string) => `${"$"}{${code}}`;
const notebook = (names: string) => js(`import {${names}} from "./notebook.js";`);
const page = (...blocks: string[]) => ["# Mine", ...blocks].join("\n\n");
const kit = (names: string) => notebook(names).replace("notebook", "kit");
const [chart, rows] = [value("timeChart(rows)"), "```sql\nFROM feeds\n```"];

// The source with the added import; null if there is none.
function completed(source: string, part: string, path = "/mine.md"): string | null {
  const start = source.indexOf(part);
  const added = lackedImports("src", path, source, {start, end: start + part.length});
  return added && source.slice(0, added.at) + added.text + source.slice(added.at);
}

it.each<[string, string, string, string]>([
  ["a name to the import line", chart, page(notebook("sql"), chart), page(notebook("sql, timeChart"), chart)],
  ["the names an SQL block needs", rows, page(notebook(""), rows), page(notebook("Inputs, sql"), rows)],
  [
    "a name to an import on several lines",
    value("d3.max([1])"),
    page(notebook("\n  sql,\n  Plot,\n"), value("d3.max([1])")),
    page(notebook("\n  sql,\n  Plot, d3,\n"), value("d3.max([1])"))
  ],
  [
    "a name of the kit to the kit's import",
    value("formatBps"),
    page(kit("sql"), value("formatBps")),
    page(kit("sql, formatBps"), value("formatBps"))
  ],
  [
    "a block for a name that the kit lacks",
    chart,
    page(kit("sql"), chart),
    page(notebook("timeChart"), kit("sql"), chart)
  ],
  [
    "a block below the title",
    "```sql id=a\n1\n```",
    page("```sql id=a\n1\n```"),
    page(notebook("sql"), "```sql id=a\n1\n```")
  ],
  [
    "a block on a page without a title",
    js("Plot.dot()"),
    js("Plot.dot()"),
    `${notebook("Plot")}\n\n${js("Plot.dot()")}`
  ]
])("lackedImports adds %s", (_what, part, source, after) => expect(completed(source, part)).toBe(after));

it.each<[string, string, string]>([
  ["is imported", rows, page(notebook("Inputs, sql"), rows)],
  ["the page declares", value("timeChart"), page(notebook("sql"), js("const timeChart = 1;"), value("timeChart"))],
  ["another part uses", "Text", page(notebook("sql"), chart, "Text")],
  ["the notebook lacks", value("nothing(1)"), page(notebook("sql"), value("nothing(1)"))]
])("lackedImports adds no name that %s", (_what, part, source) => expect(completed(source, part)).toBeNull());

it("lackedImports imports the notebook relative to the page's folder", () => {
  expect(completed(page(value("d3")), value("d3"), "/notebooks/a.md")).toContain('"../notebook.js"');
});
