import {writeSources} from "./exact.js";

/**
 * JSON text of a parsed value, however deeply nested; numbers that `parseExact` kept are written as they were. An
 * infinite number, of a value that was parsed without it, is kept as the text `"Infinity"`.
 */
export function toJson(value: unknown): string {
  return writeSources(write(value));
}

function write(value: unknown): string {
  try {
    return wellFormed(JSON.stringify(value, nonFinite) ?? "null");
  } catch (error) {
    if (error instanceof RangeError) return deepJson(value); // JSON.stringify recurses, JSON.parse does not
    throw error;
  }
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

// Half a surrogate pair, which JSON.stringify writes as an escape, is no character: DuckDB would read none of the text.
function wellFormed(json: string): string {
  if (!json.includes("\\ud")) return json;
  return json.replace(/\\(?:u(d[89a-f][0-9a-f]{2})|.)/g, (written, half) => (half === undefined ? written : "\ufffd"));
}

// A stack of what is still to be written: text as it is, values wrapped.
function deepJson(root: unknown): string {
  const text: string[] = [];
  const todo: (string | {value: unknown})[] = [{value: root}];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (typeof next === "string") text.push(next);
    else if (Array.isArray(next.value)) pushParts(todo, "[]", next.value.map(unnamed));
    else if (typeof next.value === "object" && next.value !== null) {
      pushParts(todo, "{}", Object.entries(next.value).map(named));
    } else text.push(write(next.value));
  }
  return text.join("");
}

function unnamed(value: unknown): [string, unknown] {
  return ["", value];
}

function named([name, value]: [string, unknown]): [string, unknown] {
  return [`${toJson(name)}:`, value];
}

// Last first, as the stack is read from its end; one by one, as a wide array is no argument list.
function pushParts(todo: (string | {value: unknown})[], brackets: string, items: [string, unknown][]): void {
  todo.push(brackets.slice(1));
  for (let i = items.length - 1; i >= 0; i--) {
    const [name, value] = items[i] ?? ["", null];
    todo.push({value}, i === 0 ? name : `,${name}`);
  }
  todo.push(brackets.slice(0, 1));
}
