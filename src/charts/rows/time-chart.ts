import {group, min} from "d3-array";
import type {Row} from "../../duckdb/values/rows.js";
import {type Instant, toMs, toNumber} from "../../format/format.js";
import type {Zone} from "../../format/zone.js";
import {type Look, lineLooks, namesOf} from "../../ui/elements/looks.js";
import {short} from "../../ui/elements/names.js";
import {color} from "../../ui/elements/theme.js";
import type {ChartOptions, Level, Note, Range, Series, Span} from "../model.js";
import {timeChart as drawTimeChart} from "../time.js";
import {shadesOf} from "../trading-time.js";
import {chartWriter} from "./formats.js";
import {noRows, type PictureOptions} from "./picture.js";
import {columnOfLines, refuseZigzag} from "./repeats.js";
import {numbersOf, oneOf, type Rows, readSource, type Source} from "./source.js";

/** Options of {@link timeChart}; those that name a column throw where the rows have no such one. */
export interface TimeChartOptions extends PictureOptions {
  /**
   * Column of times; default: the first of dates. Numbers are epoch milliseconds, text is ISO 8601, in UTC without a
   * zone.
   */
  x?: string;
  /** Column of values, or several, a line each; default: the first of numbers that is no id. Null is a gap. */
  y?: string | readonly string[];
  /** Column that tells lines apart, one for each of its values; default: where times repeat, the first of text, else of ids. */
  series?: string;
  /** Columns of a band around the line: its lower and its upper edge. Of candles: their lowest and highest values. */
  low?: string;
  high?: string;
  /** Columns of the first and the last values of candles. */
  open?: string;
  close?: string;
  /**
   * What is drawn; a `step` holds until the next. Default: `candles` where rows have open, high, low, close; else
   * `line`.
   */
  draw?: "line" | "step" | "dots" | "candles";
  /** Unit of the value axis, shown above it; default: that of the format. */
  unit?: string;
  /** Whether the value axis is logarithmic, if all values shown are above zero; default false. */
  log?: boolean;
  /** Whether the value axis always has zero; default false. */
  zero?: boolean;
  /** Whether a strip below shows the whole range, with a brush on the zoom; default true. */
  overview?: boolean;
  /** Whether it shares cursor and zoom with the other linked charts of the page; default true. */
  linked?: boolean;
  /**
   * Time zone of axis and readouts: `utc`, `local`, or an IANA name such as `zoneInput` gives; default `utc`. Saved
   * tables are in UTC.
   */
  zone?: Zone;
  /** Closed hours, where rows have the column `marketSession`: `shown` tinted, or `skipped`; default `shown`. */
  closed?: "shown" | "skipped";
  /** Length in ms of the steps that values cover or were reduced to: a candle's width; shorter distances are no gaps. */
  stepMs?: number;
  /** Marked instants, values and time ranges, such as the rows of a query. A level outside the axis is named at its edge. */
  notes?: Iterable<Note>;
  levels?: Iterable<Level>;
  spans?: Iterable<Span>;
  /** Whole time range; default: that of the rows. */
  domain?: readonly [Instant, Instant];
  /** Initial zoom. */
  range?: readonly [Instant, Instant];
  /** Called with each zoom by the reader, in epoch ms; null is a reset. */
  onZoom?: (range: readonly [number, number] | null) => void;
}

// Options that are passed to the chart unchanged.
const same = [
  ...["title", "height", "width", "domain", "range", "zone", "linked", "source", "log", "zero", "empty"],
  ...["notes", "levels", "spans"]
];
const known = [
  ...[...same, "x", "y", "series", "low", "high", "open", "close", "draw", "format", "unit", "overview", "closed"],
  ...["stepMs", "onZoom"]
];
const shapes = ["line", "step", "dots", "candles"] as const;

/**
 * Values over time: lines, steps, dots or candles, with a band where `low` and `high` are given. The reader zooms,
 * moves, reads values at a cursor, switches lines off, opens its table, and saves it as SVG, PNG or CSV. Rows may come
 * in any order; those without a time are left out. @throws an error that names a wrong option or column, or two rows of
 * one time and line
 */
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
    ...(options.onZoom && {onZoom: (range: Range | null) => options.onZoom?.(range)}),
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

type Chosen = ChartOptions & {log?: boolean; zero?: boolean};

function chosen(options: TimeChartOptions): Chosen {
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => same.includes(name) && value !== undefined)
  );
}

interface Columns {
  x: string;
  y: string[];
  series: string | undefined;
  low: string | undefined;
  high: string | undefined;
  open: string | undefined;
  draw: (typeof shapes)[number];
}

function columnsOf(source: Source, options: TimeChartOptions): Columns {
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
  const once = new Map(points.map(({time, row}) => [time, row.marketSession]));
  const sessions = Array.from(once, ([publishedAt, session]) => {
    return {publishedAt, marketSession: typeof session === "string" ? session : null};
  });
  return shadesOf(sessions, stepMs);
}

function seriesOf(points: readonly Point[], columns: Columns): Series[] {
  const {series, y} = columns;
  const groups = series === undefined ? new Map([["", points]]) : group(points, ({row}) => String(row[series] ?? "–"));
  const looks = lineLooks(namesOf([...groups.keys()], y));
  for (const [name, own] of groups) refuseZigzag(columns, name, own);
  return [...groups].flatMap(([name, own], i) =>
    y.flatMap((column, j) => {
      const label = series === undefined ? column : y.length === 1 ? name : `${name} ${column}`;
      const look = looks[i * y.length + j] ?? {color: color.price};
      return lineOf(own, {...columns, column, label, look, isBanded: j === 0});
    })
  );
}

interface Line extends Columns {
  column: string;
  label: string;
  look: Look;
  /** Whether the band belongs to this column. */
  isBanded: boolean;
}

function lineOf(points: readonly Point[], line: Line): Series[] {
  const {column, label, look, draw, low, high, open, isBanded, series} = line;
  const values = (name: string): number[] => points.map(({row}) => toNumber(row[name]));
  const called = (name: string): string => (series === undefined ? name : `${label} ${name}`);
  const shared = {key: label, ...entryOf(label), color: look.color, times: points.map(({time}) => time)};
  const main = {...shared, ...look, values: values(column), columns: [series === undefined ? column : label] as const};
  if (low === undefined || high === undefined) return [{...main, shape: draw}];
  const [lower, upper] = [values(low), values(high)];
  if (open !== undefined) {
    const opens = values(open);
    const text: Series["format"] = (last, most, i, write) =>
      `O ${write(opens[i] ?? NaN)} H ${write(most)} L ${write(lower[i] ?? NaN)} C ${write(last)}`;
    const names = [column, high, low, open].map(called) as [string, string, string, string];
    const candle = series === undefined ? entryOf("Candles") : {};
    return [
      {...main, ...candle, shape: "candles", color: color.ink2, open: opens, lower, upper, format: text, columns: names}
    ];
  }
  if (!isBanded) return [{...main, shape: draw}];
  const band: Series = {
    ...{...shared, shape: "band", values: lower, upper, stepped: draw === "step", columns: [called(low), called(high)]},
    ...{key: `${label} ${low} ${high}`, ...entryOf(called(`${low} – ${high}`))},
    format: (from, to, _, write) => `${write(from)} – ${write(to)}`
  };
  return [{...main, shape: draw}, band];
}

// The entry of a legend, with the whole name as its title where that is cut.
function entryOf(name: string): Pick<Series, "label" | "title"> {
  return {label: short(name), title: name};
}
