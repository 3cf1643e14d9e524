import {parseJavaScript} from "@observablehq/framework/dist/javascript/parse.js";
import type {CodeNode, Page} from "@observablehq/framework/dist/markdown.js";
import {type Ast, astsIn, isAst} from "./ast.js";
import {type Block, parseBlocks} from "./blocks.js";

/** The queries of a page, each with the line of its start: SQL blocks, then templates of JavaScript. */
export function queriesOf(page: Page, source: string): Block[] {
  return [...sqlBlocksOf(page, source), ...page.code.flatMap(({node}) => templatesOf(page, node, source))];
}

/** The SQL blocks of a page that run. Empty if `sql` is not the kit's. */
export function sqlBlocksOf(page: Page, source: string): Block[] {
  return takesSql(page) ? parseBlocks(withoutShown(source)) : [];
}

// Blanks comments and fences of four or more, whose content does not run, and keeps their lines. An SQL block has such a
// fence if its text has a fence. A comment in a block is a part of its text.
function withoutShown(source: string): string {
  return source.replace(/<!--[\s\S]*?-->|^(`{3,})[\s\S]*?^\1/gm, (part) =>
    /^(?:```(?!`)|`{4,}sql\b)/.test(part) ? part : part.replace(/[^\n]/g, "")
  );
}

// Whether `sql` is the kit's: another one cannot be cancelled.
function takesSql({code}: Page): boolean {
  return code.some(
    ({node}) =>
      node.imports.some(({name}) => /\/(?:kit|notebook|sql)\.js$/.test(name)) &&
      (node.declarations ?? []).some(({name}) => name === "sql")
  );
}

// The queries of the page's own JavaScript. The JavaScript of SQL blocks is generated, so the source lacks it.
function templatesOf(page: Page, {input, body, declarations}: CodeNode, source: string): Block[] {
  const at = source.indexOf(input);
  if (at === -1 || !takesSql(page)) return [];
  const templates = [...taggedIn(body), ...textsIn(body)];
  const [declared, ...others] = declarations ?? [];
  const id = templates.length === 1 && others.length === 0 && declared ? declared.name : null;
  return templates.map((quasi) => {
    const textsOf = (asts: unknown) => (asts as Ast[]).map(({start, end}) => input.slice(start, end));
    const [first] = quasi.quasis as Ast[];
    const line = source.slice(0, at + (first?.start ?? 0)).split("\n").length;
    return {id, line, strings: textsOf(quasi.quasis), expressions: textsOf(quasi.expressions)};
  });
}

function textsIn(body: unknown): Ast[] {
  const isCalled = ({type, callee}: Ast) => type === "CallExpression" && isAst(callee) && callee.name === "sql";
  const texts = astsIn(body, isCalled).flatMap((call) => (call.arguments as Ast[])[0]?.elements ?? []) as Ast[];
  return texts.filter(({type, expressions}) => type === "TemplateLiteral" && (expressions as Ast[]).length === 0);
}

function taggedIn(body: unknown): Ast[] {
  const isTagged = ({type, tag}: Ast) => type === "TaggedTemplateExpression" && isAst(tag) && tag.name === "sql";
  return astsIn(body, isTagged).flatMap(({quasi}) => (isAst(quasi) ? [quasi] : []));
}

/**
 * Returns the page with each query cancelled with its cell, with its id and place: `sql.until(invalidation, "prices",
 * 3)`. Framework binds backquotes of SQL blocks as values; here they become text.
 */
export function cancelWithCells(page: Page, source: string): Page {
  const blocks = sqlBlocksOf(page, source);
  if (!takesSql(page)) return page;
  const generated = page.code.filter(({node: {input}}) => input.includes("sql`") && !source.includes(input));
  const code = page.code.map((cell, place) => {
    const block = generated.length === blocks.length ? blocks[generated.indexOf(cell)] : undefined;
    const changed = cancelled(cell.node, place, block, generated.includes(cell));
    if (changed === cell.node.input) return cell;
    const {path, params} = page;
    return {...cell, node: parseJavaScript(changed, {path, inline: cell.mode === "inline", ...(params && {params})})};
  });
  return {...page, code};
}

function cancelled(
  {input, references, declarations}: CodeNode,
  place: number,
  block: Block | undefined,
  isGenerated: boolean
): string {
  const tags = references.filter(({name, start}) => name === "sql" && /[`(]/.test(input[start + name.length] ?? ""));
  const asked = isGenerated ? tags.slice(0, 1) : tags;
  // A cell's only declaration names its only query, as in an SQL block, and in `const rows = await sql`…``.
  const [declared, ...others] = declarations ?? [];
  const id = asked.length === 1 && others.length === 0 && declared ? declared.name : "";
  const until = `.until(invalidation, "${id}", ${place})`;
  const [tag] = asked;
  if (tag !== undefined && block?.strings.some((text) => /`|<[!/s]/i.test(text))) {
    const raw = JSON.stringify(block.strings).replaceAll("<", "\\u003c"); // it is in a script element
    const call = [`{raw: ${raw}}`, ...block.expressions].join(", ");
    return `${input.slice(0, tag.start + 3)}${until}(${call})${input.slice(input.lastIndexOf("`") + 1)}`;
  }
  return asked.reduceRight((text, {start}) => `${text.slice(0, start + 3)}${until}${text.slice(start + 3)}`, input);
}
