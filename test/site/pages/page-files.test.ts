import {existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {createMarkdownIt, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {afterAll, expect, it} from "vitest";
import {findMissingFiles, findUnknownImports} from "../../../loaders/site/pages/page-files.js";

const root = mkdtempSync(join(tmpdir(), "feedbook-files-"));
afterAll(() => rmSync(root, {recursive: true}));
for (const [path, text] of [
  ["trades.csv", "a\n1\n"],
  ["data/bars.json.sql", "FROM bars_1h"],
  [
    "more/uses.js",
    'import {FileAttachment} from "observablehq:stdlib";\nexport const none = () => FileAttachment("none.json").json();'
  ]
] as const) {
  mkdirSync(dirname(join(root, path)), {recursive: true});
  writeFileSync(join(root, path), text);
}
const js = (code: string) => `\`\`\`js\n${code}\n\`\`\`\n`;
const parse = (source: string, path: string) => ({...parseMarkdown(source, {md: createMarkdownIt(), path}), path});

it.each<[string, string[]]>([
  [js('1;\nFileAttachment("trades.csv").csv();'), []],
  [js('1;\nFileAttachment("Trades.csv").csv();'), ["5: no such file: ROOT/Trades.csv: did you mean trades.csv?"]],
  [js('FileAttachment("data/barz.json").json();'), ["4: no such file: ROOT/data/barz.json: did you mean bars.json?"]],
  [
    js('FileAttachment("a%20b.txt").text();'),
    ["4: ROOT/a%20b.txt has #, ? or % in its name, which cannot be in an address: rename it"]
  ],
  [js('import {none} from "./more/uses.js";'), ["4: no such file: ROOT/more/none.json, in ROOT/more/uses.js"]],
  ["![](gone.png)", ["3: no such file: ROOT/gone.png"]]
])("findMissingFiles of a page with %j reports %j", (text, found) => {
  const source = text.startsWith("---") ? text : `# Mine\n\n${text}`;
  const missing = findMissingFiles(parse(source, "/mine.md"), source, root, (path) => existsSync(join(root, path)));
  expect(missing.map(({line, text: reason}) => `${line}: ${reason.replaceAll(root, "ROOT")}`)).toEqual(found);
});

it.each<[string, string, string[]]>([
  ["/mine.md", 'import {Plot, formatUtc, sql} from "./notebook.js";\nimport * as all from "./kit.js";', []],
  ["/mine.md", 'import {Plott} from "@observablehq/plot";', []],
  ["/mine.md", '1;\nimport "./notebok.js";', ["5: no such file: src/notebok.js: did you mean ./notebook.js?"]],
  [
    "/mine.md",
    'import {formatUct, zzzz as sql} from "./notebook.js";',
    ["4: src/notebook.js exports no formatUct: did you mean formatUtc?", "4: src/notebook.js exports no zzzz"]
  ]
])("findUnknownImports reports on %s: %s", (path, code, found) => {
  const source = `# Mine\n\n${js(code)}`;
  const page = {...parse(source, path), path};
  expect(findUnknownImports(page, source, "src").map(({line, text}) => `${line}: ${text}`)).toEqual(found);
});
