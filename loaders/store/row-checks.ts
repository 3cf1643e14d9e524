import {quotedString} from "@duckdb/node-api";
import {ConfigError} from "../config/errors.js";
import {toMicros, toNumber} from "../parse/entry.js";
import {cellJson, isInstant, isMeasured, isTime, parsedTime} from "./row-cells.js";
import type {RowNames} from "./row-names.js";
import type {FileColumn, RowSource} from "./row-source.js";

/** A mistake of a value: SQL of when it is there, SQL of the value, and what to say of it. */
interface Check {
  when: string;
  value: string;
  text(value: string): string;
  /** Whether the value is read all the same. */
  isNote?: boolean;
}

const rowNumber = '"row of the file"';
const priceColumns = ["price", "bestBidPrice", "bestAskPrice", "confidence", "emaPrice", "emaConfidence"];

/**
 * Reads all values of a file once, so that nothing is stored of a file that ends in a mistake, and refuses what could be
 * read in two ways. Gives what the reader should know of it. @throws ConfigError
 */
export async function checkValues(
  path: string,
  {rows, source, columns}: RowSource,
  names: RowNames,
  timeFormat?: string
): Promise<string[]> {
  if (timeFormat !== undefined) await checkFormat(rows, timeFormat);
  const timed = [names.publishedAt, names.fields.get("feedUpdateTimestamp")].filter((column) => column != null);
  const has = columns
    .map(({name}) => name)
    .join(", ")
    .slice(0, 500);
  if (timed.length === 0) throw new ConfigError(`${path} has no times: it needs a column publishedAt, and has ${has}`);
  const checks = checksOf(names, timeFormat);
  const found = checks.flatMap(({when, value}) => [
    `min(${rowNumber}) FILTER (${when})`,
    `arg_min(${value}::VARCHAR, ${rowNumber}) FILTER (${when})`
  ]);
  const times = `count(coalesce(${timed.map((column) => cellJson(column, "publishedAt", timeFormat))}))`;
  const counts = columns.map(({sql}) => `count(${sql})`); // so that the text of every cell is read
  const [[all, dated, ...places] = []] = await rows(`SELECT count(*), ${[times, ...found, ...counts]}
    FROM (SELECT *, row_number() OVER () AS ${rowNumber} FROM ${source})`);
  const notes = checks.flatMap(({text, isNote}, i) => {
    const [row, value] = [places[2 * i], places[2 * i + 1]];
    const cell = String(value).slice(0, 80);
    const said = `row ${row}: ${cell} ${text(cell)}`;
    if (row != null && !isNote) throw new ConfigError(`${path}, ${said}`);
    return row == null ? [] : [said];
  });
  if (Number(all) > 0 && Number(dated) === 0)
    throw new ConfigError(`${path} has no times: no row has a value in ${timed.map(({name}) => name).join(" or ")}`);
  const [column] = timed;
  if (column === undefined || Number(all) === 0) return notes;
  const json = cellJson(column, "publishedAt", timeFormat);
  const sample = await rows(`SELECT ${json}::VARCHAR FROM ${source} WHERE ${json} IS NOT NULL LIMIT 1000`);
  if (sample.length === 0 || sample.some(([cell]) => readTime(String(cell), column) !== null)) return notes;
  throw new ConfigError(
    `${path}: no time can be read in ${column.name}, as ${String(sample[0]).slice(0, 80)}: write 2026-09-22T10:12:00Z, or name its format with --time-format`
  );
}

async function checkFormat(rows: RowSource["rows"], timeFormat: string): Promise<void> {
  await rows(`SELECT strptime('', ${quotedString(timeFormat)}) WHERE false`).catch(() => {
    throw new ConfigError(`invalid --time-format: ${timeFormat}: write it as strptime has it, as in %m/%d/%Y %H:%M`);
  });
}

function checksOf({fields, publishedAt, isOwn}: RowNames, timeFormat: string | undefined): Check[] {
  const texts = [...fields, ...(publishedAt ? [["publishedAt", publishedAt] as const] : [])].filter(
    ([name, {type}]) => type === "VARCHAR" && isMeasured(name)
  );
  const checks = texts.map(([name, column]): Check => {
    const {sql} = column;
    if (!isTime(name))
      return {
        when: `regexp_matches(${sql}, '^\\s*[-+]?[\\d.]*\\d,\\d[\\d.,]*\\s*$')`,
        value: sql,
        text: () =>
          `in ${column.name} has a comma: write numbers with a decimal point, and thousands without separators`
      };
    const unread = timeFormat === undefined ? "true" : `${parsedTime(column, timeFormat)} IS NULL`;
    const advice = (value: string) =>
      timeFormat === undefined
        ? `needs a format: name it, as in --time-format '${exampleFormat(value)}', or write 2026-09-22T10:12:00Z`
        : `is not of the format given: ${timeFormat}`;
    return {
      when: `regexp_matches(${sql}, '^\\s*\\d{1,2}([-/.])\\d{1,2}[-/.]\\d{2,4}\\b') AND ${unread}`,
      value: sql,
      text: (value) => `in ${column.name} ${advice(value)}`
    };
  });
  return isOwn
    ? checks
    : [...checks, ...priceColumns.flatMap((name) => humanPrice(fields.get(name), fields.get("exponent")))];
}

// A format as strptime has it that fits a date as 22.09.2025 10:12. Where day and month can be either, only slashes have the
// month first.
function exampleFormat(value: string): string {
  const [, first = "", mark = "", second = "", later = "", year = "", time = ""] =
    /^\s*(\d+)([-/.])(\d+)([-/.])(\d+)(.*)/.exec(value) ?? [];
  const isMonthFirst = Number(second) > 12 || (mark === "/" && Number(first) <= 12);
  const [day, hour] = [isMonthFirst ? ["%m", "%d"] : ["%d", "%m"], /[ap]m\s*$/i.test(time) ? "%I" : "%H"];
  const clock = time
    .replace(/\d+:\d+/, `${hour}:%M`)
    .replace(/(%M:)\d+/, "$1%S")
    .replace(/[ap]m\s*$/i, "%p");
  return `${day[0]}${mark}${day[1]}${later}${year.length === 2 ? "%y" : "%Y"}${clock.trimEnd()}`;
}

// Mantissas are whole: others are human prices, or means.
function humanPrice(price: FileColumn | undefined, exponent: FileColumn | undefined): Check[] {
  if (price === undefined) return [];
  const number = `TRY_CAST(${price.sql} AS DOUBLE)`;
  const power = exponent === undefined ? "NULL" : `TRY_CAST(${exponent.sql}::VARCHAR AS DOUBLE)`;
  const isFractional = `${number} <> floor(${number})`;
  const text = `in ${price.name} has decimals`;
  const advice = "export feed_updates, which has prices as they came, or give the exponent 0";
  return [
    {
      when: `${isFractional} AND ${power} IS NULL`,
      value: price.sql,
      text: () => `${text} and no exponent, so it is no mantissa: ${advice}`
    },
    {
      when: `${isFractional} AND ${power} <> 0`,
      value: price.sql,
      text: () => `${text}: it is taken as a mantissa, times a power of ten`,
      isNote: true
    }
  ];
}

const [earliest, latest] = [Date.UTC(2000, 0) * 1000, Date.UTC(2100, 0) * 1000];

/**
 * Reads a time of publication, given as JSON; null if it is none. A number that would be a time before 2000 or after 2100 is
 * none: it is a date as 20260922, or the days of a spreadsheet.
 */
export function readTime(json: string, column: FileColumn): number | null {
  const value: unknown = json.startsWith('"') ? JSON.parse(json) : json; // as text a number keeps its digits
  const micros = toMicros(value);
  const isSure = micros === null || isInstant(column) || toNumber(value) === null;
  return isSure || (micros >= earliest && micros < latest) ? micros : null;
}
