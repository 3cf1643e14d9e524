import {createMarkdownIt, type Page, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {resolvePath} from "@observablehq/framework/dist/path.js";
import {blocksOf} from "../edit/blocks.js";
import type {Part, Supplement} from "../edit/server.js";
import {exportsOf} from "./exports.js";
import {lackedNames, notebookFrom} from "./page-checks.js";

/**
 * What to put into the source of a page at `path`, such as `/mine.md`, so that it imports the names of the notebook that a
 * part of it uses: more names in its import line, or else another line. Null if it lacks none, or cannot be read.
 */
export function lackedImports(root: string, path: string, source: string, {start, end}: Part): Supplement | null {
  try {
    const part = parse(source.slice(start, end), path);
    const names = lackedNames(part, parse(source, path), root);
    if (names.length === 0) return null;
    const {at, text} = importOf(names, source, {root, path, start});
    const after = source.slice(0, at) + text + source.slice(at);
    return lackedNames(part, parse(after, path), root).length === 0 ? {at, text, names} : null;
  } catch {
    return null; // the page is shown with what is wrong
  }
}

const md = createMarkdownIt();

function parse(source: string, path: string): Page {
  return parseMarkdown(source, {md, path});
}

interface Place {
  root: string;
  path: string;
  /** Where the part that lacks the names starts. */
  start: number;
}

const importLine = /^[ \t]*import\s*\{([^}]*?),?\s*\}\s*from\s*(["'])([^"']+)\2;?/gm;

function importOf(names: readonly string[], source: string, {root, path, start}: Place) {
  const lineEnd = /\r\n?|\n/.exec(source)?.[0] ?? "\n";
  const line = `import {${names.join(", ")}} from "${notebookFrom(path)}";`;
  const blocks = blocksOf(source);
  const lines = blocks
    .filter(({kind}) => kind === "js")
    .flatMap((block) =>
      Array.from(source.slice(block.start, block.end).matchAll(importLine), (found) => {
        const {0: all, 1: imported = "", 3: from = ""} = found;
        const at = block.start + found.index;
        const namesEnd = at + all.indexOf("{") + 1 + imported.length;
        return {imported, module: resolvePath(path, from), namesEnd, end: at + all.length};
      })
    )
    .filter(({module}) => module === "/lib/notebook.js" || module === "/lib/kit.js");
  const fitting = lines.find(({module}) => names.every((name) => exportsOf(module, root)?.includes(name)));
  if (fitting !== undefined)
    return {at: fitting.namesEnd, text: `${fitting.imported.trim() === "" ? "" : ", "}${names.join(", ")}`};
  const [last] = lines;
  if (last !== undefined) return {at: last.end, text: `${lineEnd}${line}`};
  const block = ["```js", line, "```"].join(lineEnd);
  const [first] = blocks;
  const isTitled = first !== undefined && source.startsWith("#", first.start);
  return isTitled
    ? {at: first.end, text: `${lineEnd}${lineEnd}${block}`}
    : {at: start, text: `${block}${lineEnd}${lineEnd}`};
}
