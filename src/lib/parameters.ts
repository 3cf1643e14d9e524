/** A value as DuckDB-Wasm binds it. */
export type Parameter = boolean | number | string | null;

/** A value that cannot be bound as a parameter. */
export class ParameterError extends Error {
  override readonly name = "ParameterError";
}

/** A name of a table or column in a query, quoted. Made by `identifier`. */
export class Identifier {
  constructor(
    readonly name: string,
    readonly database?: string
  ) {}
}

/**
 * Names a table or column that a page chooses: `` sql`SELECT ${identifier(column)} FROM prices` ``. `database` is
 * needed outside the snapshot.
 */
export function identifier(name: string, database?: string): Identifier {
  return new Identifier(name, database);
}

/**
 * The text and parameters of a query with values between its strings. Values are bound, never pasted: text, booleans
 * and null as they are, a whole number as BIGINT (`7 // ${2}` is 3), a larger bigint as HUGEINT, another number as
 * DOUBLE, a Date as TIMESTAMP in UTC, a list as a list (`IN ${[1, 2]}`). Only an `identifier` becomes text. @throws
 * ParameterError for anything else
 */
export function bind(strings: readonly string[], values: readonly unknown[]): {text: string; params: Parameter[]} {
  const params: Parameter[] = [];
  const texts = strings.map((text, i) => (i === 0 ? text : placeholder(values[i - 1]) + text));
  return {text: texts.join(""), params};

  function placeholder(value: unknown): string {
    if (value instanceof Identifier) return [value.database ?? [], value.name].flat().map(quoted).join(".");
    if (Array.isArray(value)) return `[${value.map(placeholder).join()}]`;
    const [bound, type] = typed(value);
    params.push(bound);
    return type === null ? "?" : `(?::${type})`; // in brackets: ?::BIGINT[1] would be the type of a list
  }
}

/** A name of a table or column, in quotes. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const largest = 2n ** 63n - 1n;

function typed(value: unknown): [value: Parameter, type: string | null] {
  if (value === null || value === undefined) return [null, null];
  if (typeof value === "boolean" || typeof value === "string") return [value, null];
  if (Number.isSafeInteger(value)) return [Number(value), "BIGINT"];
  if (typeof value === "number") return [String(value), "DOUBLE"]; // bound as a number it would lose its last digit
  if (typeof value === "bigint") return [String(value), value > largest || value < -largest ? "HUGEINT" : "BIGINT"];
  if (value instanceof Date && !Number.isNaN(value.getTime())) return [value.toISOString(), "TIMESTAMP"];
  const what = value instanceof Date ? "an invalid date" : Object.prototype.toString.call(value);
  throw new ParameterError(`cannot bind a parameter: ${what}: use text, a number, a date or a list of these`);
}

/** The key of a value in the answers of the build; undefined if the build answers no query with such a value. */
export function keyOf(value: unknown): Parameter | undefined {
  if (value instanceof Identifier || (typeof value === "number" && !Number.isFinite(value))) return undefined;
  if (typeof value === "boolean" || typeof value === "number" || typeof value === "string") return value;
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  return JSON.stringify(value, (_, each) => (typeof each === "bigint" ? keyOf(each) : each));
}
