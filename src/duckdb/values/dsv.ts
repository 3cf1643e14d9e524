import {dsvFormat as plainFormat} from "d3-dsv";
import {readTime} from "../../format/instant.js";

type Record = {[name: string]: unknown};
type Convert<Row> = (row: {[name: string]: string}, index: number, columns: string[]) => Row | null | undefined;

/** d3-dsv's format, without code compiled at run time. @throws for columns of one name, or a row with too many fields */
export function dsvFormat(delimiter: string): ReturnType<typeof plainFormat> {
  const format = plainFormat(delimiter);
  const parse = (text: string, convert?: Convert<unknown> | null): unknown => {
    const [columns = [], ...lines] = format.parseRows(text.replace(/^\ufeff/, ""));
    const twice = columns.find((name, i) => name !== "" && columns.indexOf(name) < i);
    if (twice !== undefined) throw new Error(`two columns are called ${twice}: rename one of them`);
    const isTyped = (convert as unknown) === autoType;
    const rows = lines.flatMap((line, i) => {
      if (line.length === 1 && line[0] === "" && columns.length > 1) return []; // an empty line
      const more = line.slice(columns.length).findIndex((field) => field !== "");
      if (more !== -1)
        throw new Error(
          `row ${i + 2} has ${line.length} fields, the header ${columns.length}: quote texts with a ${delimiter}`
        );
      const row = Object.fromEntries(columns.map((name, j) => [name, line[j] ?? ""]));
      return convert && !isTyped ? (convert(row, i, columns) ?? []) : row;
    });
    if (isTyped) for (const name of columns) typeColumn(rows as Record[], name);
    return Object.assign(rows, {columns});
  };
  return {...format, parse: parse as typeof format.parse};
}

/**
 * Gives each text of a row its type, as d3's autoType does: numbers, dates, booleans, null. Unlike there, a time without
 * a zone is UTC for every reader, `NA`, `NaN` and other spellings of null are null, and what a number would change stays
 * text: `007`, 9007199254740993. A Date ends at the millisecond: its property `nanos` has the rest.
 */
export function autoType<Row extends object>(row: Row): Record {
  const typed = row as Record;
  for (const [name, text] of Object.entries(typed)) typed[name] = valueIn(String(text));
  return typed;
}

// A column has one kind of values. Numbers beside words stay the texts that the file has: `1.10`.
function typeColumn(rows: readonly Record[], name: string): void {
  const values = rows.map((row) => valueIn(String(row[name])));
  const kinds = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  rows.forEach((row, i) => {
    if (kinds.size < 2 || values[i] === null) row[name] = values[i];
  });
}

function valueIn(text: string): unknown {
  const value = text.trim();
  if (/^(?:|NA|NaN|None|NULL|\\N)$/i.test(value)) return null;
  if (/^(?:true|false)$/i.test(value)) return value.toLowerCase() === "true";
  if (/^[-+]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(value)) {
    const number = Number(value);
    return Number.isFinite(number) && (!/^[-+]?\d+$/.test(value) || Number.isSafeInteger(number)) ? number : text;
  }
  const time = readTime(value);
  if (time === null) return text;
  return Object.assign(new Date(time.ms), time.nanos > 0 && {nanos: time.nanos});
}
