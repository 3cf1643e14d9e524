import {quotedString} from "@duckdb/node-api";
import {ConfigError} from "../config/errors.js";
import {columns as rowColumns} from "../parse/columns.js";
import {toMicros, toNumber} from "../parse/entry.js";
import {isoText} from "./database/iso.js";
import {type FileColumn, nullTexts, type RowSource} from "./row-source.js";

/** The meaning of each column of a file. */
export interface RowNames {
  /** Columns of the row, and others, which become extra fields, by the names that they get. */
  fields: Map<string, FileColumn>;
  /** The time of publication; null if the file has none. */
  publishedAt: FileColumn | null;
  extra: FileColumn | null;
  simulated: FileColumn | null;
  /** Whether the file is an export of feed_updates, which needs no check of its values. */
  isOwn: boolean;
  /** Messages about columns whose names differ from the names in `feed_updates`. */
  notes: string[];
}

/** The key of Parquet's metadata, and the column of a CSV, that mark the rows of a file as simulated. */
export const simulatedMark = "simulated";

const scaled = ["carriedForward", "validSeconds", "spreadBps"]; // columns of views, whose prices are scaled

/** Whether `load file` can read rows with such columns: they have feed and price, and prices are still mantissas. */
export function areUpdates(names: readonly string[]): boolean {
  return names.includes("priceFeedId") && names.includes("price") && !names.some((name) => scaled.includes(name));
}

const special = ["publishedAt", "extra", simulatedMark, "responseId", "entryIndex"]; // a store makes the last two itself
const known = new Map([...rowColumns.map(({name}) => name), ...special].map((name) => [keyOf(name), name]));
const values = rowColumns.filter(({type}) => type === "DOUBLE" || type === "VARCHAR").map(({name}) => name as string);

// Names of a column that is read as `publishedAt` if there is none.
const times =
  /^(?:publish(?:ed)?(?:time(?:stamp)?|on)?|(?:unix|epoch|date)?time(?:stamp)?|ts|date|epoch)(?:utc|s|ms|us|ns)?$/;

/** Finds the meaning of a file's columns. @throws ConfigError if feed or price is missing, or two columns could be one */
export function namesOf(path: string, columns: readonly FileColumn[]): RowNames {
  const named = columns.filter(({name}) => name !== "");
  const found = new Map<string, FileColumn>();
  for (const column of named) {
    const name = known.get(keyOf(column.name)) ?? column.name;
    const other = found.get(name);
    if (other) throw new ConfigError(`${path} has two columns ${name}: ${other.name}, ${column.name}; remove one`);
    found.set(name, column);
  }
  assertUpdates(path, found);
  const publishedAt = found.get("publishedAt") ?? otherTime(path, found);
  const isField = (name: string) => !special.includes(name) && name !== publishedAt?.name;
  const fields = new Map([...found].filter(([name]) => isField(name)));
  const notes = notesOf(fields, publishedAt);
  if (named.length < columns.length) notes.unshift("a column without a name is left out");
  const [extra = null, simulated = null] = [found.get("extra"), found.get(simulatedMark)];
  const isOwn = ["responseId", "exponent", "extra"].every((name) => found.has(name));
  return {fields, publishedAt, extra, simulated, isOwn, notes};
}

function notesOf(fields: RowNames["fields"], publishedAt: FileColumn | null): string[] {
  const renamed = [...fields].filter(([name, column]) => name !== column.name);
  const pairs = renamed.map(([name, column]) => `${name} (${column.name})`).join(", ");
  const others = [...fields.keys()].filter((name) => !known.has(keyOf(name))).join(", ");
  const notes: string[] = [];
  if (publishedAt && publishedAt.name !== "publishedAt")
    notes.push(`publishedAt is read from the column ${publishedAt.name}`);
  if (pairs !== "") notes.push(`columns are read as ${pairs}`);
  if (others !== "") notes.push(`columns that are kept as extra fields: ${others.slice(0, 500)}`);
  return notes;
}

function assertUpdates(path: string, found: ReadonlyMap<string, FileColumn>): void {
  const names = [...found.keys()];
  const has = names.join(", ").slice(0, 500);
  if (!found.has("priceFeedId"))
    throw new ConfigError(`no rows of feeds: ${path}: it has no column priceFeedId, but ${has}`);
  if (names.some((name) => scaled.some((one) => keyOf(one) === keyOf(name))))
    throw new ConfigError(`no mantissas: ${path} is of a view: export feed_updates, which has prices as they came`);
  if (!values.some((name) => found.has(name)))
    throw new ConfigError(`no updates: ${path}: it has no value of a feed, as price, but ${has}`);
}

function otherTime(path: string, found: ReadonlyMap<string, FileColumn>): FileColumn | null {
  const all = [...found.values()].filter(({name}) => !known.has(keyOf(name)) && times.test(keyOf(name)));
  const instants = all.filter(({name}) => keyOf(name) !== "date"); // a day beside a time becomes an extra field
  const candidates = instants.length === 0 ? all : instants;
  if (candidates.length < 2) return candidates[0] ?? null;
  const names = candidates.map(({name}) => name).join(", ");
  throw new ConfigError(
    `${path} has ${candidates.length} columns that could be the time: ${names}; call the one publishedAt`
  );
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

const types = new Map<string, string>([
  ...rowColumns.map(({name, type}) => [name, type] as const),
  ["publishedAt", "TIMESTAMP"]
]);

const isTime = (name: string) => types.get(name) === "TIMESTAMP";
const isMeasured = (name: string) => isTime(name) || /^(?:DOUBLE|BIGINT)$/.test(types.get(name) ?? "");
const isInstant = ({type}: FileColumn) => /^(?:TIMESTAMP|DATE)/.test(type);

/**
 * SQL that gives a cell as JSON, to be read as the column `name` of the row (or as an extra field). Typed instants become µs
 * where the size of the number shows that, else ISO 8601 text. NaN and the spellings of null become null.
 */
export function cellJson(column: FileColumn, name: string, timeFormat?: string): string {
  const {sql, type} = column;
  if (isInstant(column)) return instantJson(sql, isTime(name));
  if (type === "INTERVAL" && isMeasured(name)) return `to_json((epoch(${sql}) * 1e6)::BIGINT)`;
  if (type === "DOUBLE" || type === "FLOAT")
    return `CASE WHEN isfinite(${sql}) THEN to_json(${sql}) WHEN isinf(${sql}) THEN to_json(${sql}::VARCHAR) END`; // JSON has no infinity
  if (type !== "VARCHAR" || !isMeasured(name)) return `to_json(${sql})`;
  const nulls = nullTexts.map((text) => quotedString(text.toLowerCase()));
  const text = `to_json(CASE WHEN lower(trim(${sql})) NOT IN (${nulls}) THEN ${sql} END)`;
  if (!isTime(name) || timeFormat === undefined) return text;
  const time = parsedTime(column, timeFormat);
  return `CASE WHEN ${time} IS NULL THEN ${text} ELSE to_json(${isoText(time, 6)}) END`;
}

function parsedTime({sql}: FileColumn, timeFormat: string): string {
  return `try_strptime(trim(${sql}), ${quotedString(timeFormat)})::TIMESTAMP`;
}

function instantJson(sql: string, isTime: boolean): string {
  const instant = `TRY_CAST(${sql} AS TIMESTAMP)`; // null for a far DATE
  const micros = `WHEN epoch_us(${instant}) BETWEEN 100000000000000 AND 99999999999999999 THEN to_json(epoch_us(${instant}))`;
  return `CASE ${isTime ? micros : ""} WHEN ${instant} IS NULL THEN to_json(${sql}::VARCHAR) ELSE to_json(${isoText(instant, 6)}) END`;
}

const [earliest, latest] = [Date.UTC(2000, 0) * 1000, Date.UTC(2100, 0) * 1000];

/**
 * Reads a time of publication from its JSON; null if it is unreadable. A number outside of the years 2000 to 2099 is
 * unreadable: it is a date as 20260922, or the days of a spreadsheet.
 */
export function readTime(json: string, column: FileColumn): number | null {
  const value: unknown = json.startsWith('"') ? JSON.parse(json) : json; // as text a number keeps its digits
  const micros = toMicros(value);
  const isSure = micros === null || isInstant(column) || toNumber(value) === null;
  return isSure || (micros >= earliest && micros < latest) ? micros : null;
}

/** A condition of SQL that shows a mistake in a column, and the text about it. */
interface Check {
  column: FileColumn;
  when: string;
  problem: string;
  /** Whether the file is read all the same, with a note. */
  isNote?: boolean;
}

/**
 * Reads all values of a file once, so that nothing is stored of a file that ends in a mistake. Refuses values that can be
 * read in two ways, and returns the notes about others. @throws ConfigError
 */
export async function checkValues(
  path: string,
  source: RowSource,
  names: RowNames,
  timeFormat?: string
): Promise<string[]> {
  if (timeFormat !== undefined) await checkFormat(source, timeFormat);
  const has = source.columns.map(({name}) => name).join(", ");
  const timed = [names.publishedAt, names.fields.get("feedUpdateTimestamp")].find((column) => column != null);
  if (timed === undefined)
    throw new ConfigError(`${path} has no times: it needs a column publishedAt, and has ${has.slice(0, 500)}`);
  const checks = checksOf(names, timeFormat);
  const firsts = checks.map(({column: {sql}, when}) => `min_by([row::VARCHAR, ${sql}::VARCHAR], row) FILTER (${when})`);
  const counts = source.columns.map(({sql}) => `count(${sql})`); // makes DuckDB read every cell
  const [found = []] = await source.rows(`SELECT ${[...firsts, ...counts]}
    FROM (SELECT *, row_number() OVER () AS row FROM ${source.source})`);
  const notes = checks.flatMap(({column, problem, isNote}, i) => {
    const first = found[i] as {items: string[]} | null;
    if (first === null) return [];
    const [row, cell = ""] = first.items;
    const text = `row ${row}: ${cell.slice(0, 80)} in ${column.name} ${problem}`;
    if (isNote) return [text];
    throw new ConfigError(`${path}, ${text}`);
  });
  const json = cellJson(timed, "publishedAt", timeFormat);
  const times = await source.rows(`SELECT ${json}::VARCHAR FROM ${source.source} WHERE ${json} IS NOT NULL LIMIT 1000`);
  if (times.length > 0 && times.every(([time]) => readTime(String(time), timed) === null))
    throw new ConfigError(
      `${path}: no time can be read in ${timed.name}, as ${String(times[0]).slice(0, 80)}: write 2026-09-22T10:12:00Z, or name its format with --time-format`
    );
  return notes;
}

async function checkFormat({rows}: RowSource, timeFormat: string): Promise<void> {
  await rows(`SELECT strptime('', ${quotedString(timeFormat)}) WHERE false`).catch(() => {
    throw new ConfigError(`invalid --time-format: ${timeFormat}: write it as strptime has it, as in %m/%d/%Y %H:%M`);
  });
}

function checksOf({fields, publishedAt, isOwn}: RowNames, timeFormat?: string): Check[] {
  const named = [...fields, ...(publishedAt ? [["publishedAt", publishedAt] as const] : [])];
  const texts = named.filter(([name, {type}]) => type === "VARCHAR" && isMeasured(name));
  const checks = texts.map(([name, column]) => (isTime(name) ? timeCheck(column, timeFormat) : commaCheck(column)));
  return isOwn ? checks : [...checks, ...mantissaChecks(fields)];
}

function timeCheck(column: FileColumn, timeFormat?: string): Check {
  const isAmbiguous = `regexp_matches(${column.sql}, '^\\s*\\d{1,2}([-/.])\\d{1,2}[-/.]\\d{2,4}\\b')`;
  if (timeFormat === undefined) {
    const problem = "needs a format: name it, as in --time-format '%m/%d/%Y %H:%M', or write 2026-09-22T10:12:00Z";
    return {column, when: isAmbiguous, problem};
  }
  const when = `${isAmbiguous} AND ${parsedTime(column, timeFormat)} IS NULL`;
  return {column, when, problem: `does not have the given format: ${timeFormat}`};
}

function commaCheck(column: FileColumn): Check {
  const when = `regexp_matches(${column.sql}, '^\\s*[-+]?[\\d.]*\\d,\\d[\\d.,]*\\s*$')`;
  return {column, when, problem: "has a comma: write numbers with a decimal point, and thousands without separators"};
}

// Mantissas are whole numbers.
function mantissaChecks(fields: RowNames["fields"]): Check[] {
  const prices = ["price", "bestBidPrice", "bestAskPrice", "confidence", "emaPrice", "emaConfidence"];
  const exponent = fields.get("exponent");
  const power = exponent === undefined ? "NULL" : `TRY_CAST(${exponent.sql}::VARCHAR AS DOUBLE)`;
  const advice = "export feed_updates, which has prices as they came, or give the exponent 0";
  const problem = `has decimals and no exponent, so it cannot be a mantissa: ${advice}`;
  return prices.flatMap((name) => {
    const column = fields.get(name);
    const number = `TRY_CAST(${column?.sql} AS DOUBLE)`;
    const isFractional = `${number} <> floor(${number})`;
    const note = "has decimals: it is read as a mantissa, times a power of ten";
    return column === undefined
      ? []
      : [
          {column, when: `${isFractional} AND ${power} IS NULL`, problem},
          {column, when: `${isFractional} AND ${power} <> 0`, problem: note, isNote: true}
        ];
  });
}
