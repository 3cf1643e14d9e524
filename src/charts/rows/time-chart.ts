import {min} from "d3-array";
import {type Row, textOf} from "../../duckdb/values/rows.js";
import {formatUtc, type Instant, toMs, toNumber} from "../../format/format.js";
import {short} from "../../ui/elements/names.js";
import {color} from "../../ui/elements/theme.js";
import type {TimeChartOptions as DrawnOptions, Series} from "../model.js";
import {timeChart as drawTimeChart} from "../time.js";
import {shadesOf} from "../trading-time.js";
import {chartWriter} from "./formats.js";
import {columnOfLines, type Line, linesOf, repeatedPoint} from "./lines.js";
import {noRows, type PictureOptions} from "./picture.js";
import {numbersOf, oneOf, type Rows, readSource, type Source} from "./source.js";

/** Options of {@link timeChart}. A column that the rows lack is an error. */
export interface TimeChartOptions
  extends PictureOptions,
    Pick<
      DrawnOptions,
      "log" | "zero" | "zone" | "stepMs" | "tall" | "notes" | "levels" | "spans" | "domain" | "range" | "onZoom"
    > {
  /** Column of times; default: the first of dates. Numbers are epoch milliseconds, text is ISO 8601, by default UTC. */
  x?: string;
  /** Column of values, or several, a line each; default: the first of numbers that is not an id. Null is a gap. */
  y?: string | readonly string[];
  /** Column with the name of each row's line; default, if times repeat: the first of text, else of ids. */
  series?: string;
  /** Columns of a band's lower and upper edge, or of the lowest and highest values of candles. */
  low?: string;
  high?: string;
  /** Columns of the first and the last values of candles. */
  open?: string;
  close?: string;
  /** A `step` holds until the next. Default: `candles` if rows have open, high, low, close; else `line`. */
  draw?: "line" | "step" | "dots" | "candles";
  /** Unit of the value axis, shown above it; default: the unit of the format. */
  unit?: string;
  /** Whether a strip below shows the whole range, with a brush on the zoom; default true. */
  overview?: boolean;
  /** Whether it shares cursor and zoom with the other linked charts of the page; default true. */
  linked?: boolean;
  /** Closed hours of rows with the column `marketSession`: `shown` tinted, or `skipped`; default `shown`. */
  closed?: "shown" | "skipped";
}

// Options that are passed to the chart unchanged.
const same = [
  ...["title", "height", "width", "domain", "range", "zone", "linked", "source", "log", "zero", "empty"],
  ...["notes", "levels", "spans", "onZoom", "tall"]
];
const known = [
  ...[...same, "x", "y", "series", "low", "high", "open", "close", "draw", "format", "unit", "overview", "closed"],
  "stepMs"
];
const shapes = ["line", "step", "dots", "candles"] as const;

/** Lines, steps, dots or candles over time. @throws for a wrong option or column, or if times of a line repeat */
export function timeChart(rows: Rows, options: TimeChartOptions = {}): HTMLElement {
  const source = readSource("timeChart", rows, options, known);
  if (source.rows.length === 0) return noRows(options.title ?? "Chart", options.empty);
  const columns = columnsOf(source, options);
  const {x, y, draw} = columns;
  const points = pointsOf(source, x);
  const stepMs = options.stepMs ?? (draw === "candles" ? shortestStep(points) : undefined);
  const values = y.flatMap((name) => numbersOf(source, name));
  const {value, tick, unit, step} = chartWriter("timeChart", options.format, y[0] ?? "", {values});
  return drawTimeChart({
    title: y.join(", "),
    linked: true,
    ...chosen(options),
    ...(stepMs !== undefined && {stepMs}),
    keepsView: options.onZoom === undefined,
    skipClosed: options.closed === "skipped",
    overview: options.overview === false ? null : [],
    unit: options.unit ?? unit,
    series: seriesOf(points, columns),
    shades: source.columns.includes("marketSession") ? sessionsOf(points, stepMs) : [],
    formatValue: value,
    formatTick: tick,
    ...(step && {tickStep: step})
  });
}

function chosen(options: TimeChartOptions): Partial<DrawnOptions> {
  const entries = Object.entries(options).filter(([name, value]) => same.includes(name) && value !== undefined);
  return Object.fromEntries(entries);
}

type Columns = ReturnType<typeof columnsOf>;

function columnsOf(source: Source, options: TimeChartOptions) {
  const {column, columns} = source;
  const x = column(options.x) ?? source.first("time", "x");
  const isCandles = ["open", "high", "low", "close"].every((name) => columns.includes(name));
  const draw = oneOf("timeChart", "draw", options.draw ?? (isCandles && !options.y ? "candles" : "line"), shapes);
  const series = column(options.series);
  if (draw === "candles") {
    const [open, close, low, high] = (["open", "close", "low", "high"] as const).map((name) =>
      column(options[name] ?? name)
    );
    return {x, y: [close ?? "close"], series, low, high, open, draw};
  }
  const [low, high] = [column(options.low), column(options.high)];
  if ((low === undefined) !== (high === undefined)) throw new Error("a band of timeChart has low and high: name both");
  const given = typeof options.y === "string" ? [options.y] : options.y;
  const y = given?.map(column) ?? [source.first("number", "y", [x, low, high])];
  return {x, y, series: series ?? columnOfLines(source, x), low, high, open: undefined, draw};
}

interface Point {
  time: number;
  row: Readonly<Row>;
}

function pointsOf({rows}: Source, x: string): Point[] {
  const points = rows.map((row) => ({time: toMs(row[x] as Instant | null), row}));
  return points.filter(({time}) => !Number.isNaN(time)).sort((a, b) => a.time - b.time);
}

function shortestStep(points: readonly Point[]): number {
  return min(points.map(({time}, i) => time - (points[i - 1]?.time ?? NaN)).filter((ms) => ms > 0)) ?? 0;
}

function sessionsOf(points: readonly Point[], stepMs: number | undefined): ReturnType<typeof shadesOf> {
  const sessions = new Map(points.map(({time, row}) => [time, textOf(row.marketSession)]));
  return shadesOf(
    Array.from(sessions, ([publishedAt, marketSession]) => ({publishedAt, marketSession})),
    stepMs
  );
}

function seriesOf(points: readonly Point[], columns: Columns): Series[] {
  const {series, y, draw} = columns;
  const lines = linesOf(points, ({row}) => row, columns);
  return lines.flatMap((line): Series[] => {
    refuseZigzag(line, columns);
    const {label, look, column, items} = line;
    const main = {
      ...{key: label, ...entryOf(label), ...look, times: items.map(({time}) => time)},
      ...{
        tagged: lines.length === 1,
        values: valuesOf(line, column),
        columns: [series === undefined ? column : label] as const
      }
    };
    if (draw === "candles") return [{...main, ...candlesOf(line, columns)}];
    const band = column === y[0] ? bandOf(line, columns) : null;
    return [{...main, shape: draw}, ...(band ? [{...main, ...band}] : [])];
  });
}

function valuesOf({items}: Line<Point>, column: string): number[] {
  return items.map(({row}) => toNumber(row[column]));
}

function candlesOf(line: Line<Point>, {series, low = "", high = "", open = ""}: Columns) {
  const [opens, upper, lower] = [open, high, low].map((name) => valuesOf(line, name)) as [number[], number[], number[]];
  const named = (name: string): string => (series === undefined ? name : `${line.label} ${name}`);
  return {
    ...(series === undefined && entryOf("Candles")),
    ...{shape: "candles" as const, color: color.ink2, open: opens, lower, upper},
    columns: [named(line.column), named(high), named(low), named(open)] as const
  };
}

function bandOf(line: Line<Point>, {series, low, high, draw}: Columns) {
  if (low === undefined || high === undefined) return null;
  const named = (name: string): string => (series === undefined ? name : `${line.label} ${name}`);
  const format: Series["format"] = (from, to, _, write) => `${write(from)} – ${write(to)}`;
  return {
    ...{key: `${line.label} ${low} ${high}`, ...entryOf(named(`${low} – ${high}`)), shape: "band" as const, format},
    ...{values: valuesOf(line, low), upper: valuesOf(line, high), columns: [named(low), named(high)] as const},
    ...{stepped: draw === "step", dash: ""}
  };
}

// A cut name has the whole name as its title.
function entryOf(name: string): Pick<Series, "label" | "title"> {
  return {label: short(name), title: name};
}

const mostRepeats = 0.1; // of the points of a line

/** Refuses a line that zigzags. A few repeats are fine: instants of one millisecond, or the hour that clocks repeat. */
function refuseZigzag({name, items}: Line<Point>, {x, series, draw}: Columns): void {
  const repeats = items.filter(({time}, i) => time === items[i - 1]?.time);
  const [first] = repeats;
  if (draw === "dots" || first === undefined || repeats.length <= Math.max(1, mostRepeats * items.length)) return;
  const place = `${formatUtc(first.time)}${series === undefined ? "" : ` of ${series} ${name}`}`;
  throw repeatedPoint("timeChart", place, {x, series});
}
