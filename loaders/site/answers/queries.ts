import {parseJavaScript} from "@observablehq/framework/dist/javascript/parse.js";
import type {CodeNode, Page} from "@observablehq/framework/dist/markdown.js";
import {messageOf, nearest} from "../../config/errors.js";
import type {Snapshot} from "../../snapshot/snapshot.js";
import {type Block, parseBlocks} from "./blocks.js";
import {type Ast, astsIn, isAst} from "./initials.js";
import {type PageRules, pageRules} from "./page-rules.js";

/** An error in a query of a page: its line of the source, and DuckDB's message. */
export interface Mistake {
  line: number;
  text: string;
  /** It may be what the author means. */
  isHint?: boolean;
}

/**
 * The queries of a page, each with the line on which it starts: its SQL blocks, then those of its JavaScript, with the name of
 * the rows where there is one.
 */
export function queriesOf(page: Page, source: string): Block[] {
  if (!takesSql(page)) return [];
  return [...parseBlocks(withoutShown(source)), ...page.code.flatMap(({node}) => templatesOf(node, source))];
}

// Comments, and fences of four or more around others, keep their lines, and nothing in them runs. SQL that has a fence of its
// own in it is in such a fence, too.
function withoutShown(source: string): string {
  return source.replace(/<!--[\s\S]*?-->|^(`{4,})(?!`|sql\b)[\s\S]*?^\1/gm, (shown) => shown.replace(/[^\n]/g, ""));
}

/**
 * Binds the queries of a page to the snapshot, and runs none. What is unknown without values is left to the browser: of
 * a query with parameters only a name that does not exist counts, or a text that is no SQL.
 */
export async function findMistakes(
  page: Page,
  source: string,
  {root, snapshot}: {root: string; snapshot: Snapshot}
): Promise<Mistake[]> {
  const mistakes: Mistake[] = [];
  const queries = queriesOf(page, source);
  const textsOf = queries.length === 0 ? null : inlining(queries, await pageRules(root));
  for (const query of queries) {
    const said = await Promise.resolve(query)
      .then((asked) => textsOf?.(asked) ?? null)
      .then((texts) => texts && mistakeOf(texts, snapshot), messageOf);
    if (said === null) {
      mistakes.push(...(await meantNames(query, page, snapshot)));
      continue;
    }
    const within = Number(/^LINE (\d+):/m.exec(said)?.[1] ?? 1);
    mistakes.push({line: query.line + within - 1, text: `${said}${await advice(said, snapshot)}`});
  }
  return mistakes;
}

// The texts of a query, in which rows of the page's others are subqueries; null if it names something by a value.
function inlining(queries: readonly Block[], {inlined, keepQuery}: PageRules) {
  const rows = new Map<string, object[] | null>();
  const rowsOf = (expression: string): unknown => {
    const query = rows.has(expression) ? undefined : queries.find(({id}) => id === expression);
    if (query !== undefined) {
      rows.set(expression, null); // a query that needs itself
      const made = [{}];
      keepQuery(made, ...partsOf(query));
      rows.set(expression, made);
    }
    return rows.get(expression) ?? expression;
  };
  const partsOf = ({strings, expressions}: Block): [readonly string[], readonly unknown[]] => {
    const query = inlined(strings, expressions.map(rowsOf));
    return [query.strings, query.values];
  };
  return (query: Block) => {
    const [strings, values] = partsOf(query);
    return values.some((value) => isIdentifier(String(value))) ? null : strings;
  };
}

const isIdentifier = (expression: string) => /\bidentifier\(/.test(expression);

// Values to bind in place of parameters, of several types, as no function takes all of them.
const standIns = ["NULL", "1", "'fb_stand_in'"];

// Comments and semicolons only. Each comment ends in one place, so that long ones take no long time.
const isEmpty = /^(?:\s|;|--[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*$/;

async function mistakeOf(strings: readonly string[], snapshot: Snapshot): Promise<string | null> {
  if (isEmpty.test(strings.join("?"))) return "no query: write one, such as FROM feeds";
  const bind = (value: string) => snapshot.parameters(strings.join(value)).then(() => null, messageOf);
  if (strings.length === 1) return bind("");
  for (const value of standIns) {
    const said = await bind(value);
    if (said === null || said.includes(`syntax error at or near "${value.replaceAll("'", "")}"`)) return null;
    const [, name] = /with name "?(\w+)"? does not exist|column "(\w+)" not found/.exec(said)?.filter(Boolean) ?? [];
    const isOwn = name !== undefined && strings.some((text) => new RegExp(`\\b${name}\\b`).test(text)); // else the name contains a value
    if (isOwn || said.startsWith("Parser Error")) return said;
  }
  return null;
}

// Values where DuckDB takes names alone, and, as hints, those that the page makes of names of columns: `Inputs.select(["price"])`.
async function meantNames({line, strings, expressions}: Block, {code}: Page, snapshot: Snapshot): Promise<Mistake[]> {
  if (expressions.length === 0) return [];
  const cellOf = (name: string) => code.find(({node}) => node.declarations?.some((each) => each.name === name))?.node;
  if (expressions.some((each) => /\b(?:identifier|import|table)\b/.test(cellOf(each)?.input ?? each))) return [];
  const texts = strings.map((text, i) => (i === 0 ? text : `$${i}${text}`));
  const said = await snapshot.parameters(texts.join("")).then(() => "", messageOf);
  const write = (what: string) => `for a column or table that the page chooses write \${identifier(${what})}`;
  if (/^Parameter Not Allowed/.test(said)) return [{line, text: `${said}\na value is no name: ${write("name")}`}];
  const {rows} = await snapshot.query("SELECT DISTINCT column_name FROM duckdb_columns()");
  const columns = new Set(rows.map(([name]) => name));
  const isCompared = (i: number) => /[=<>|]\s*$|\b(?:I?LIKE|IN)\s*$/i.test(strings[i] ?? "");
  return expressions.flatMap((name, i) => {
    const given = astsIn(cellOf(name)?.body, ({elements, init}) => Array.isArray(elements) || isAst(init));
    const texts = given.flatMap(({elements, init}) => ((elements as Ast[]) ?? [init]).map((each) => each?.value));
    const column = isCompared(i) ? undefined : texts.find((text) => columns.has(text));
    const text = `\${${name}} is a text here, such as '${column}': ${write(name)}`;
    return column === undefined ? [] : [{line, text, isHint: true}];
  });
}

// Advice that DuckDB cannot give: the table is in the store, but not in the snapshot.
async function advice(said: string, snapshot: Snapshot): Promise<string> {
  const name = /(?:Table|Function) with name "?(\w+)"? does not exist/.exec(said)?.[1];
  if (name === undefined) return "";
  const {rows} = await snapshot.query("SELECT name, place FROM data_tables");
  const places = rows.filter(([known]) => known === name).map(([, place]) => place);
  if (places.includes("store") && !places.includes("snapshot"))
    return `\n${name} is in the store only: ask it by npm run -s feedbook -- sql "FROM ${name}"; pages have what /data lists`;
  const meant = nearest(
    name,
    rows.map(([known]) => String(known))
  );
  return meant === null || said.includes(`"${meant}"`) ? "" : `\nDid you mean ${meant}?`;
}

/**
 * The page with each of its queries cancelled once the cell that asks runs again, or is edited, and with its id, for errors:
 * `sql.until(invalidation, "prices")`. Of its SQL blocks backquotes are text, for which Framework has bound values.
 */
export function cancelWithCells(page: Page, source: string): Page {
  if (!takesSql(page)) return page;
  const code = page.code.map((cell) => {
    const {input, references} = cell.node;
    const tags = references.filter(({name, start}) => name === "sql" && /[`(]/.test(input[start + name.length] ?? ""));
    if (tags.length === 0) return cell;
    const called = source.includes(input) ? input : withBackquotes(cell.node); // of a block of SQL the source has the query alone
    const asked = called === input ? tags : tags.slice(0, 1);
    // What a cell declares alone is the id of its only query: of an SQL block, and of `const rows = await sql`…``.
    const [declared, ...others] = cell.node.declarations ?? [];
    const id = asked.length === 1 && others.length === 0 && declared ? `, "${declared.name}"` : "";
    const changed = asked.reduceRight(
      (text, {start}) => `${text.slice(0, start + 3)}.until(invalidation${id})${text.slice(start + 3)}`,
      called
    );
    const {path, params} = page;
    return {...cell, node: parseJavaScript(changed, {path, inline: cell.mode === "inline", ...(params && {params})})};
  });
  return {...page, code};
}

// The code of a block of SQL: where its template has backquotes, `sql` is called with the texts that it was written as.
function withBackquotes({input, body}: CodeNode): string {
  const [template] = taggedIn(body);
  const {quasis, expressions} = template as unknown as {quasis: Ast[]; expressions: Ast[]};
  if (template === undefined || !expressions.some(isBackquotes)) return input;
  const textOf = ({start, end}: Ast) => input.slice(start, end);
  const raw = [textOf(quasis[0] as Ast)];
  const values: string[] = [];
  for (const [i, expression] of expressions.entries()) {
    const next = textOf(quasis[i + 1] as Ast);
    if (isBackquotes(expression)) raw.push(`${raw.pop()}${expression.value}${next}`);
    else {
      values.push(textOf(expression));
      raw.push(next);
    }
  }
  const call = [`{raw: ${JSON.stringify(raw)}}`, ...values].join(", ");
  return `${input.slice(0, template.start)}(${call})${input.slice(template.end)}`;
}

function isBackquotes({type, value}: Ast): boolean {
  return type === "Literal" && /^`+$/.test(String(value));
}

// Whether `sql` is the kit's: another one cannot be cancelled.
function takesSql({code}: Page): boolean {
  return code.some(
    ({node}) =>
      node.imports.some(({name}) => /\/(?:kit|notebook|sql)\.js$/.test(name)) &&
      (node.declarations ?? []).some(({name}) => name === "sql")
  );
}

// The queries of the page's own JavaScript; that of SQL blocks is generated.
function templatesOf({input, body, declarations}: CodeNode, source: string): Block[] {
  const at = source.indexOf(input);
  if (at === -1) return [];
  const templates = [...taggedIn(body), ...textsIn(body)];
  const [declared, ...others] = declarations ?? [];
  const id = templates.length === 1 && others.length === 0 && declared ? declared.name : null;
  return templates.map((quasi) => {
    const quasis = quasi.quasis as Ast[];
    const line = source.slice(0, at + (quasis[0]?.start ?? 0)).split("\n").length;
    return {
      ...{id, line},
      strings: quasis.map(({start, end}) => input.slice(start, end)),
      expressions: (quasi.expressions as Ast[]).map(({start, end}) => input.slice(start, end))
    };
  });
}

// The templates of `sql([text])`, each as if it were tagged, if no value is in the text.
function textsIn(body: unknown): Ast[] {
  const isCalled = ({type, callee}: Ast) => type === "CallExpression" && isAst(callee) && callee.name === "sql";
  const texts = astsIn(body, isCalled).flatMap((call) => (call.arguments as Ast[])[0]?.elements ?? []) as Ast[];
  return texts.filter(({type, expressions}) => type === "TemplateLiteral" && (expressions as Ast[]).length === 0);
}

function taggedIn(body: unknown): Ast[] {
  const isTagged = ({type, tag}: Ast) => type === "TaggedTemplateExpression" && isAst(tag) && tag.name === "sql";
  return astsIn(body, isTagged).flatMap(({quasi}) => (isAst(quasi) ? [quasi] : []));
}
