import {quotedString} from "@duckdb/node-api";
import {columns as rowColumns} from "../parse/columns.js";
import {isoText} from "./database/iso.js";
import {type FileColumn, nullTexts} from "./row-source.js";

const types = new Map<string, string>([
  ...rowColumns.map(({name, type}) => [name, type] as const),
  ["publishedAt", "TIMESTAMP"]
]);

/** Whether a column of the row, or `publishedAt`, holds numbers or times. */
export function isMeasured(name: string): boolean {
  return types.has(name) && types.get(name) !== "VARCHAR";
}

/** Whether a column of the row, or `publishedAt`, holds times. */
export function isTime(name: string): boolean {
  return types.get(name) === "TIMESTAMP";
}

/** Whether a column of a file has instants by its type, so that their unit is no guess. */
export function isInstant({type}: FileColumn): boolean {
  return /^(TIMESTAMP|DATE)/.test(type);
}

/**
 * SQL that gives a cell as JSON, read for a column of the row (or an extra field). Instants of a typed column are taken as
 * they are: µs where a number says so by its size, else ISO 8601 text. NaN and the spellings of null are null. `timeFormat`:
 * how times are written (as strptime has it).
 */
export function cellJson(column: FileColumn, name: string, timeFormat?: string): string {
  const {sql, type} = column;
  if (isInstant(column)) return instantJson(sql, isTime(name));
  if (type === "INTERVAL" && isMeasured(name)) return `to_json((epoch(${sql}) * 1e6)::BIGINT)`;
  if (type === "DOUBLE" || type === "FLOAT")
    return `CASE WHEN isfinite(${sql}) THEN to_json(${sql}) WHEN isinf(${sql}) THEN to_json(${sql}::VARCHAR) END`; // JSON has no infinity
  if (type !== "VARCHAR" || !isMeasured(name)) return `to_json(${sql})`;
  const text = measuredText(column);
  if (!isTime(name) || timeFormat === undefined) return `to_json(${text})`;
  const read = parsedTime(column, timeFormat);
  return `CASE WHEN ${read} IS NULL THEN to_json(${text}) ELSE to_json(${isoText(read, 6)}) END`;
}

// A text that stands for a number or a time: null if it is one of the spellings of null.
function measuredText({sql}: FileColumn): string {
  return `CASE WHEN lower(trim(${sql})) NOT IN (${nullTexts.map((text) => quotedString(text.toLowerCase()))}) THEN ${sql} END`;
}

/** SQL of a text as a time of that format. */
export function parsedTime({sql}: FileColumn, timeFormat: string): string {
  return `try_strptime(trim(${sql}), ${quotedString(timeFormat)})::TIMESTAMP`;
}

function instantJson(sql: string, isTime: boolean): string {
  const instant = `TRY_CAST(${sql} AS TIMESTAMP)`; // of a far DATE null
  const micros = `WHEN epoch_us(${instant}) BETWEEN 100000000000000 AND 99999999999999999 THEN to_json(epoch_us(${instant}))`;
  return `CASE ${isTime ? micros : ""} WHEN ${instant} IS NULL THEN to_json(${sql}::VARCHAR) ELSE to_json(${isoText(instant, 6)}) END`;
}
