import {givenRows} from "../../duckdb/values/given.js";
import {columnsOf, type Row} from "../../duckdb/values/rows.js";
import {toMs, toNumber} from "../../format/format.js";
import {nearest} from "../../format/nearest.js";

/** Rows by column name, as `sql` returns them: numbers, dates, texts, null. They are only read. */
export type Rows = Iterable<Readonly<Row>>;

/** The kind of a column's values, by the first that is not null. */
export type Kind = "number" | "time" | "text" | "other";

/** Rows whose columns an author names. */
export interface Source {
  rows: readonly Readonly<Row>[];
  columns: readonly string[];
  /** A column by its name; undefined stays. @throws if there is none, with the nearest name */
  column: <Name extends string | undefined>(name: Name) => Name;
  /** The kind of a column; `other` without any value. */
  kindOf: (name: string) => Kind;
  /** The first column of a kind, except ids and `besides`. @throws if there is none, with the option to name it by */
  first: (kind: Kind, option: string, besides?: readonly (string | undefined)[]) => string;
  /** The same; undefined if there is none. */
  find: (kind: Kind, besides?: readonly (string | undefined)[]) => string | undefined;
}

const sample = 100; // rows to find the columns in

/** Checks a component's arguments. @throws if `rows` is not a list of rows, or an option is not among `known` */
export function readSource(call: string, rows: Rows, options: object, known: readonly string[]): Source {
  for (const name of Object.keys(options))
    if (!known.includes(name)) throw new Error(`${call} has no option "${name}"${suggest(name, known)}`);
  const all = givenRows(call, rows);
  const columns = columnsOf(all, sample);
  const kindOf = (name: string): Kind => kindIn(all, name);
  for (const [option, kind] of Object.entries(roles[call] ?? {}))
    for (const name of [Reflect.get(options, option) ?? []].flat())
      if (columns.includes(name)) refuseOdd(call, all, name, kind);
  const find: Source["find"] = (kind, besides = []) =>
    columns.find((name) => !besides.includes(name) && !isId(name) && kindOf(name) === kind);
  return {
    ...{rows: all, columns, kindOf, find},
    column(name) {
      if (name === undefined || columns.includes(name)) return name;
      throw new Error(`no column "${name}" in these rows${suggest(name, columns)}`);
    },
    first(kind, option, besides) {
      const found = find(kind, besides);
      if (found !== undefined && (kind === "number" || kind === "time")) refuseOdd(call, all, found, kind);
      if (found !== undefined) return found;
      throw new Error(
        `${call} finds no column of ${wording[kind]} in these rows: name one with ${option}${has(columns)}`
      );
    }
  };
}

const wording = {number: "numbers", time: "times", text: "text", other: "values"};

function kindIn(rows: readonly Readonly<Row>[], name: string): Kind {
  const value = rows.find((row) => row[name] !== null && row[name] !== undefined)?.[name];
  if (value instanceof Date) return "time";
  if (typeof value === "number" || typeof value === "bigint") return "number";
  return typeof value === "string" || typeof value === "boolean" ? "text" : "other";
}

// The kinds of columns that an author names. Other columns may have any.
const roles: Readonly<Record<string, Readonly<Record<string, "number" | "time">>>> = {
  timeChart: {x: "time", y: "number", low: "number", high: "number", open: "number", close: "number"},
  lineChart: {x: "number", y: "number"},
  barChart: {y: "number"},
  histogram: {x: "number", weight: "number"},
  heatMap: {value: "number"},
  matrix: {value: "number"},
  weekHeat: {value: "number"}
};

// A value of another kind would be left out of the picture without a word.
function refuseOdd(call: string, rows: readonly Readonly<Row>[], name: string, kind: "number" | "time"): void {
  const all = rows.map((row) => row[name]).filter((value) => !isOf(value, kind));
  const odd = all.find((value) => typeof value !== "string" || Number.isNaN(Number(value))) ?? all[0]; // among texts, the first that is not a number
  if (odd === undefined) return;
  const asNumber =
    odd instanceof Date
      ? "times are for x of timeChart"
      : `read a CSV by {typed: true}, or write ${name}::DOUBLE in SQL`;
  const advice = kind === "time" ? "give dates, epoch milliseconds, or text as in 2026-05-12T10:00:00Z" : asNumber;
  const got = JSON.stringify(odd)?.slice(0, 60);
  throw new Error(`${call} needs ${wording[kind]} in ${name}: got ${got}: ${advice}`);
}

function isOf(value: unknown, kind: "number" | "time"): boolean {
  if (value === null || value === undefined || typeof value === "number" || typeof value === "bigint") return true;
  return kind === "time" && (value instanceof Date || (typeof value === "string" && !Number.isNaN(toMs(value))));
}

/** Whether a column has ids by its name, such as `priceFeedId`. */
export function isId(name: string): boolean {
  return /(?:^id|Id)$/.test(name);
}

/** A column's numbers; NaN where one is missing. */
export function numbersOf({rows}: Pick<Source, "rows">, name: string): number[] {
  return rows.map((row) => toNumber(row[name]));
}

/** Checks that an option has one of its values. @throws if not, with the nearest value */
export function oneOf<Value extends string>(call: string, option: string, value: Value, all: readonly Value[]): Value {
  if (all.includes(value)) return value;
  throw new Error(`${call} has no ${option} "${value}"${suggest(value, all)}`);
}

function suggest(word: string, names: readonly string[]): string {
  const meant = nearest(word, names);
  return meant === null ? has(names) : `: ${meant}?`;
}

function has(names: readonly string[]): string {
  return names.length === 0 ? "" : `: there ${names.length === 1 ? "is" : "are"} ${names.join(", ")}`;
}
