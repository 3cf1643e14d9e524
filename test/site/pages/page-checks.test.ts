import {readFileSync} from "node:fs";
import {createMarkdownIt, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {describe, expect, it} from "vitest";
import {findMissing, linesElement, notebookNames} from "../../../loaders/site/pages/page-checks.js";
import {findUnknownImports} from "../../../loaders/site/pages/page-files.js";

const js = (code: string) => `\`\`\`js\n${code}\n\`\`\`\n`;
const sql = (info = "") => `\`\`\`sql${info}\nFROM feeds\n\`\`\`\n`;
const notebook = 'import {sql} from "./notebook.js";';
const line = (names: string) => `put this line into the page’s first js block: import {${names}} from "./notebook.js";`;

describe("findMissing(page, source)", () => {
  it.each<[string, string, [number, string][]]>([
    ["nothing on a page that imports all", `${js('import {Inputs, Plot, sql} from "./notebook.js";')}${sql()}`, []],
    ["nothing on a page of text", "# Plot and sql\n\nWords on `Inputs`.", []],
    ["nothing in a block that does not run", `\`\`\`js run=false\nPlot.plot()\n\`\`\`\n${sql(" run=false")}`, []],
    ["nothing where a name is the page’s own", js("const Plot = 1;\ndisplay(Plot)"), []],
    [
      "a name by its line",
      `# Mine\n\n${js("display(1);\nPlot.plot()")}`,
      [[5, `Plot is not imported: ${line("Plot")}`]]
    ],
    ["an inline expression", `# Mine\n\nA ${"$"}{Plot.plot()} B`, [[3, `Plot is not imported: ${line("Plot")}`]]],
    ["a block of SQL", `# Mine\n\n${sql(" id=rows")}`, [[3, `sql is not imported: ${line("sql")}`]]],
    [
      "a block of SQL that shows a table",
      `# Mine\n\n${sql()}`,
      [
        [3, `Inputs, which shows the rows of this block, is not imported: ${line("Inputs, sql")}`],
        [3, `sql is not imported: ${line("Inputs, sql")}`]
      ]
    ],
    [
      "the block of SQL that shows a table, not the first one",
      `${js(notebook)}${sql(" id=rows")}\n\`\`\`sql\nSELECT 1\n\`\`\`\n`,
      [[8, `Inputs, which shows the rows of this block, is not imported: ${line("Inputs")}`]]
    ],
    [
      "functions of the kit, with all that is missing in one line",
      js("display(timeChart(rows, {d: formatBps}));\nPlot.plot()"),
      ["timeChart", "formatBps", "Plot"].map((name, i) => [
        i < 2 ? 2 : 3,
        `${name} is not imported: ${line("Plot, formatBps, timeChart")}`
      ])
    ],
    ["nothing of the kit where the page has a function of that name", js("const timeChart = 1;\ntimeChart;"), []],
    [
      "an import beside what needs it",
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
    [
      "front matter that is no YAML",
      "---\ntitle: [a\n---\n# Mine",
      [[1, expect.stringMatching(/^the front matter is no/)]]
    ],
    [
      "another of Framework’s names",
      js("display(_.sum([1]))"),
      [[2, expect.stringMatching(/^_ comes from a CDN: install/)]]
    ],
    [
      "a block of another language",
      "A\n\n```dot\ndigraph {}\n```\n",
      [[3, expect.stringMatching(/^dot comes from a CDN/)]]
    ],
    [
      "packages and modules of other hosts",
      js('1;\nimport "npm:lodash@4";\nimport("https://example.com/a.js");\nimport "d3-array";'),
      [
        [3, expect.stringMatching(/^npm:lodash@4 comes from a CDN: install/)],
        [4, expect.stringMatching(/^https:\/\/example\.com\/a\.js comes from a CDN/)]
      ]
    ],
    [
      "a reader of files",
      js('1;\nconst rows = FileAttachment("data/x.db").sqlite();'),
      [[3, expect.stringMatching(/^FileAttachment\("data\/x\.db"\)\.sqlite\(\) takes/)]]
    ]
  ])("finds %s", (_what, source, found) => {
    expect(missing(source).map(({line, text}) => [line, text])).toEqual(found);
  });

  it("tells equal cells apart by what stands before them", () => {
    const source = `A\n${js("1;")}${"$"}{1}\n${sql()}${js("1;")}${sql()}${"$"}{1}`;
    const page = parseMarkdown(source, {md: createMarkdownIt(), path: "/mine.md"});
    const [, lines] = /lines&#34;:(.*?)}}/.exec(linesElement(page, source)) ?? [];
    expect(lines?.match(/(?<=:)\d+/g)?.map(Number)).toEqual([3, 5, 6, 10, 12, 15]);
  });

  it("names each block that uses a name", () => {
    const source = `${js("const n = view(Inputs.range());")}${js("1;")}${js("Inputs; Inputs;")}`;
    const {code} = parseMarkdown(source, {md: createMarkdownIt(), path: "mine.md"});
    expect(missing(source).map(({blocks}) => blocks)).toEqual([[code[0]?.id, code[2]?.id]]);
    expect(missing(js('import "npm:lodash@4";')).map(({blocks}) => blocks)).toEqual([undefined]);
  });

  it("names the notebook as it is reached from a page in a folder", () => {
    expect(missing(js("Plot.plot()"), "deep/er/mine.md")[0]?.text).toContain('"../../notebook.js"');
  });

  it("names only what the notebook exports", () => {
    const notebook = ["notebook", "kit"].map((name) => readFileSync(`src/${name}.ts`, "utf8")).join("");
    for (const name of notebookNames) expect(notebook).toMatch(new RegExp(`export .*\\b${name}\\b`));
  });
});

describe("findUnknownImports(page, source, root)", () => {
  it.each<[string, string, string, string[]]>([
    ["nothing where all is there", "/mine.md", 'import {Plot, formatUtc, sql} from "./notebook.js";', []],
    ["nothing of packages", "/mine.md", 'import {Plott} from "@observablehq/plot";', []],
    ["nothing of a whole module", "/mine.md", 'import * as all from "./notebook.js";', []],
    [
      "a file that is not there",
      "/mine.md",
      '1;\nimport {sql} from "./notebok.js";',
      ["5: no such file: src/notebok.js: did you mean ./notebook.js?"]
    ],
    [
      "a file that is not there, from a folder",
      "/more/mine.md",
      'import {sql} from "../notebok.js";',
      ["4: no such file: src/notebok.js: did you mean ../notebook.js?"]
    ],
    [
      "a file like no other",
      "/mine.md",
      'import "./quite/elsewhere/altogether.js";',
      ["4: no such file: src/quite/elsewhere/altogether.js"]
    ],
    [
      "a name that the module does not have",
      "/mine.md",
      'import {Plott, formatUct, zzzz as sql} from "./notebook.js";',
      [
        "4: src/notebook.js exports no Plott: did you mean Plot?",
        "4: src/notebook.js exports no formatUct: did you mean formatUtc?",
        "4: src/notebook.js exports no zzzz"
      ]
    ],
    [
      "names that d3, Plot and Inputs do not have, by their lines",
      "/mine.md",
      `import {d3 as all, Inputs, Plot} from "./notebook.js";
all.utcFormat("%d"); all["any"].own;
const {format, utcDayz, ...rest} = all; Plot.linY([]);
Inputs.table([]); Inputs.keep;
\`\`\`
\`\`\`js
all.select("main").size(); all.utcDay.floor(new Date()).toISOString(); ((all) => all.own)({});
all.nothing;`,
      [
        "6: all has no utcDayz: did you mean utcDay?",
        "6: Plot has no linY: did you mean Line?",
        "7: Inputs has no keep",
        "11: all has no nothing"
      ]
    ]
  ])("finds %s", (_, path, code, found) => {
    const source = `# Mine\n\n\`\`\`js\n${code}\n\`\`\`\n`;
    const page = {...parseMarkdown(source, {md: createMarkdownIt(), path}), path};
    expect(findUnknownImports(page, source, "src").map(({line, text}) => `${line}: ${text}`)).toEqual(found);
  });
});

function missing(source: string, path = "mine.md") {
  return findMissing(parseMarkdown(source, {md: createMarkdownIt(), path}), source, "src");
}
