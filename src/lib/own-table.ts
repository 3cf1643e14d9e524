import {
  Bool,
  type DataType,
  Float64,
  Int64,
  Table,
  TimestampMillisecond,
  tableToIPC,
  Utf8,
  vectorFromArray
} from "apache-arrow";
import {type Identifier, identifier} from "./parameters.js";
import {database, setTable} from "./tables.js";

/**
 * Makes rows a table that SQL can ask, on this page: `` const own = table("own", FileAttachment("own.csv").csv()) ``, then
 * `` sql`FROM ${await own}` ``. Takes rows of a file or of one's own, or a promise of them. Whole numbers become BIGINT,
 * others DOUBLE, dates TIMESTAMP; a column of several kinds is text. @throws TypeError if they are no rows
 */
export async function table(name: string, rows: Iterable<object> | PromiseLike<Iterable<object>>): Promise<Identifier> {
  const given = await rows;
  if (typeof given !== "object" || given === null || !(Symbol.iterator in given))
    throw new TypeError(`table ${name} has no rows: give a list of objects, such as FileAttachment("own.csv").csv()`);
  const records = Array.from(given, recordOf);
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  if (names.length === 0) throw new TypeError(`table ${name} has no columns: its rows are empty`);
  const columns = names.map((column) => [column, vectorOf(records.map((record) => record[column] ?? null))] as const);
  setTable(name, tableToIPC(new Table(Object.fromEntries(columns)), "stream"));
  return identifier(name, database);
}

// A row of Arrow gives its values by `toJSON`.
function recordOf(row: object): Record<string, unknown> {
  return "toJSON" in row && typeof row.toJSON === "function" ? row.toJSON() : (row as Record<string, unknown>);
}

function vectorOf(values: readonly unknown[]) {
  const kinds = new Set(values.filter((value) => value !== null).map(kindOf));
  if (kinds.size === 2 && kinds.has("whole") && kinds.has("number")) kinds.delete("whole");
  const [kind = "text"] = kinds;
  const {type, to} = columns[kinds.size === 1 ? kind : "text"];
  return vectorFromArray(
    values.map((value) => (value === null ? null : to(value))),
    type
  );
}

type Kind = "boolean" | "date" | "number" | "text" | "whole";

function kindOf(value: unknown): Kind {
  if (typeof value === "bigint") return "whole";
  if (typeof value === "number") return Number.isSafeInteger(value) ? "whole" : "number";
  if (typeof value === "boolean") return "boolean";
  return value instanceof Date ? "date" : "text";
}

const columns: Record<Kind, {type: DataType; to(value: unknown): unknown}> = {
  boolean: {type: new Bool(), to: Boolean},
  date: {type: new TimestampMillisecond(), to: Number},
  number: {type: new Float64(), to: Number},
  text: {type: new Utf8(), to: textOf},
  whole: {type: new Int64(), to: (value) => BigInt(value as number)}
};

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
