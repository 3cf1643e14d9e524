import {quotedString} from "@duckdb/node-api";
import {ConfigError} from "../config/errors.js";
import {countText} from "../config/size.js";
import {type Body, readBody} from "../parse/body.js";
import {isColumn} from "../parse/columns.js";
import {isJsonObject} from "../service/endpoints.js";
import {cellJson, checkValues, namesOf, type RowNames, readTime, simulatedMark} from "./row-columns.js";
import {fileOf, isParquet, openRows, type RowSource, startOf} from "./row-source.js";

/** Whether a path has the name of a Parquet or CSV file. */
export function isRowFile(path: string): boolean {
  return /\.(?:parquet|parq|pq|(?:csv|tsv)(?:\.gz)?)$/i.test(path);
}

/** How a file of rows is read. */
export interface RowReading {
  signal: AbortSignal;
  /** How times are written, as strptime has it; without it as `writtenMicros` reads them. */
  timeFormat?: string | undefined;
  /** Whether to bring the rows of a response together, which a file sorted by feed has apart. */
  isByFeed?: boolean | undefined;
  note(text: string): void;
}

/** Rows of a file as the body of a response, and the number of the first of them (from 1). */
interface RowBody {
  body: string;
  read: Body;
  row: number;
}

const mostEntries = 2000;

/**
 * Reads a file of rows as bodies of the service, so that each value is read, coerced or rejected by the same rules. Consecutive
 * rows of one instant become one body. `feedUpdateTimestamp` dates a row without a time of publication; a row without a
 * readable time is rejected. @throws as `checkRows` does
 */
export async function* bodiesOfRows(
  path: string,
  {signal, timeFormat, isByFeed, note}: RowReading
): AsyncGenerator<RowBody> {
  const source = await openRows(path);
  const sorted = isByFeed ? `(FROM ${source.source} ORDER BY publishedAt, responseId, entryIndex)` : source.source;
  try {
    const names = namesOf(path, source.columns);
    for (const text of await checkValues(path, source, names, timeFormat)) note(`${path}: ${text}`);
    for (const text of names.notes) note(`${path}: ${text}`);
    let group: Group = {micros: null, row: 1, entries: [], reasons: new Map()};
    let [row, byFeed] = [0, 0];
    for await (const rows of source.stream(entriesSql(sorted, names, timeFormat))) {
      if (signal.aborted) return;
      for (const cells of rows as Cells[]) {
        row += 1;
        const micros = microsOf(cells, names);
        if (cells[0] === null && micros !== null) byFeed += 1;
        if (isOther(group, micros)) {
          yield bodyOf(group);
          group = {micros: micros ?? group.micros, row, entries: [], reasons: new Map()};
        }
        addTo(group, cells, micros, names);
      }
    }
    if (group.entries.length > 0) yield bodyOf(group);
    if (row === 0) note(`${path} has no rows`);
    if (byFeed > 0)
      note(`${path}: ${countText(byFeed, "row")} without a time of publication: dated by feedUpdateTimestamp`);
  } finally {
    source.close();
  }
}

/**
 * Checks a file of rows before anything of it is stored. Gives whether it is an export of simulated rows.
 * @throws ConfigError for a mistake of the file; DuckDB's error if a Parquet file cannot be read
 */
export async function checkRows(path: string, timeFormat?: string): Promise<boolean> {
  const source = await openRows(path);
  try {
    const names = namesOf(path, source.columns);
    await checkValues(path, source, names, timeFormat);
    return await saysSimulated(path, source, names);
  } finally {
    source.close();
  }
}

async function saysSimulated(path: string, {rows, source}: RowSource, {simulated}: RowNames): Promise<boolean> {
  if (isParquet(startOf(path).bytes)) {
    const key = `decode(key) = '${simulatedMark}' AND decode(value) = 'true'`;
    const [held] = await rows(`SELECT count(*) FROM parquet_kv_metadata(${fileOf(path)}) WHERE ${key}`);
    if (Number(held?.[0]) > 0) return true;
  }
  if (simulated === null) return false;
  const isTrue = `coalesce(lower(${simulated.sql}::VARCHAR), '') = 'true'`;
  const [[all, some] = []] = await rows(`SELECT bool_and(${isTrue}), bool_or(${isTrue}) FROM ${source}`);
  if (all === some) return all === true;
  throw new ConfigError(`${path} has simulated and real rows, which are never mixed: make a file of each`);
}

// JSON of the time of publication, of the feed's last change, and of the other columns, and the text of `extra`.
type Cells = [publishedAt: string | null, changedAt: string | null, entry: string, extra: string | null];

function entriesSql(source: string, {publishedAt, fields, extra}: RowNames, timeFormat?: string): string {
  const changedAt = fields.get("feedUpdateTimestamp");
  const times = [publishedAt, changedAt].map((column) =>
    column ? cellJson(column, "publishedAt", timeFormat) : "NULL"
  );
  const entry = Array.from(fields, ([name, column]) => `${quotedString(name)}, ${cellJson(column, name, timeFormat)}`);
  const isText = extra?.type === "VARCHAR" || extra?.type === "JSON";
  const more = extra === null ? "NULL" : isText ? extra.sql : `to_json(${extra.sql})`;
  const texts = [...times, `json_object(${entry})`, more].map((sql) => `${sql}::VARCHAR`);
  return `SELECT ${texts} FROM ${source}`;
}

// The time of publication, or if that is missing, the feed's last change.
function microsOf([at, changedAt]: Cells, {publishedAt, fields}: RowNames): number | null {
  const [json, column] = at === null ? [changedAt, fields.get("feedUpdateTimestamp")] : [at, publishedAt];
  return json === null || column == null ? null : readTime(json, column);
}

// Rows of one instant. Rows without a time belong to the group before them, and are rejected, each for a reason.
interface Group {
  micros: number | null;
  row: number;
  entries: string[];
  reasons: Map<number, string>;
}

function isOther({micros, entries}: Group, next: number | null): boolean {
  return entries.length >= mostEntries || (micros !== null && next !== null && micros !== next);
}

function addTo(group: Group, [at, , entry, extra]: Cells, micros: number | null, names: RowNames): void {
  group.micros ??= micros;
  if (micros !== null) {
    group.entries.push(joined(entry, extra, names));
    return;
  }
  const row = group.row + group.entries.length;
  const problem = at === null ? "row without a time" : `row with an unreadable time: ${at.slice(0, 80)}`;
  group.reasons.set(group.entries.length, at === null ? `${problem}: row ${row}` : `${problem}, row ${row}`);
  group.entries.push(`{"row":${row},"publishedAt":${at},"cells":${entry}}`); // has no priceFeedId, so a replay rejects it again
}

function bodyOf({micros, row, entries, reasons}: Group): RowBody {
  const body = `{"parsed":{"timestampUs":${micros},"priceFeeds":[${entries.join()}]}}`;
  const read = readBody(body);
  // Exact, also where `timestampUs` looks like another unit.
  const dated = {publishedAt: micros, isUndated: micros === null};
  const rejects = read.rejects.map((reject) => ({...reject, reason: reasons.get(reject.entryIndex) ?? reject.reason}));
  const coercions = read.coercions.filter(({columnName}) => columnName !== "publishedAt");
  return {body, read: {...read, ...dated, rejects, coercions}, row};
}

// Columns win: extra fields of the same names stay together under the name `extra`, as does text that is no JSON object.
function joined(entry: string, extra: string | null, {fields}: RowNames): string {
  if (extra === null) return entry;
  const isFree =
    isJsonObject(extra) && !Object.keys(JSON.parse(extra) as object).some((name) => isColumn(name) || fields.has(name));
  const more = isFree ? extra.trim().slice(1, -1) : `"extra":${isJsonObject(extra) ? extra : JSON.stringify(extra)}`;
  return more.trim() === "" ? entry : `${entry.slice(0, -1)},${more}}`;
}
