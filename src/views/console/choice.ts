import {extent} from "d3-array";
import {isId, type Kind, readSource} from "../../charts/rows/source.js";
import type {Row} from "../../duckdb/values/rows.js";
import {toNumber} from "../../format/format.js";
import type {ConsoleChart} from "../../url/console.js";

const mostBars = 60; // the reader can still choose a chart with more
const mostCells = 400;
const mostLines = 20;
const mostTogether = 6; // columns as lines
const mostColumns = 5; // a wider table says more than a chart of two of its columns

/** The columns of a result by kind. */
export interface Drawable {
  times: string[];
  texts: string[];
  numbers: string[];
  /** Numbers that are no ids. */
  values: string[];
  /** Whole numbers, such as hours and ids. */
  whole: string[];
}

/** The columns of values that a chart over time draws: the named ones, or else its own choice. */
export function valuesOf({y}: ConsoleChart, numbers: readonly string[]): readonly string[] {
  if (y !== undefined) return [y].flat();
  if (candles.every((name) => numbers.includes(name))) return candles;
  return numbers.filter((name) => !isId(name)).slice(0, 1);
}

/** Sorts columns by their kinds. */
export function drawable(rows: readonly Row[]): Drawable {
  const {columns, kindOf} = readSource("console", rows, {}, []);
  const of = (kind: Kind) => columns.filter((name) => kindOf(name) === kind);
  const isWhole = (name: string) => rows.every((row) => row[name] === null || Number.isInteger(row[name]));
  const numbers = of("number");
  const values = numbers.filter((name) => !isId(name));
  return {times: of("time"), texts: of("text"), numbers, values, whole: numbers.filter(isWhole)};
}

/**
 * The chart that suits rows by their columns: a time and a number are lines; two axes and a value, with one row for each
 * pair, are a heat map; a category and a number are bars. Else none.
 */
export function chooseChart(rows: readonly Row[]): ConsoleChart {
  if (rows.length < 2) return {draw: "none"};
  const kinds = drawable(rows);
  const {times, texts, numbers, values} = kinds;
  const [time] = times;
  // Two times, as in a list of feeds and their last updates, make no axis.
  if (time !== undefined && values.length > 0 && distinct(rows, [time]) > 2) return linesOf(rows, time, kinds);
  if (times.length + texts.length + numbers.length > mostColumns) return {draw: "none"};
  return heatOf(rows, kinds) ?? barsOf(rows, kinds) ?? {draw: "none"};
}

// Where times repeat, each line needs a name or an id.
function linesOf(rows: readonly Row[], time: string, {texts, numbers, values}: Drawable): ConsoleChart {
  if (distinct(rows, [time]) === rows.length) return {draw: "time", ...alike(rows, values)};
  const isSeries = (name: string) =>
    distinct(rows, [name]) <= mostLines && distinct(rows, [time, name]) === rows.length;
  const series = [...texts, ...numbers.filter(isId)].find(isSeries);
  return series === undefined ? {draw: "none"} : {draw: "time", series};
}

const candles = ["open", "high", "low", "close"];

// Values of one size, such as prices and their averages, share a chart. Otherwise the first is drawn alone. The chart itself finds
// candles.
function alike(rows: readonly Row[], values: readonly string[]): Pick<ConsoleChart, "y"> {
  if (candles.every((name) => values.includes(name))) return {};
  const [first, ...others] = values.map((name) => {
    const [least = Infinity, most = -Infinity] = extent(rows, (row) => toNumber(row[name]));
    return {name, least, most};
  });
  if (first === undefined) return {};
  const found = others.filter(({least, most}) => least <= first.most && most >= first.least);
  const all = [first, ...found].slice(0, mostTogether);
  return all.length > 1 ? {y: all.map(({name}) => name)} : {};
}

function heatOf(rows: readonly Row[], {texts, values, whole}: Drawable): ConsoleChart | null {
  const axes = [...texts, ...whole].slice(0, 2);
  const [x, y] = axes;
  const others = values.filter((name) => !axes.includes(name));
  const value = others.find((name) => !whole.includes(name)) ?? others[0]; // a measure, before a count
  if (x === undefined || y === undefined || value === undefined) return null;
  const isAxis = (name: string) => {
    const count = distinct(rows, [name]);
    return count > 1 && count <= mostCells && count < rows.length;
  };
  if (!isAxis(x) || !isAxis(y) || distinct(rows, [x, y]) < rows.length) return null;
  const isFlat = distinct(rows, [x]) < distinct(rows, [y]);
  return isFlat ? {draw: "heat", x: y, y: x, value} : {draw: "heat", x, y, value};
}

function barsOf(rows: readonly Row[], {texts, values, whole}: Drawable): ConsoleChart | null {
  if (rows.length > mostBars) return null;
  const x = [...texts, ...whole].find((name) => distinct(rows, [name]) === rows.length);
  const y = values.find((name) => name !== x);
  return x === undefined || y === undefined ? null : {draw: "bars", x, y};
}

function distinct(rows: readonly Row[], names: readonly string[]): number {
  return new Set(rows.map((row) => JSON.stringify(names.map((name) => row[name] ?? null)))).size;
}
