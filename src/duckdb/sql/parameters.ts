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

/** A name of a table or column, in quotes. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
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
