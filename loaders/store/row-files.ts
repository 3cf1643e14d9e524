import {quotedString} from "@duckdb/node-api";
import {ConfigError} from "../config/errors.js";
import {countText} from "../config/size.js";
import {type Body, emptyBody, type ReadBody, readBody} from "../parse/body.js";
import {isColumn} from "../parse/columns.js";
import {isJsonObject} from "../service/endpoints.js";
import {cellJson} from "./row-cells.js";
import {checkValues, readTime} from "./row-checks.js";
import {namesOf, type RowNames, simulatedMark} from "./row-names.js";
import {fileOf, isParquet, openRows, type RowSource} from "./row-source.js";

/** Whether a path names a file of rows, which has the columns of `feed_updates`: as Parquet, or else as CSV. */
export function isRowFile(path: string): boolean {
  return /\.(?:parquet|parq|pq|(?:csv|tsv)(?:\.gz)?)$/i.test(path);
}

/** How a file of rows is read. */
export interface RowReading {
  signal: AbortSignal;
  /** How times are written, as strptime has it; without it as `writtenMicros` reads them. */
  timeFormat?: string | undefined;
  note(text: string): void;
}

/** Rows of a file as the body of a response, and the number of the first of them (from 1). */
interface RowBody {
  body: string;
  read: ReadBody;
  row: number;
}

const mostEntries = 2000;

/**
 * Reads a file of rows as bodies of the service, so that each value is read, coerced or rejected in the same way. Consecutive
 * rows of one instant are one body. A row without a time of publication is dated by its `feedUpdateTimestamp`; a row without
 * a readable time is rejected.
 * @throws as `checkRows` does
 */
export async function* bodiesOfRows(path: string, {signal, timeFormat, note}: RowReading): AsyncGenerator<RowBody> {
  const source = await openRows(path);
  try {
    const names = namesOf(path, source.columns);
    const notes = await checkValues(path, source, names, timeFormat);
    for (const text of [...names.notes, ...notes]) note(`${path}: ${text}`);
    let group: Group = {micros: null, row: 1, entries: [], undated: new Map()};
    let [row, byFeed] = [0, 0];
    for await (const rows of source.stream(entriesSql(source, names, timeFormat))) {
      if (signal.aborted) return;
      for (const cells of rows as Cells[]) {
        row += 1;
        const micros = microsOf(cells, names);
        if (cells[0] === null && micros !== null) byFeed += 1;
        if (isOther(group, micros)) {
          yield bodyOf(group);
          group = {micros: micros ?? group.micros, row, entries: [], undated: new Map()};
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
 * Checks a file of rows, before anything of it is stored. Gives whether it is marked as simulated, as exports of simulated
 * rows are.
 * @throws ConfigError if a column or all times are missing or ambiguous, prices are no mantissas, some rows are simulated and
 * others are not, or a line cannot be read; DuckDB's error if a Parquet file cannot be read
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
  if (isParquet(path)) {
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

// JSON of the times of publication and of the feed's last change, of the other columns, and the text of the extra fields.
type Cells = [publishedAt: string | null, changedAt: string | null, entry: string, extra: string | null];

function entriesSql({source}: RowSource, {publishedAt, fields, extra}: RowNames, timeFormat?: string): string {
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

// The time that dates a row: of publication, or where that is missing, the feed's last change.
function microsOf([at, changedAt]: Cells, {publishedAt, fields}: RowNames): number | null {
  const [json, column] = at === null ? [changedAt, fields.get("feedUpdateTimestamp")] : [at, publishedAt];
  return json === null || column == null ? null : readTime(json, column);
}

// Rows of one instant. Rows without a time are with those before them, and are rejected.
interface Group {
  micros: number | null;
  row: number;
  entries: string[];
  undated: Map<number, {reason: string; entry: string}>;
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
  const reason =
    at === null ? `row without a time: row ${row}` : `row with an unreadable time: ${at.slice(0, 80)}, row ${row}`;
  const whole = `{"row":${row},"publishedAt":${at},"cells":${entry}}`; // no entry, so a replay leaves it
  group.undated.set(group.entries.length, {reason, entry: whole});
  group.entries.push(whole);
}

function bodyOf({micros, row, entries, undated}: Group): RowBody {
  const body = `{"parsed":{"timestampUs":${micros},"priceFeeds":[${entries.join()}]}}`;
  const held: Body = micros === null ? emptyBody() : {...readBody(body), publishedAt: micros, isUndated: false};
  const rejects =
    micros === null
      ? Array.from(undated, ([entryIndex, why]) => ({entryIndex, ...why}))
      : held.rejects.map((reject) => ({...reject, ...undated.get(reject.entryIndex)}));
  const read = {
    held: {...held, entries: entries.length, rejects, coercions: held.coercions.filter(isOfEntry)},
    bytes: Buffer.byteLength(body),
    text: () => body,
    isMade: true
  };
  return {body, read, row};
}

// The time is exact, whatever number it has.
function isOfEntry({columnName}: Body["coercions"][number]): boolean {
  return columnName !== "publishedAt";
}

// Columns win: extra fields of the same names stay together under the name `extra`, as does text that is no JSON object.
function joined(entry: string, extra: string | null, {fields}: RowNames): string {
  if (extra === null) return entry;
  const isFree =
    isJsonObject(extra) && !Object.keys(JSON.parse(extra) as object).some((name) => isColumn(name) || fields.has(name));
  const more = isFree ? extra.trim().slice(1, -1) : `"extra":${isJsonObject(extra) ? extra : JSON.stringify(extra)}`;
  return more.trim() === "" ? entry : `${entry.slice(0, -1)},${more}}`;
}
