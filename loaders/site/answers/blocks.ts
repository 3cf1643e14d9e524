import {messageOf} from "../../config/errors.js";
import type {Snapshot} from "../../snapshot/snapshot.js";
import {type Answer, bind, inlined, keyOf, type Parameter} from "./rules.js";

/** A ```` ```sql ```` block of a page: literal texts with a parameter between each two, as in a template literal. */
export interface Block {
  /** From `id=series` or `id=[first]` after the fence; null if the block shows its result as a table. */
  id: string | null;
  strings: string[];
  /** The JavaScript of each parameter, such as `pick.feed`. */
  expressions: string[];
  line: number;
}

/** Reads the SQL blocks of a page that run, in order. A longer fence shows those in it as text. */
export function parseBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  for (const {2: info = "", 3: source = "", index} of markdown.matchAll(/^(`{3,})(.*)\n([\s\S]*?)^\1/gm)) {
    if (!/^sql\b/.test(info) || /\brun=["']?false/.test(info)) continue;
    const id = /\bid=["']?\[?(\w+)/.exec(info)?.[1] ?? null;
    const line = markdown.slice(0, index).split("\n").length + 1;
    blocks.push({id, line, ...split(source)});
  }
  return blocks;
}

/** The block's SQL with a named parameter (`$feed`) for each `${pick.feed}`; null if one is more than a simple path. */
export function namedSql({strings, expressions}: Block): {sql: string; names: string[]} | null {
  const names = expressions.map((expression) => /^(?:[A-Za-z_]\w*\.)*([A-Za-z_]\w*)$/.exec(expression)?.[1]);
  if (!names.every((name) => name !== undefined)) return null;
  return {sql: strings.reduce((sql, text, i) => `${sql}$${names[i - 1]}${text}`), names};
}

function split(source: string): Pick<Block, "strings" | "expressions"> {
  const strings: string[] = [];
  const expressions: string[] = [];
  let rest = source.trim();
  for (let start = rest.indexOf("${"); start !== -1; start = rest.indexOf("${")) {
    const end = closing(rest, start + 2);
    strings.push(rest.slice(0, start));
    expressions.push(rest.slice(start + 2, end).trim());
    rest = rest.slice(end + 1);
  }
  return {strings: [...strings, rest], expressions};
}

function closing(text: string, from: number): number {
  let depth = 1;
  for (let i = from; i < text.length; ++i) {
    if (text[i] === "{") ++depth;
    else if (text[i] === "}" && --depth === 0) return i;
  }
  return text.length;
}

/** Answers the blocks of a page whose parameters are all keys of `pick`. @throws an error with the block's line */
export async function answerBlocks(
  snapshot: Snapshot,
  blocks: readonly Block[],
  pick: Readonly<Record<string, unknown>>
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const block of blocks) {
    const named = namedSql(block);
    if (named === null || !named.names.every((name) => name in pick)) continue;
    const {strings, line} = block;
    const values = named.names.map((name) => pick[name]);
    const answer = await answerQuery(snapshot, {strings, values}).catch((error: unknown) => {
      throw Object.assign(new Error(messageOf(error)), {line});
    });
    if (answer !== null) answers.push(answer);
  }
  return answers;
}

/** Answers a query with values between its texts; null if JSON cannot represent it. @throws if it has too many rows */
export async function answerQuery(
  snapshot: Snapshot,
  query: {strings: readonly string[]; values: readonly unknown[]},
  most?: number
): Promise<Answer | null> {
  const {strings, values} = inlined(query.strings, query.values);
  const params = values.map(keyOf);
  if (!params.every((param) => param !== undefined)) return null;
  const {text, params: bound} = bind(strings, values);
  const result = await snapshot.query(text, positional(bound), most);
  return fitsJson(result.columns) ? {strings, params, ...result} : null;
}

/** Parameters for the `?` of a query, in order. */
export function positional(params: readonly Parameter[]): Readonly<Record<string, Parameter>> {
  return Object.fromEntries(params.map((param, i) => [i + 1, param]));
}

/** Whether JSON represents values of these columns: it loses the member of a UNION, and pages read no TIME WITH TIME ZONE. */
export function fitsJson(columns: Answer["columns"]): boolean {
  return !columns.some(({type}) => /\bUNION\(|\bTIME WITH/.test(type));
}
