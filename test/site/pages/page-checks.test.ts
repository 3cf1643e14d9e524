import {createMarkdownIt, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {describe, expect, it} from "vitest";
import {showInvalid} from "../../../loaders/site/pages/expressions.js";
import {findMissing} from "../../../loaders/site/pages/page-checks.js";

const js = (code: string) => `\`\`\`js\n${code}\n\`\`\`\n`;
const sql = (info = "") => `\`\`\`sql${info}\nFROM feeds\n\`\`\`\n`;
const value = (code: string) => `${"$"}{${code}}`;
const notebook = 'import {sql} from "./notebook.js";';
const add = (names: string) => `put this line into the page’s first js block: import {${names}} from "./notebook.js";`;
const noInputs = "Inputs, which shows the rows of this block, is not imported";
const parse = (source: string, path = "mine.md") =>
  parseMarkdown(source, {md: createMarkdownIt({markdownIt: showInvalid}), path});
const missing = (source: string, path?: string) => findMissing(parse(source, path), source, "src");

describe("findMissing(page, source, root)", () => {
  it.each([
    ["imports all it uses", js('import {Inputs, Plot, sql} from "./notebook.js";') + sql()],
    ["is text", "# Plot and sql\n\nWords on `Inputs`."],
    ["only shows its blocks", `\`\`\`js run=false\nPlot.plot()\n\`\`\`\n${sql(" run=false")}`],
    ["declares the name itself", js("const Plot = 1, timeChart = 2;\ndisplay([Plot, timeChart])")]
  ])("accepts a page that %s", (_what, source) => expect(missing(source)).toEqual([]));

  it.each<[string, string, [number, string][]]>([
    [
      "a name by its line",
      `# Mine\n\n${js("display(1);\nPlot.plot()")}`,
      [[5, `Plot is not imported: ${add("Plot")}`]]
    ],
    ["what an SQL block needs", `# Mine\n\n${sql(" id=rows")}`, [[3, `sql is not imported: ${add("sql")}`]]],
    [
      "what the SQL block that shows a table needs",
      `${js(notebook)}${sql(" id=rows")}\n\`\`\`sql\nSELECT 1\n\`\`\`\n`,
      [[8, `${noInputs}: ${add("Inputs")}`]]
    ],
    [
      "all missing names of the kit, in one line to add",
      js("display(timeChart(rows, {d: formatBps}));\nPlot.plot()"),
      ["timeChart", "formatBps", "Plot"].map((name, i) => [
        i < 2 ? 2 : 3,
        `${name} is not imported: ${add("Plot, formatBps, timeChart")}`
      ])
    ],
    [
      "an import in the block that needs a query",
      `# Mine\n\n${js(`${notebook}\ndisplay(rows);`)}${sql(" id=rows")}`,
      [[4, "this block needs rows, and rows needs sql of this block: put the import of sql into a block of its own"]]
    ],
    [
      "blocks in a circle, once",
      `${js("const a = c;")}${js("const b = a;\nb;")}${js("\nconst c = b;")}${js("display(c)")}`,
      [[2, "this block needs c, and c needs b, b needs a of this block: put a into a block of its own"]]
    ],
    [
      "tables of the front matter",
      "---\ntitle: x\nsql:\n  a: b.csv\n---\n# Mine",
      [[3, expect.stringMatching(/^front matter `sql` .*FileAttachment\("b.csv"\)\.csv\(\{typed: true\}\)/)]]
    ],
    ["invalid JavaScript", js("1;\nconst a = ;"), [[3, expect.stringMatching(/^no JavaScript: Unexpected token/)]]],
    [
      "an invalid expression",
      `A ${value("a b")} c`,
      [[1, expect.stringMatching(/^no JavaScript: invalid expression/)]]
    ],
    ["a global of Framework", js("display(_.sum([1]))"), [[2, expect.stringMatching(/^_ comes from a CDN: install/)]]],
    ["a dot block", "A\n\n```dot\ndigraph {}\n```\n", [[3, expect.stringMatching(/^dot comes from a CDN: save/)]]],
    [
      "modules of other hosts",
      js('1;\nimport "npm:lodash@4";\nimport("https://example.com/a.js");\nimport "d3-array";'),
      [
        [3, expect.stringMatching(/^npm:lodash@4 comes from a CDN: install/)],
        [4, expect.stringMatching(/^https:\/\/example\.com\/a\.js comes from a CDN/)]
      ]
    ],
    [
      "a reader of files that is not installed",
      js('1;\nconst rows = FileAttachment("data/x.db").sqlite();'),
      [[3, expect.stringMatching(/^FileAttachment\("data\/x\.db"\)\.sqlite\(\) takes/)]]
    ]
  ])("reports %s", (_what, source, found) => {
    expect(missing(source).map(({line, text}) => [line, text])).toEqual(found);
  });

  it("lists each block that uses a missing name, which alone cannot run", () => {
    const source = `${js("const n = view(Inputs.range());")}${js("1;")}${js("Inputs; Inputs;")}`;
    const {code} = parse(source);
    expect(missing(source).map(({blocks}) => blocks)).toEqual([[code[0]?.id, code[2]?.id]]);
    expect(missing(js('import "npm:lodash@4";')).map(({blocks}) => blocks)).toEqual([undefined]);
  });
});
