import {randomUUID} from "node:crypto";
import {toJson} from "./json.js";
import {endOf, space, tokenAt} from "./syntax.js";

const mark = `:${randomUUID()}:`; // no body can contain it

/** Whether JSON text may have an object with a name twice: it has more names than the value that was parsed of it. */
export function mayRepeat(text: string, parsed: unknown): boolean {
  const name = /"\s*:/g;
  let written = 0;
  while (name.test(text)) written += 1; // a list of all matches would be as large as the text
  return written > namesIn(parsed);
}

function namesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  for (const name in value) {
    const part = (value as Record<string, unknown>)[name];
    if (typeof part === "object" && part !== null) count += namesIn(part);
    count += 1;
  }
  return Array.isArray(value) ? count - value.length : count;
}

/** JSON text in which no object has a name twice: `joinRepeats` finds those that had. */
export function markRepeats(text: string): string {
  const tokens: string[] = [];
  const names: Set<string>[] = [];
  for (let at = endOf(space, text, 0); at < text.length; at = endOf(space, text, at)) {
    const token = tokenAt(text, at);
    at += token.length;
    const isName = text[endOf(space, text, at)] === ":";
    tokens.push(isName && names.at(-1)?.has(token) ? `${token.slice(0, -1)}${mark}${at}"` : token);
    if (token === "{" || token === "[") names.push(new Set());
    else if (token === "}" || token === "]") names.pop();
    else if (isName) names.at(-1)?.add(token);
  }
  return tokens.join("");
}

/** The parsed value with a list of all values where a name had several, as no one of them is right. */
export function joinRepeats(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(joinRepeats);
  const all = new Map<string, unknown[]>();
  for (const [marked, part] of Object.entries(value)) {
    const name = marked.split(mark)[0] ?? marked;
    all.set(name, [...(all.get(name) ?? []), joinRepeats(part)]);
  }
  const isOne = (values: unknown[]) => new Set(values.map(toJson)).size === 1;
  return Object.fromEntries(Array.from(all, ([name, values]) => [name, isOne(values) ? values[0] : values]));
}
