import {randomUUID} from "node:crypto";

/** Most levels of nesting of an entry, and of the rest of a body: far deeper ones crash DuckDB's JSON functions. */
export const mostDepth = 1000;

/** Most characters of a text column; real names are shorter. */
export const mostText = 1000;

/**
 * JSON text of a parsed value, with numbers as `parseExact` kept them. An infinite number, which `JSON.parse` gives for a
 * huge one, becomes the text `"Infinity"`.
 */
export function toJson(value: unknown): string {
  return writeSources(wellFormed(JSON.stringify(value, nonFinite) ?? "null"));
}

/** JSON object text of the fields that `keep` accepts, null if there are none; `__proto__` is a field like any other. */
export function pickJson(object: object, keep: (name: string) => boolean): string | null {
  const fields: string[] = [];
  for (const [name, value] of Object.entries(object)) {
    if (keep(name)) fields.push(`${toJson(name)}:${toJson(value)}`);
  }
  return fields.length === 0 ? null : `{${fields.join(",")}}`;
}

function nonFinite(_name: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}

// Replaces the escape that JSON.stringify writes for half a surrogate pair, as DuckDB rejects the whole text for it.
function wellFormed(json: string): string {
  if (!json.includes("\\ud")) return json;
  return json.replace(/\\(?:u(d[89a-f][0-9a-f]{2})|.)/g, (written, half) => (half === undefined ? written : "\ufffd"));
}

// Node 20's JSON.parse gives neither the text of a number nor the first value of a repeated name. So `parseExact` writes long
// numbers as strings that begin with this mark, and marks repeated names. It is random, so no body contains it.
const mark = `${randomUUID()}:`;
const marked = new RegExp(`"${mark}([^"]*)"`, "g");
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|-?\d[\d.eE+-]*|[{}[\]]/g;

/**
 * Parses JSON text as `JSON.parse` does, but keeps numbers that no double holds as they are written (see `sourceOf`). With
 * `lists`, a name that an object has several times gets a list of its values in place of the last one.
 */
export function parseExact(text: string, {lists = false} = {}): unknown {
  const scopes: Set<string>[] = []; // the names of each open object
  let isRepeating = false;
  const parsed = JSON.parse(
    text.replace(tokens, (token: string, colon: string | undefined, place: number) => {
      if (token === "{" || token === "[") scopes.push(new Set());
      else if (token === "}" || token === "]") scopes.pop();
      if (colon === undefined) return isLong(token) ? `"${mark}${token}"` : token;
      if (!lists) return token;
      const name = token.slice(1, -colon.length - 1);
      const scope = scopes.at(-1);
      if (!scope?.has(name)) {
        scope?.add(name);
        return token;
      }
      isRepeating = true;
      return `"${name}${mark}${place}":`;
    })
  );
  return isRepeating ? withLists(parsed, mostDepth + 2) : parsed;
}

// Puts the values of a repeated name into a list, unless they are equal.
function withLists(value: unknown, levels: number): unknown {
  if (typeof value !== "object" || value === null || levels === 0) return value;
  if (Array.isArray(value)) return value.map((part) => withLists(part, levels - 1));
  const all = new Map<string, unknown[]>();
  for (const [written, part] of Object.entries(value)) {
    const name = written.split(mark)[0] ?? written;
    all.set(name, [...(all.get(name) ?? []), withLists(part, levels - 1)]);
  }
  const isOne = (values: unknown[]) => new Set(values.map(toJson)).size === 1;
  return Object.fromEntries(Array.from(all, ([name, values]) => [name, isOne(values) ? values[0] : values]));
}

/** Whether JSON text may repeat a name in an object: it has more names than the value that `JSON.parse` gives. */
export function mayRepeat(text: string, parsed: unknown): boolean {
  const name = /(?<!\\)"\s*:/g;
  let written = 0;
  while (name.test(text)) written += 1; // a list of all matches would be as large as the text
  return written > countNames(parsed, mostDepth);
}

function countNames(value: unknown, levels: number): number {
  if (typeof value !== "object" || value === null || levels === 0) return 0;
  let count = 0;
  for (const name in value) {
    const part = (value as Record<string, unknown>)[name];
    if (typeof part === "object" && part !== null) count += countNames(part, levels - 1);
    count += 1;
  }
  return Array.isArray(value) ? count - value.length : count;
}

/** Whether JSON text has numbers, outside of strings, that a double may not hold as they are written. */
export function hasLongNumbers(text: string): boolean {
  return /[:,[\s]-?(?:[\d.]{17}|9\d{15}|[\d.]+[eE])/.test(text); // a string begins with a quote
}

/** The digits of a number that `parseExact` kept as written, as text; any other value as it is. */
export function sourceOf(value: unknown): unknown {
  return typeof value === "string" && value.startsWith(mark) ? value.slice(mark.length) : value;
}

/** JSON text of a value that came from `parseExact`, with its numbers as they were written. */
export function writeSources(json: string): string {
  return json.replace(marked, "$1");
}

// 15 digits always survive a double, and so do safe integers.
function isLong(token: string): boolean {
  if (!/^[-\d]/.test(token)) return false;
  return /[eE]/.test(token) || (token.length > 15 && (token.includes(".") || !Number.isSafeInteger(Number(token))));
}

/** Whether a value, without the part `except`, is nested deeper than so many levels. */
export function isDeeper(value: unknown, levels: number, except?: unknown): boolean {
  if (typeof value !== "object" || value === null || value === except) return false;
  if (levels === 0) return true;
  for (const part of Object.values(value)) if (isDeeper(part, levels - 1, except)) return true;
  return false;
}

/** The value with everything below so many levels replaced by "…". */
export function shallow(value: unknown, levels: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return "…";
  if (Array.isArray(value)) return value.map((part) => shallow(part, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shallow(part, levels - 1)]));
}

interface Bounds {
  depth: number;
  values: number;
}

/** Which bound JSON text exceeds, found without parsing it; null if none. Values are counted by commas and opening brackets. */
export function excessOf(text: string, most: Bounds): keyof Bounds | null {
  let [depth, values, isText] = [0, 0, false];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 34) isText = !isText;
    else if (isText && code === 92)
      i += 1; // the escaped character
    else if (isText) continue;
    else if (code === 44) values += 1;
    else if (code === 91 || code === 123) [depth, values] = [depth + 1, values + 1];
    else if (code === 93 || code === 125) depth -= 1;
    if (depth > most.depth) return "depth";
    if (values > most.values) return "values";
  }
  return null;
}
