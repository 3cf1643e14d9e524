import {defaultGlobals} from "@observablehq/framework/dist/javascript/globals.js";
import {parseJavaScript} from "@observablehq/framework/dist/javascript/parse.js";
import type {Page} from "@observablehq/framework/dist/markdown.js";
import {nearest} from "../../../src/format/nearest.js";
import {messageOf} from "../../config/errors.js";
import {typed} from "../../config/typed.js";
import type {Snapshot} from "../../snapshot/snapshot.js";
import type {Block} from "./blocks.js";
import {queriesOf, sqlBlocksOf} from "./queries.js";
import {inlined, keepQuery} from "./rules.js";

/** An error in a query of a page: its line of the source, and DuckDB's message. */
export interface Mistake {
  line: number;
  text: string;
}

/** Binds the queries of a page without running them; with values, only names and syntax count. */
export async function findMistakes(page: Page, source: string, snapshot: Snapshot): Promise<Mistake[]> {
  const mistakes = unknownNames(page, source);
  const queries = queriesOf(page, source);
  const bound = inlining(queries);
  for (const query of queries) {
    if (query.expressions.some((expression) => /\bidentifier\(/.test(expression))) continue;
    const message = await Promise.resolve(query)
      .then((asked) => errorOf(bound(asked), snapshot))
      .catch(messageOf);
    if (message === null) continue;
    const within = Number(/^LINE (\d+):/m.exec(message)?.[1] ?? 1);
    mistakes.push({line: query.line + within - 1, text: `${message}${await advice(message, snapshot)}`});
  }
  return mistakes.toSorted((a, b) => a.line - b.line);
}

function unknownNames(page: Page, source: string): Mistake[] {
  const declared = new Set(page.code.flatMap(({node}) => (node.declarations ?? []).map(({name}) => name)));
  return sqlBlocksOf(page, source).flatMap(({id, line, strings, expressions}) =>
    expressions.flatMap((expression, i) => {
      const at =
        line +
        strings
          .slice(0, i + 1)
          .join("")
          .split("\n").length -
        1;
      return referencesOf(expression, page.path).flatMap((name) => {
        if (name === id) return [{line: at, text: `this block takes its own rows, ${name}: name another block`}];
        if (declared.has(name) || defaultGlobals.has(name)) return [];
        const meant = nearest(name, [...declared]);
        return [{line: at, text: `no block declares ${name}${meant === null ? "" : `: did you mean ${meant}?`}`}];
      });
    })
  );
}

function referencesOf(expression: string, path: string): string[] {
  try {
    return parseJavaScript(expression, {path, inline: true}).references.map(({name}) => name);
  } catch {
    return []; // reported as no JavaScript
  }
}

function inlining(queries: readonly Block[]): (query: Block) => readonly string[] {
  const rows = new Map<string, object[] | null>();
  const rowsOf = (expression: string): unknown => {
    const query = rows.has(expression) ? undefined : queries.find(({id}) => id === expression);
    if (query !== undefined) {
      rows.set(expression, null); // a query that needs itself
      const made = [{}];
      const {strings, values} = partsOf(query);
      keepQuery(made, strings, values);
      rows.set(expression, made);
    }
    return rows.get(expression) ?? expression;
  };
  const partsOf = ({strings, expressions}: Block) => inlined(strings, expressions.map(rowsOf));
  return (query) => partsOf(query).strings;
}

// Values to bind in place of parameters, of several types, as no function takes all of them.
const standIns = ["NULL", "1", "'fb_stand_in'"];

// Comments and semicolons only. Each comment ends in one place, so the expression takes linear time.
const isEmpty = /^(?:\s|;|--[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*$/;

async function errorOf(strings: readonly string[], snapshot: Snapshot): Promise<string | null> {
  if (isEmpty.test(strings.join("?"))) return "no query: write one, such as FROM feeds";
  const bind = (valueAt: (i: number) => string) =>
    snapshot.parameters(strings.reduce((text, next, i) => `${text}${valueAt(i)}${next}`)).then(() => null, messageOf);
  if (strings.length === 1) return bind(() => "");
  const named = await bind((i) => `$${i}`);
  if (named?.startsWith("Parameter Not Allowed"))
    return `${named}\na value is bound, not pasted: for a column or table that the page chooses write \${identifier(name)}`;
  for (const value of standIns) {
    const message = await bind(() => value);
    if (message === null || message.includes(`syntax error at or near "${value.replaceAll("'", "")}"`)) return null;
    const [, name] = /with name "?(\w+)"? does not exist|column "(\w+)" not found/.exec(message)?.filter(Boolean) ?? [];
    const isOwn = name !== undefined && strings.some((text) => new RegExp(`\\b${name}\\b`).test(text)); // not part of a value
    if (isOwn || message.startsWith("Parser Error")) return message;
  }
  return null;
}

// What DuckDB cannot say: the table is in the store but not in the snapshot.
async function advice(message: string, snapshot: Snapshot): Promise<string> {
  const name = /(?:Table|Function) with name "?(\w+)"? does not exist/.exec(message)?.[1];
  if (name === undefined) return "";
  const {rows} = await snapshot.query("SELECT name, place FROM data_tables");
  const places = rows.filter(([known]) => known === name).map(([, place]) => place);
  if (!places.includes("store") || places.includes("snapshot")) return "";
  return typed(
    `\n${name} is in the store only: ask it by npm run -s feedbook -- sql "FROM ${name}"; pages have what /data lists`
  );
}
