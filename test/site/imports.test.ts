import {createMarkdownIt, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {describe, expect, it} from "vitest";
import {findUnknownImports} from "../../loaders/site/imports.js";

describe("findUnknownImports(page, source, root)", () => {
  it.each<[string, string, string, string[]]>([
    ["nothing where all is there", "/mine.md", 'import {Plot, formatUtc, sql} from "./lib/notebook.js";', []],
    ["nothing of packages", "/mine.md", 'import {Plott} from "@observablehq/plot";', []],
    ["nothing of a whole module", "/mine.md", 'import * as all from "./lib/notebook.js";', []],
    [
      "a file that is not there",
      "/mine.md",
      '1;\nimport {sql} from "./lib/notebok.js";',
      ["5: no such file: src/lib/notebok.js: did you mean ./lib/notebook.js?"]
    ],
    [
      "a file that is not there, from a folder",
      "/more/mine.md",
      'import {sql} from "../lib/notebok.js";',
      ["4: no such file: src/lib/notebok.js: did you mean ../lib/notebook.js?"]
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
      'import {Plott, formatUct, zzzz as sql} from "./lib/notebook.js";',
      [
        "4: src/lib/notebook.js exports no Plott: did you mean Plot?",
        "4: src/lib/notebook.js exports no formatUct: did you mean formatUtc?",
        "4: src/lib/notebook.js exports no zzzz"
      ]
    ]
  ])("finds %s", (_, path, code, found) => {
    const source = `# Mine\n\n\`\`\`js\n${code}\n\`\`\`\n`;
    const page = {...parseMarkdown(source, {md: createMarkdownIt(), path}), path};
    expect(findUnknownImports(page, source, "src").map(({line, text}) => `${line}: ${text}`)).toEqual(found);
  });
});
