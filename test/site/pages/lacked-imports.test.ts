import {describe, expect, it} from "vitest";
import {lackedImports} from "../../../loaders/site/pages/lacked-imports.js";

const js = (code: string) => `\`\`\`js\n${code}\n\`\`\``;
const value = (code: string) => `${"$"}{${code}}`;
const notebook = (names: string) => js(`import {${names}} from "./notebook.js";`);
const page = (...blocks: string[]) => ["# Mine", ...blocks].join("\n\n");

describe("lackedImports(root, path, source, part)", () => {
  it.each<[string, string, string, string]>([
    [
      "a name in the import line",
      page(notebook("sql"), value("timeChart(rows)")),
      value("timeChart(rows)"),
      page(notebook("sql, timeChart"), value("timeChart(rows)"))
    ],
    [
      "what Framework writes for a block of SQL",
      page(notebook(""), "```sql\nFROM feeds\n```"),
      "```sql\nFROM feeds\n```",
      page(notebook("Inputs, sql"), "```sql\nFROM feeds\n```")
    ],
    [
      "a name in a line with others on lines of their own",
      page(notebook("\n  sql,\n  Plot,\n"), value("d3.max([1])")),
      value("d3.max([1])"),
      page(notebook("\n  sql,\n  Plot, d3,\n"), value("d3.max([1])"))
    ],
    [
      "a name of the kit in the line that imports the kit",
      page(notebook("sql").replace("notebook", "kit"), value("formatBps(1)")),
      value("formatBps(1)"),
      page(notebook("sql, formatBps").replace("notebook", "kit"), value("formatBps(1)"))
    ],
    [
      "a block for what the kit does not have",
      page(js('import {sql} from "./kit.js";\n1;'), value("timeChart(rows)")),
      value("timeChart(rows)"),
      page(notebook("timeChart"), js('import {sql} from "./kit.js";\n1;'), value("timeChart(rows)"))
    ],
    [
      "a block below the title",
      page("```sql id=a\n1\n```"),
      "```sql id=a\n1\n```",
      page(notebook("sql"), "```sql id=a\n1\n```")
    ],
    [
      "a block above what needs it on a page without a title",
      js("Plot.dot()"),
      js("Plot.dot()"),
      `${notebook("Plot")}\n\n${js("Plot.dot()")}`
    ]
  ])("adds %s", (_what, source, part, after) => {
    expect(completed(source, part)).toBe(after);
  });

  it.each<[string, string, string]>([
    ["that is imported", page(notebook("sql"), "```sql id=a\n1\n```"), "```sql id=a\n1\n```"],
    ["that the page makes", page(notebook("sql"), js("const timeChart = 1;"), value("timeChart")), value("timeChart")],
    ["of another part", page(notebook("sql"), value("timeChart(1)"), "Text"), "Text"],
    ["that the notebook does not have", page(notebook("sql"), value("nothing(1)")), value("nothing(1)")]
  ])("adds no name %s", (_what, source, part) => expect(completed(source, part)).toBeNull());

  it("names the notebook as a page in a folder reaches it", () => {
    expect(completed(page(value("d3")), value("d3"), "/notebooks/a.md")).toContain('"../notebook.js"');
  });
});

// The source with what is added; null if nothing is.
function completed(source: string, part: string, path = "/mine.md"): string | null {
  const start = source.indexOf(part);
  const added = lackedImports("src", path, source, {start, end: start + part.length});
  return added && source.slice(0, added.at) + added.text + source.slice(added.at);
}
