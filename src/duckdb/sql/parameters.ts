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

  text(): string {
    const names = this.database === undefined ? [this.name] : [this.database, this.name];
    return names.map((name) => `"${name.replaceAll('"', '""')}"`).join(".");
  }
}

/** Names a table or column that a page chooses: `` sql`SELECT ${identifier(column)} FROM prices` ``. */
export function identifier(name: string, database?: string): Identifier {
  return new Identifier(name, database);
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

const largest = 2n ** 63n - 1n;

/** A value as DuckDB-Wasm binds it, and its type unless DuckDB finds it. @throws ParameterError for a value without a type */
export function typed(value: unknown): [value: Parameter, type: string | null] {
  if (value === null || value === undefined) return [null, null];
  if (typeof value === "boolean") return [value, null];
  if (typeof value === "string") return [withoutPlus(value), null];
  if (Number.isSafeInteger(value)) return [Number(value), "BIGINT"];
  if (typeof value === "number") return [String(value), "DOUBLE"]; // bound as a number it would lose its last digit
  if (typeof value === "bigint") return [String(value), value > largest || value < -largest ? "HUGEINT" : "BIGINT"];
  if (value instanceof Date && !Number.isNaN(value.getTime())) return [withoutPlus(value.toISOString()), "TIMESTAMP"];
  throw new ParameterError(`cannot bind a parameter: ${instead(value)}`);
}

// DuckDB takes no plus before a year after 9999, which ISO 8601 asks for.
function withoutPlus(text: string): string {
  return text.replace(/^\+(?=\d{6}-\d\d-\d\dT)/, "");
}

function instead(value: unknown): string {
  if (value instanceof Date) return "an invalid date";
  if (value instanceof Promise) return "a promise: write await before what gives it";
  if (Object.getPrototypeOf(value) !== Object.prototype)
    return `${Object.prototype.toString.call(value)}: use text, a number, a date or a list of these`;
  return `a row: give one of its values, as in \${row.price}. Rows of a query, as they came, can stand for a table: FROM \${rows}. Others need await table("name", rows)`;
}
