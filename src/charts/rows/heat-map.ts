import type {Row} from "../../duckdb/values/rows.js";
import {formatCount, formatTick, toNumber} from "../../format/format.js";
import type {Zone} from "../../format/zone.js";
import {heatChart} from "../heat/heat-chart.js";
import {classTints, type Tints, zeroTints} from "../heat/tints.js";
import {type Axis, axisOf, keyOf, mostColumns} from "./axis.js";
import {axisLabel, chartWriter, guess, writerOf} from "./formats.js";
import {refuseTwice} from "./lines.js";
import {noRows, noValues, type PictureOptions, pictureOptions} from "./picture.js";
import {numbersOf, oneOf, type Rows, readSource, type Source} from "./source.js";

/** Options of {@link heatMap}. A column that the rows lack is an error. */
export interface HeatMapOptions extends TintOptions {
  /** Column of columns, default: the first of times, else of text, else of numbers. */
  x?: string;
  /** Column of rows; default: the next of text, else of times, else of numbers. */
  y?: string;
}

/** Options of all heat maps. */
interface TintOptions extends Omit<PictureOptions, "height"> {
  /** Column of values; default: the first unused column of numbers. */
  value?: string;
  /** Five `classes` with equally many values, or two colours around `zero`; default: by the signs of the values. */
  scale?: "classes" | "zero";
  /** With `zero`: the size from which on all values look alike; default: the largest, except for a few far off. */
  limit?: number;
  /** Time zone of times; default `utc`. */
  zone?: Zone;
}

/** Options of {@link weekHeat}. */
export interface WeekHeatOptions extends TintOptions {
  /** Column of hours, 0 to 23; default `hour`. */
  hour?: string;
  /** Column of weekdays, as `isodow` or `dayofweek` returns them: 1 is Monday, 7 and 0 are Sunday; default `weekday`. */
  weekday?: string;
}

const tintNames = ["value", "scale", "limit", "zone", ...pictureOptions.filter((name) => name !== "height")];
const mostRows = 400;

/** A cell for each row, by times, numbers or names. @throws for a wrong option or column, or two rows of one cell */
export function heatMap(rows: Rows, options: HeatMapOptions = {}): HTMLElement {
  return cellMap("heatMap", rows, options);
}

/** A {@link heatMap} with its values written into the cells, tinted around zero; of correlations up to 1. */
export function matrix(rows: Rows, options: HeatMapOptions = {}): HTMLElement {
  return cellMap("matrix", rows, options);
}

function cellMap(call: "heatMap" | "matrix", rows: Rows, options: HeatMapOptions): HTMLElement {
  const source = readSource(call, rows, options, ["x", "y", ...tintNames]);
  if (source.rows.length === 0) return noRows(options.title ?? "Heat map", options.empty);
  const isMatrix = call === "matrix";
  const {x, y, value} = columnsOf(source, options);
  const {zone = "utc"} = options;
  const columns = axisOf(source, x, zone);
  const lines = axisOf(source, y, zone);
  if (lines.kind === "number") lines.places.reverse(); // upwards
  refuseMany(call, [x, columns.places.length, mostColumns], [y, lines.places.length, mostRows]);
  const isPlain = isMatrix && (options.format ?? guess(value)) === "number";
  const {value: write} = chartWriter(call, options.format, value, {values: numbersOf(source, value)});
  const short = isPlain ? twoDecimals : writerOf(call, options.format, value).value; // fits a cell
  const cells = cellsOf(call, source, {x, y, value}, [columns, lines]);
  const values = cells.map((cell) => cell.value);
  const tints = tintsOf(call, values, {write: isMatrix ? short : write, ...options, isMatrix, isPlain});
  const names = columns.kind === "text";
  const titles = {rows: titleOf(call, lines, y), columns: titleOf(call, columns, x)};
  const named = (title: string | undefined, label: string | undefined): string =>
    [title, label].filter(Boolean).join(" ");
  const columnName = (column: number): string => named(titles.columns, columns.places[column]?.label);
  const rowName = (row: number): string => named(titles.rows, lines.places[row]?.label);
  return heatChart({
    ...{title: options.title ?? `${value} by ${x} and ${y}`, width: options.width, source: options.source},
    rows: cells.length === 0 ? [] : lines.places.map(({label}) => label),
    columns: columns.places.length,
    rowHeight: isMatrix ? 28 : lines.places.length <= 14 ? 24 : lines.places.length <= 40 ? 18 : 14,
    summary: `${lines.places.length} × ${columns.places.length} cells.`,
    ...{titles, rowName, columnName, none: "no value", ticks: columns.ticks, slanted: names},
    cells: cells.map(({row, column, value: shown}) => ({
      ...{...tints.of(shown), row, column, ...(isMatrix && {inside: short(shown)})},
      title: `${rowName(row)}, ${columnName(column)}: ${write(shown)}`
    })),
    key: tints.key,
    header: [y, x, value],
    data: cells.map((cell) => [
      ...[lines.places[cell.row]?.saved ?? "", columns.places[cell.column]?.saved ?? ""],
      cell.value
    ]),
    empty: options.empty ?? noValues
  });
}

// Times and names need no title.
function titleOf(call: string, {kind}: Axis, column: string): string | undefined {
  return kind === "number" ? axisLabel(column, writerOf(call, undefined, column).unit) : undefined;
}

function columnsOf(source: Source, options: HeatMapOptions): {x: string; y: string; value: string} {
  const {column} = source;
  const [namedX, namedY, namedValue] = [column(options.x), column(options.y), column(options.value)];
  const find = (option: string, besides: (string | undefined)[]): string =>
    source.find("time", besides) ?? source.find("text", besides) ?? source.first("number", option, besides);
  const x = namedX ?? find("x", [namedY, namedValue]);
  const y = namedY ?? source.find("text", [x, namedValue]) ?? find("y", [x, namedValue]);
  return {x, y, value: namedValue ?? source.first("number", "value", [x, y])};
}

function refuseMany(call: string, ...axes: [column: string, count: number, most: number][]): void {
  for (const [column, count, most] of axes)
    if (count > most)
      throw new Error(`${call} shows at most ${most} values of ${column}, not ${count}: round them in SQL`);
}

function twoDecimals(value: number): string {
  return Math.abs(value) < 99.995 ? formatTick(value, 0.01) : formatCount(value);
}

interface ValueCell {
  row: number;
  column: number;
  value: number;
}

type Names = Readonly<Record<"x" | "y" | "value", string>>;

function cellsOf(call: string, {rows}: Source, {x, y, value}: Names, [columns, lines]: [Axis, Axis]): ValueCell[] {
  const [columnAt, rowAt] = [columns, lines].map(({places}) => new Map(places.map(({key}, i) => [key, i])));
  const cells = rows.flatMap((each): ValueCell[] => {
    const [column, row] = [columnAt?.get(keyOf(each, x, columns.kind)), rowAt?.get(keyOf(each, y, lines.kind))];
    return column === undefined || row === undefined ? [] : [{row, column, value: toNumber(each[value])}];
  });
  const label = ({places}: Axis, i: number): string | undefined => places[i]?.label;
  const places = cells.map(({row, column}) => `${x} ${label(columns, column)} and ${y} ${label(lines, row)}`);
  refuseTwice(places, {call, part: "cell", by: `${x}, ${y}`});
  return cells.filter(({value}) => !Number.isNaN(value));
}

interface Written {
  write: (value: number) => string;
  isMatrix?: boolean;
  isPlain?: boolean;
}

function tintsOf(
  call: string,
  values: readonly number[],
  {scale, limit, write, isMatrix = false, isPlain = false}: TintOptions & Written
): Tints {
  const isBoth = values.some((value) => value < 0) && values.some((value) => value > 0);
  const chosen = oneOf(call, "scale", scale ?? (isBoth || isMatrix ? "zero" : "classes"), ["classes", "zero"]);
  if (chosen === "classes") return classTints(values, write);
  const isCorrelation = isPlain && values.every((value) => Math.abs(value) <= 1);
  return zeroTints(values, write, {limit: limit ?? (isCorrelation ? 1 : undefined), strongest: isMatrix ? 0.5 : 1});
}

/** Weekdays × hours, a cell for each row. @throws for a wrong option, column, hour or weekday, or two rows of one hour */
export function weekHeat(rows: Rows, options: WeekHeatOptions = {}): HTMLElement {
  const source = readSource("weekHeat", rows, options, ["hour", "weekday", ...tintNames]);
  if (source.rows.length === 0) return noRows(options.title ?? "Hours of the week", options.empty);
  const [hour, weekday] = [source.column(options.hour ?? "hour"), source.column(options.weekday ?? "weekday")];
  const value = source.column(options.value) ?? source.first("number", "value", [hour, weekday]);
  const {value: write} = chartWriter("weekHeat", options.format, value, {values: numbersOf(source, value)});
  const cells = source.rows.map((row) => ({
    ...{weekday: within(row, weekday, [0, 7]) || 7, hour: within(row, hour, [0, 23])},
    value: toNumber(row[value])
  }));
  refuseTwice(cells.map(hourName), {call: "weekHeat", part: "cell", by: `${weekday}, ${hour}`});
  const shown = cells.filter((cell) => !Number.isNaN(cell.value));
  const tints = tintsOf(
    "weekHeat",
    shown.map((cell) => cell.value),
    {write, ...options}
  );
  const ordered = shown.toSorted((a, b) => a.value - b.value);
  const [least, largest] = [ordered[0], ordered.at(-1)].map(
    (cell) => cell && `${hourName(cell)} with ${write(cell.value)}`
  );
  return heatChart({
    ...{title: options.title ?? `${value} by hour of the week`, width: options.width, source: options.source},
    ...{rowHeight: 24, rows: shown.length === 0 ? [] : days, columns: 24, columnName: clock},
    ...{none: "no value", empty: options.empty ?? noValues, summary: `Least ${least}, largest ${largest}.`},
    ticks: Array.from({length: 8}, (_, i) => ({column: 3 * i, text: clock(3 * i)})),
    cells: shown.map((cell) => ({
      ...{...tints.of(cell.value), row: cell.weekday - 1, column: cell.hour},
      title: `${hourName(cell)}: ${write(cell.value)}`
    })),
    key: tints.key,
    header: [weekday, hour, value],
    data: shown.map((cell) => [days[cell.weekday - 1] ?? "", cell.hour, cell.value])
  });
}

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

function hourName({weekday, hour}: {weekday: number; hour: number}): string {
  return `${days[weekday - 1]} ${clock(hour)}`;
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

function within(row: Readonly<Row>, column: string, [least, most]: readonly [number, number]): number {
  const number = toNumber(row[column]);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new Error(`weekHeat takes whole numbers from ${least} to ${most} as ${column}, not ${String(row[column])}`);
}
