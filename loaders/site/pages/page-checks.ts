import {defaultGlobals} from "@observablehq/framework/dist/javascript/globals.js";
import {getImplicitFileImports, getImplicitInputImports} from "@observablehq/framework/dist/libraries.js";
import type {CodeNode, Page} from "@observablehq/framework/dist/markdown.js";
import {escaped} from "../../config/markup.js";
import {fileReaders} from "../installed.js";
import {exportsOf} from "./exports.js";
import {invalidOf} from "./expressions.js";

/** The names of Framework's own that `src/notebook.ts` exports from installed packages. */
export const notebookNames: readonly string[] = ["Inputs", "Plot", "d3", "html", "sql", "svg"];

/** A fault of a page: its line of the source, and what to write instead. */
export interface Missing {
  line: number;
  text: string;
  /** The blocks that cannot run; undefined if no block can. */
  blocks?: readonly string[];
}

/** Finds names that a page uses without importing them, imports from a CDN, and blocks that wait for each other, by line. */
export function findMissing(page: Page, source: string, root: string): Missing[] {
  const uses = [remoteImports, fileMethods, circles].flatMap((find) => find(page, source));
  uses.unshift(...freeNames(page, source, root));
  const [[name, file] = []] = Object.entries(page.data.sql ?? {});
  if (name !== undefined)
    uses.push({line: lineOf(source, source.search(/^sql:/m)), text: ownTable(name, String(file))});
  const reasons = invalidOf(page).map(({content, reason}) => ({...placeOf(source, content, reason), blocks: []}));
  if (/^---[ \t]*\n/.test(source) && /^(?:<!--.*?-->|\s)*<hr>/.test(page.body)) uses.push({line: 1, text: noMatter});
  uses.push(...reasons);
  const react = page.code.find(({mode}) => mode === "jsx");
  if (react) uses.push({line: lineAt({...page, source}, react.node, 0), text: cdn("a jsx block")});
  return uses.toSorted((a, b) => a.line - b.line);
}

const noMatter = "the front matter is no YAML: put texts with one of : # [ ] { } & * ! | > ' \" % @ into quotes";

// A message of acorn ends with line and column in the code: (2:4).
function placeOf(source: string, content: string, reason: string): Omit<Missing, "blocks"> {
  const [, text = reason, line = 1] = /^(.*) \((\d+):\d+\)$/.exec(reason) ?? [];
  return {line: lineOf(source, source.indexOf(content)) + Number(line) - 1, text: `no JavaScript: ${text}`};
}

// Undeclared names of the notebook, with the line that imports them, and names that Framework would load from a CDN.
function freeNames(page: Page, source: string, root: string): Missing[] {
  const uses = usesOf(page);
  if (uses.size === 0) return [];
  const isOurs = inNotebook(root);
  const found = [...uses].filter(([name]) => isOurs(name) || getImplicitInputImports([name]).size > 0);
  const ours = found.map(([name]) => name).filter(isOurs);
  const line = `import {${ours.toSorted().join(", ")}} from "${notebookFrom(page.path)}";`;
  return found.map(([name, cells]) => {
    const isOfTables = name === "Inputs" && cells.every(({node}) => !source.includes(node.input));
    const what = isOfTables ? `${name}, which shows the rows of this block,` : name;
    const own = `${what} is not imported: put this line into the page’s first js block: ${line}`;
    const [{node, start}] = cells as [Use];
    const blocks = cells.map(({id}) => id);
    return {line: lineAt({...page, source}, node, start), text: isOurs(name) ? own : cdn(name), blocks};
  });
}

/** The names of the notebook that a part of a page uses without a declaration on the page. */
export function lackedNames(part: Page, page: Page, root: string): string[] {
  const declared = declaredIn(page);
  return [...usesOf(part).keys()].filter((name) => !declared.has(name)).filter(inNotebook(root));
}

function inNotebook(root: string): (name: string) => boolean {
  const exported = new Set([...notebookNames, ...(exportsOf("/notebook.js", root) ?? [])]);
  return (name) => exported.has(name);
}

function declaredIn({code}: Page): Set<string> {
  return new Set(code.flatMap(({node}) => (node.declarations ?? []).map(({name}) => name)));
}

interface Use {
  id: string;
  node: Page["code"][number]["node"];
  start: number;
}

function usesOf(page: Page): Map<string, Use[]> {
  const declared = declaredIn(page);
  const uses = new Map<string, Use[]>();
  for (const {id, node} of page.code) {
    for (const {name, start} of node.references) {
      if (declared.has(name) || defaultGlobals.has(name)) continue;
      const cells = uses.get(name) ?? [];
      if (!cells.some((cell) => cell.id === id)) uses.set(name, [...cells, {id, node, start}]);
    }
  }
  return uses;
}

/** The notebook as a page at this path imports it. */
export function notebookFrom(path: string): string {
  const folders = path.replace(/^\//, "").split("/").length - 1;
  return `${"../".repeat(folders) || "./"}notebook.js`;
}

function remoteImports({code}: Page, source: string): Missing[] {
  return code.flatMap(({node}) =>
    node.imports
      .filter(({name}) => /^(?:npm|jsr|https?):/.test(name))
      .map(({name}) => ({line: lineAt({code, source}, node, Math.max(0, node.input.indexOf(name))), text: cdn(name)}))
  );
}

function fileMethods({code}: Page, source: string): Missing[] {
  return code.flatMap(({node}) =>
    node.files.flatMap(({name, method = "json"}) => {
      if (fileReaders.includes(method) || getImplicitFileImports([method]).size === 0) return [];
      const file = JSON.stringify(name.replace(/^\.\//, ""));
      const line = lineAt({code, source}, node, Math.max(0, node.input.indexOf("FileAttachment")));
      const instead = `make the file .json, or link to it: <a href=${file} download>`;
      return [{line, text: `FileAttachment(${file}).${method}() takes its reader from a CDN: ${instead}`}];
    })
  );
}

// Blocks that wait for each other in a circle: reports one block of each circle, one with imports if there is any.
function circles({code}: Page, source: string): Missing[] {
  const madeBy = new Map(code.flatMap(({node}) => (node.declarations ?? []).map(({name}) => [name, node])));
  const chainTo = (end: CodeNode, from: CodeNode, visited: Set<CodeNode>): string[] | null => {
    for (const {name} of from.references) {
      const next = madeBy.get(name);
      if (next === end) return [name];
      const rest = next === undefined || visited.has(next) ? null : chainTo(end, next, visited.add(next));
      if (rest !== null) return [name, ...rest];
    }
    return null;
  };
  const reported = new Set<CodeNode>();
  const blocks = code.map(({node}) => node).toSorted((a, b) => b.imports.length - a.imports.length);
  return blocks.flatMap((node) => {
    const chain = reported.has(node) ? null : chainTo(node, node, new Set([node]));
    if (chain === null || chain.length < 2) return [];
    for (const name of chain) reported.add(madeBy.get(name) ?? node);
    const needs = chain.slice(1).map((name, i) => `${chain[i]} needs ${name}`);
    const own = `${node.imports.length > 0 ? "the import of " : ""}${chain.at(-1)}`;
    const text = `this block needs ${chain[0]}, and ${needs.join(", ")} of this block: put ${own} into a block of its own`;
    return [{line: lineAt({code, source}, node, 0), text}];
  });
}

function ownTable(name: string, file: string): string {
  const reader = /\.(parquet|arrow|json)$/.exec(file)?.[1] ?? "csv";
  const read = `FileAttachment(${JSON.stringify(file)}).${reader}(${reader === "csv" ? "{typed: true}" : ""})`;
  return `front matter \`sql\` takes a DuckDB from a CDN: write const ${name} = await table("${name}", ${read}); in a js block in its place, with table of the notebook, and FROM \${${name}}`;
}

// Block languages that Framework draws with packages of a CDN, and their replacements.
const drawn: Readonly<Record<string, string>> = {
  mermaid: "save the diagram as SVG, and show it by ![](diagram.svg)",
  dot: "save the graph as SVG, as by dot -Tsvg, and show it by ![](graph.svg)",
  tex: "write the formula in HTML, such as E = mc<sup>2</sup>, or show it as a picture"
};

function cdn(what: string): string {
  if (drawn[what]) return `${what} comes from a CDN: ${drawn[what]}`;
  return `${what} comes from a CDN: install its package, and import it by its name in a module under src`;
}

/** An element with the line of each block and expression, for the scripts of the page. */
export function linesElement({code, path}: Page, source: string): string {
  const lines = code.map(({id, node}) => [id, lineAt({code, source}, node, 0)]);
  const content = JSON.stringify({path: path.replace(/^\//, ""), lines: Object.fromEntries(lines)});
  return lines.length === 0 ? "" : `<meta name="feedbook-lines" content="${escaped(content)}">\n`;
}

/** The line of the page's source at an offset of a cell's code. Equal cells are found in their order. */
export function lineAt({code, source}: Pick<Page, "code"> & {source: string}, node: CodeNode, offset: number): number {
  let from = 0;
  for (const cell of code) {
    const {at, length, isGenerated} = placeIn(source, cell, from);
    if (cell.node === node && at === -1) return lineOf(source, source.search(fenceOf(node)));
    if (cell.node === node) return lineOf(source, isGenerated ? at - 1 : at + offset);
    if (at !== -1) from = at + length;
  }
  return 1;
}

interface Place {
  /** -1 if the source lacks it. */
  at: number;
  length: number;
  isGenerated: boolean;
}

// The code of blocks in other languages is generated: the source has only the text of its template.
function placeIn(source: string, {mode, node: {input}}: Page["code"][number], from: number): Place {
  const inline = mode === "inline" ? source.indexOf(`\${${input}`, from) : -1;
  const at = inline === -1 ? source.indexOf(input, from) : inline + 2;
  if (at !== -1) return {at, length: input.length, isGenerated: false};
  const content = input.slice(input.indexOf("`") + 1, input.lastIndexOf("`")).replace(/\\([`\\]|\$\{)/g, "$1");
  const own = content === "" ? -1 : source.indexOf(content, from);
  return {at: own, length: content.length, isGenerated: true};
}

function fenceOf({input}: CodeNode): RegExp {
  return input.includes("sql`") ? /^```sql\b/m : /^```(?:sql|html|svg|jsx|tsx|ts)\b/m;
}

/** The line of the source at an offset. */
export function lineOf(source: string, offset: number): number {
  return source.slice(0, Math.max(0, offset)).split("\n").length;
}
