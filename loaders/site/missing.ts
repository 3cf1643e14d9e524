import {defaultGlobals} from "@observablehq/framework/dist/javascript/globals.js";
import {getImplicitFileImports, getImplicitInputImports} from "@observablehq/framework/dist/libraries.js";
import type {CodeNode, Page} from "@observablehq/framework/dist/markdown.js";

/** The names of Framework's own that `src/lib/notebook.ts` exports from installed packages. */
export const notebookNames: readonly string[] = ["Inputs", "Plot", "d3", "html", "sql", "svg"];

/** Something on a page that Framework would take from a CDN: its line of the source, and what to write instead. */
export interface Missing {
  line: number;
  text: string;
}

/** Finds what a parsed page would take from a CDN, in the order of its lines: names that it uses without importing them, and imports of other hosts. */
export function findMissing(page: Page, source: string): Missing[] {
  const uses = [...freeNames(page, source), ...remoteImports(page, source), ...fileMethods(page, source)];
  if (Object.keys(page.data.sql ?? {}).length > 0) uses.push({line: lineOf(source, /^sql:/m), text: frontMatter});
  const react = page.code.find(({mode}) => mode === "jsx");
  if (react) uses.push({line: lineAt(source, react.node, 0), text: cdn("a jsx block")});
  return uses.toSorted((a, b) => a.line - b.line);
}

const frontMatter =
  "front matter `sql` takes a DuckDB from a CDN: leave it away; the tables of the store are there without it";

function freeNames({code, path}: Page, source: string): Missing[] {
  const declared = new Set(code.flatMap(({node}) => (node.declarations ?? []).map(({name}) => name)));
  const lines = new Map<string, number>();
  for (const {node} of code) {
    for (const {name, start} of node.references) {
      if (declared.has(name) || defaultGlobals.has(name) || lines.has(name)) continue;
      if (getImplicitInputImports([name]).size > 0) lines.set(name, lineAt(source, node, start));
    }
  }
  const imported = [...lines.keys()].filter((name) => notebookNames.includes(name)).toSorted();
  const notebook = `${"../".repeat(path.replace(/^\//, "").split("/").length - 1) || "./"}lib/notebook.js`;
  const line = `import {${imported.join(", ")}} from "${notebook}";`;
  return [...lines].map(([name, at]) => {
    const own = `${name} is not imported: put this line into the page’s first js block: ${line}`;
    return {line: at, text: imported.includes(name) ? own : cdn(name)};
  });
}

function remoteImports({code}: Page, source: string): Missing[] {
  return code.flatMap(({node}) =>
    node.imports
      .filter(({name}) => /^(?:npm|jsr|https?):/.test(name))
      .map(({name}) => ({line: lineAt(source, node, Math.max(0, node.input.indexOf(name))), text: cdn(name)}))
  );
}

function fileMethods({code}: Page, source: string): Missing[] {
  return code.flatMap(({node}) =>
    node.files
      .filter(({method}) => method !== undefined && getImplicitFileImports([method]).size > 0)
      .map(({name, method}) => ({
        line: lineAt(source, node, Math.max(0, node.input.indexOf("FileAttachment"))),
        text: `FileAttachment(${JSON.stringify(name.replace(/^\.\//, ""))}).${method}() takes its reader from a CDN: make the file .json, or link to it: <a href=${JSON.stringify(name.replace(/^\.\//, ""))} download>`
      }))
  );
}

function cdn(what: string): string {
  return `${what} comes from a CDN: install its package, and import it by its name in a module of src/lib`;
}

/**
 * Line of the page's source at an offset of a block's code. Blocks of other languages are not found as they are, as their
 * JavaScript was made from them: the first block of the language counts.
 */
export function lineAt(source: string, {input}: CodeNode, offset: number): number {
  const at = source.indexOf(input);
  if (at !== -1) return source.slice(0, at + offset).split("\n").length;
  const fence = /^```(?:sql|tex|html|svg|dot|mermaid|jsx|tsx|ts)\b/m;
  return lineOf(source, input.includes("sql`") ? /^```sql\b/m : fence);
}

function lineOf(source: string, pattern: RegExp): number {
  return source.slice(0, Math.max(0, source.search(pattern))).split("\n").length;
}
