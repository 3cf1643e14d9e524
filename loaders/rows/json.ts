import {writeSources} from "./exact.js";

/**
 * JSON text of a parsed value; numbers that `parseExact` kept are written as they were. An infinite number, of a value that
 * was parsed without it, is kept as the text `"Infinity"`.
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

// Half a surrogate pair, which JSON.stringify writes as an escape, is no character: DuckDB would read none of the text.
function wellFormed(json: string): string {
  if (!json.includes("\\ud")) return json;
  return json.replace(/\\(?:u(d[89a-f][0-9a-f]{2})|.)/g, (written, half) => (half === undefined ? written : "\ufffd"));
}
