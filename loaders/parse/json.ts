import {randomUUID} from "node:crypto";

/**
 * JSON text of a parsed value; numbers that `parseExact` kept are written as they were. An infinite number, which `JSON.parse`
 * gives for a huge one, becomes the text `"Infinity"`.
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

// Node 20's JSON.parse does not give a number's source text. So the few bodies with long numbers are parsed again, with these
// numbers as strings that begin with a mark. It is random, so no body can contain it.
const mark = `${randomUUID()}:`;
const marked = new RegExp(`"${mark}([^"]*)"`, "g");

/** Parses JSON text as `JSON.parse` does, but keeps numbers that no double holds as they are written (see `sourceOf`). */
export function parseExact(text: string): unknown {
  const pieces: string[] = [];
  let from = 0;
  for (let start = nextToken(text, 0); start < text.length; start = nextToken(text, from)) {
    pieces.push(text.slice(from, start));
    from = text[start] === '"' ? endOfString(text, start) : endOfNumber(text, start);
    const token = text.slice(start, from);
    pieces.push(isLong(token) ? `"${mark}${token}"` : token);
  }
  return JSON.parse(pieces.join("") + text.slice(from));
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
  if (token.startsWith('"')) return false;
  return /[eE]/.test(token) || (token.length > 15 && (token.includes(".") || !Number.isSafeInteger(Number(token))));
}

function nextToken(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 34 || code === 45 || (code >= 48 && code <= 57)) return i; // a quote, a minus sign, a digit
  }
  return text.length;
}

/** The index after the closing quote of the JSON string that starts at `start`. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 92) i += 1;
    else if (code === 34) return i + 1;
  }
  return text.length;
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && /[\d.eE+-]/.test(text.charAt(end))) end += 1;
  return end;
}

/** Most levels of nesting of an entry, and of the rest of a body: far deeper ones crash DuckDB's JSON functions. */
export const mostDepth = 1000;

/** Most characters of a text column; real names are shorter. */
export const mostText = 1000;

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

/**
 * Which bound JSON text exceeds, found without parsing it; null if none. Values are counted by commas and opening brackets
 * outside of strings.
 */
export function excessOf(text: string, most: Bounds): keyof Bounds | null {
  let [depth, values] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 34) i = endOfString(text, i) - 1;
    else if (code === 44) values += 1;
    else if (code === 91 || code === 123) [depth, values] = [depth + 1, values + 1];
    else if (code === 93 || code === 125) depth -= 1;
    if (depth > most.depth) return "depth";
    if (values > most.values) return "values";
  }
  return null;
}
