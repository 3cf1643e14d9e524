import {
  Bool,
  type DataType,
  Float64,
  Int32,
  Table,
  TimestampMillisecond,
  tableToIPC,
  Utf8,
  vectorFromArray
} from "apache-arrow";
import type {QueryResult} from "../database/query.js";

/** The rows of a result as objects by column name. */
export function toRecords({columns, rows}: QueryResult): Record<string, unknown>[] {
  return rows.map((row) => Object.fromEntries(columns.map(({name}, i) => [name, row[i]])));
}

/** The rows of a result as CSV (RFC 4180, `\n`), with a header line; null is an empty field, lists are JSON text. */
export function toCsv({columns, rows}: QueryResult): string {
  const lines = [columns.map(({name}) => name), ...rows].map((row) => row.map(field).join(","));
  return `${lines.join("\n")}\n`;
}

function field(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text === "" || /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The rows of a result as an Arrow file: numbers as doubles or 32 bits, timestamps in ms, lists and structs as JSON text. */
export function toArrow({columns, rows}: QueryResult): Uint8Array {
  const vectors = columns.map(({name, type}, i) => {
    const values = rows.map((row) => row[i] ?? null);
    return [name, vectorFromArray(values.map(cellOf(type)), arrowType(type))] as const;
  });
  return tableToIPC(new Table(Object.fromEntries(vectors)), "file");
}

const integers = /^U?(TINYINT|SMALLINT|INTEGER)$/;
const numbers = /^(U?BIGINT|U?HUGEINT|UINTEGER|FLOAT|DOUBLE|DECIMAL)/;

function arrowType(type: string): DataType {
  if (type === "BOOLEAN") return new Bool();
  if (integers.test(type) && type !== "UINTEGER") return new Int32();
  if (numbers.test(type)) return new Float64();
  return type.startsWith("TIMESTAMP") ? new TimestampMillisecond() : new Utf8();
}

function cellOf(type: string): (value: unknown) => unknown {
  if (type.startsWith("TIMESTAMP")) return (value) => (value === null ? null : Date.parse(String(value)));
  if (numbers.test(type)) return (value) => (value === null ? null : Number(value));
  return (value) => (value !== null && typeof value === "object" ? JSON.stringify(value) : value);
}
