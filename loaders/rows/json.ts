/**
 * JSON text of a parsed value, however deeply nested. A number that no double holds (`1e400`, parsed as infinite) is
 * kept as the text `"Infinity"`.
 */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value, nonFinite) ?? "null";
  } catch (error) {
    if (error instanceof RangeError) return deepJson(value); // JSON.stringify recurses, JSON.parse does not
    throw error;
  }
}

/** JSON object text of the fields that `keep` accepts, null if there are none; `__proto__` is a field like any other. */
export function pickJson(object: object, keep: (name: string) => boolean): string | null {
  const fields: string[] = [];
  for (const [name, value] of Object.entries(object)) {
    if (keep(name)) fields.push(`${JSON.stringify(name)}:${toJson(value)}`);
  }
  return fields.length === 0 ? null : `{${fields.join(",")}}`;
}

function nonFinite(_name: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
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
    } else text.push(toJson(next.value));
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
