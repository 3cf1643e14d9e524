import {createMarkdownIt, type Page, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {resolvePath} from "@observablehq/framework/dist/path.js";
import {blocksOf} from "../edit/blocks.js";
import type {Part, Supplement} from "../edit/server.js";
import {exportsOf} from "./exports.js";
import {lackedNames, notebookFrom} from "./page-checks.js";

/** The import that a part of the page at `path` needs, or null: names for its import line, or else a block. */
export function lackedImports(root: string, path: string, source: string, {start, end}: Part): Supplement | null {
  try {
    const part = parse(source.slice(start, end), path);
    const names = lackedNames(part, parse(source, path), root);
    if (names.length === 0) return null;
    const {at, text} = importOf(names, source, {root, path});
    const after = source.slice(0, at) + text + source.slice(at);
    return lackedNames(part, parse(after, path), root).length === 0 ? {at, text, names} : null;
  } catch {
    return null; // the preview shows the syntax error
  }
}

const md = createMarkdownIt();

function parse(source: string, path: string): Page {
  return parseMarkdown(source, {md, path});
}

const importLine = /^[ \t]*import\s*\{([^}]*?),?\s*\}\s*from\s*(["'])([^"']+)\2/gm;

function importOf(names: readonly string[], source: string, {root, path}: {root: string; path: string}) {
  const blocks = blocksOf(source);
  for (const {start, end} of blocks.filter(({kind}) => kind === "js"))
    for (const {0: line, 1: imported = "", 3: from = "", index} of source.slice(start, end).matchAll(importLine)) {
      const module = resolvePath(path, from);
      const isOurs = module === "/notebook.js" || module === "/kit.js";
      if (!isOurs || !names.every((name) => exportsOf(module, root)?.includes(name))) continue;
      const at = start + index + line.indexOf("{") + 1 + imported.length;
      return {at, text: `${imported.trim() === "" ? "" : ", "}${names.join(", ")}`};
    }
  const block = `\`\`\`js\nimport {${names.join(", ")}} from "${notebookFrom(path)}";\n\`\`\``;
  const [first] = blocks;
  const isTitled = first !== undefined && source.startsWith("#", first.start);
  return isTitled ? {at: first.end, text: `\n\n${block}`} : {at: first?.start ?? 0, text: `${block}\n\n`};
}
