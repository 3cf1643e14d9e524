import type {QueryResult} from "../store/query.js";

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
