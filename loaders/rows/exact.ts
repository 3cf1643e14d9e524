import {randomUUID} from "node:crypto";

// Node 20's JSON.parse does not give a number's source. A second parse does, of a text in which such numbers are marked
// as strings: bodies that need it are rare. Nobody outside can know the mark.
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

/** Where a string of JSON text that starts at a quote ends: the place after its last quote. */
export function endOfString(text: string, start: number): number {
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
