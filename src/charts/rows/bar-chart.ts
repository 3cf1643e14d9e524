import type * as Plot from "@observablehq/plot";
import {sort} from "d3-array";
import type {Row} from "../../duckdb/values/rows.js";
import {tellApart, writeNumber} from "../../format/digits.js";
import {type Instant, toNumber} from "../../format/format.js";
import {formatInstant, type Zone} from "../../format/zone.js";
import {cutMiddle, textWidth} from "../../ui/elements/dom.js";
import {short} from "../../ui/elements/names.js";
import {loadPlot, type PlotLibrary, plot} from "../../ui/elements/plot.js";
import {color} from "../../ui/elements/theme.js";
import {smallChart} from "../small.js";
import {axisLabel, chartWriter, columnWriter, textOfValue, type Writer} from "./formats.js";
import {refuseTwice} from "./lines.js";
import {noRows, noValues, type PictureOptions, pictureOptions} from "./picture.js";
import {roundAxis} from "./round.js";
import {numbersOf, type Rows, readSource, type Source} from "./source.js";

/** Options of {@link barChart}. A column that the rows lack is an error. */
export interface BarChartOptions extends PictureOptions {
  /** Column of names, or of numbers such as lags, one per bar; default: the first of text, else of numbers. */
  x?: string;
  /** Column of the bars' values; default: the first other column of numbers that is not an id. */
  y?: string;
  /** Values marked across all bars, such as bounds of chance. */
  marks?: readonly number[];
  /** Text of the axis of values; default: the column, and the unit. */
  label?: string;
  /** Time zone of times; default `utc`. */
  zone?: Zone;
}

const known = ["x", "y", "marks", "label", "zone", ...pictureOptions];
const mostBars = 400;
const nameHeight = 22;

interface Bar {
  name: string;
  at: number;
  value: number;
  /** The row's other columns, a line each. */
  others: string[];
}

/** A bar from zero for each row: numbers upright, names below each other. @throws for a wrong option or column */
export function barChart(rows: Rows, options: BarChartOptions = {}): HTMLElement {
  const source = readSource("barChart", rows, options, known);
  if (source.rows.length === 0) return noRows(options.title ?? "Bars", options.empty);
  const [namedX, namedY] = [source.column(options.x), source.column(options.y)];
  const x = namedX ?? source.find("text", [namedY]) ?? source.first("number", "x", [namedY]);
  const y = namedY ?? source.first("number", "y", [x]);
  const isNamed = source.kindOf(x) !== "number";
  const all = barsOf(source, {x, y, zone: options.zone ?? "utc"});
  const bars = all.filter(({at, value}) => !Number.isNaN(value) && (isNamed || !Number.isNaN(at)));
  const writer = chartWriter("barChart", options.format, y, {values: numbersOf(source, y), few: true});
  const height = options.height ?? (isNamed ? bars.length * nameHeight + 46 : 236);
  const label = options.label ?? axisLabel(y, writer.unit);
  const chart: Chart = {bars, x, y: label, writer, marks: options.marks ?? []};
  const title = options.title ?? `${y} by ${x}`;
  const empty = bars.length === 0 ? (options.empty ?? noValues) : null;
  const draw = isNamed ? across : upright;
  return smallChart({
    ...{title, height, width: options.width, source: options.source, ready: loadPlot, header: [x, y]},
    rows: all.map(({name, at, value}) => [isNamed ? name : orNone(at), orNone(value)]),
    summary: empty ?? `${bars.length} bars.`,
    part: empty === null ? "bar" : undefined,
    draw: (width) => plot({width, height}, empty ?? ((Plot) => draw(Plot, chart, width)))
  });
}

function barsOf(source: Source, {x, y, zone}: {x: string; y: string; zone: Zone}): Bar[] {
  const {rows, kindOf} = source;
  const kind = kindOf(x);
  const textOf = (value: unknown, write: (value: number) => string, column: string): string =>
    value instanceof Date ? formatInstant(value, zone) : textOfValue(value, write, column);
  const writeX = tellApart(kind === "number" ? numbersOf(source, x) : [], writeNumber);
  const nameOf = (row: Readonly<Row>): string =>
    kind === "time" ? formatInstant(row[x] as Instant, zone) : textOf(row[x], writeX, x);
  const rest = source.columns.filter((name) => name !== x && name !== y);
  const writers = rest.map((name) => ({name, write: columnWriter("barChart", undefined, source, name)}));
  const bars = rows.map((row) => ({
    ...{name: nameOf(row), at: toNumber(row[x]), value: toNumber(row[y])},
    others: writers.map(({name, write}) => `${name}: ${textOf(row[name], write, name)}`)
  }));
  const places = bars.map(({name}) => `${x} ${name}`);
  refuseTwice(places, {call: "barChart", part: "bar", by: x});
  if (bars.length > mostBars)
    throw new Error(`barChart shows at most ${mostBars} bars, not ${bars.length}: LIMIT them in SQL`);
  return kind === "number" ? sort(bars, ({at}) => at) : bars;
}

function orNone(value: number): number | "" {
  return Number.isNaN(value) ? "" : value;
}

interface Chart {
  bars: readonly Bar[];
  x: string;
  y: string;
  writer: Writer;
  marks: readonly number[];
}

const bar = {fill: color.price, fillOpacity: 0.75};
const mark = {stroke: color.ink, strokeDasharray: "3 2"};

function reach({bars, marks}: Chart): [number, number] {
  const values = [0, ...marks, ...bars.map(({value}) => value)];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least < most ? [least, most] : [0, 1];
}

// What the cursor reads is as long as the chart, in both: a bar near zero could hardly be hit.
function upright(Plot: PlotLibrary, chart: Chart, width: number): Plot.PlotOptions {
  const {bars, x, y, writer, marks} = chart;
  const {domain, ticks, text, room} = roundAxis(writer, reach(chart), 4);
  const [y1, y2] = domain;
  const names = new Map(bars.map(({at, name}) => [at, name]));
  const steps = bars.slice(1).map(({at}, i) => at - (bars[i]?.at ?? at));
  const step = Math.min(...steps, Infinity);
  const half = Number.isFinite(step) ? step / 2 : 0.5;
  const widest = Math.max(...bars.map(({name}) => textWidth(name))) + 10;
  const every = Math.ceil((bars.length * widest) / (width - room - 20));
  const place = {x1: ({at}: Bar) => at - half, x2: ({at}: Bar) => at + half};
  return {
    ...{marginTop: 30, marginRight: 20, marginBottom: 36, marginLeft: room, x: {axis: null}, y: {axis: null, domain}},
    marks: [
      Plot.gridY(ticks, {stroke: color.line, strokeOpacity: 1}),
      Plot.axisY(ticks, {tickFormat: text, tickSize: 0, label: null}),
      Plot.text([y], {frameAnchor: "top-left", dx: 4 - room, dy: -18, fill: color.ink3}),
      Plot.axisX({
        ...{ticks: bars.filter((_, i) => i % every === 0).map(({at}) => at), tickSize: 3},
        tickFormat: (at: number) => names.get(at) ?? "",
        ...{label: x, labelArrow: "none", labelAnchor: "left", labelOffset: 33}
      }),
      Plot.rectY(bars, {...place, y1: 0, y2: "value", ...bar, inset: 0.5}),
      Plot.ruleY([0], {stroke: color.ink3}),
      Plot.ruleY(marks, mark),
      Plot.rectY(bars, {...place, y1, y2, fill: "transparent", title: titleOf(chart)})
    ]
  };
}

function across(Plot: PlotLibrary, chart: Chart, width: number): Plot.PlotOptions {
  const {bars, y, writer, marks} = chart;
  const letters = Math.max(8, Math.floor((0.4 * width) / 7)); // of each name; a symbol is cut between its parts
  const isWide = bars.some(({name}) => textWidth(short(name)) > 0.55 * width);
  const nameOf = (name: string): string => (isWide ? cutMiddle(short(name), letters) : short(name));
  const room = Math.max(0, ...bars.map(({name}) => textWidth(nameOf(name)))) + 10;
  const {domain, ticks, text} = roundAxis(writer, reach(chart), Math.max(2, Math.floor((width - room) / 110)));
  const [x1, x2] = domain;
  return {
    ...{marginTop: 8, marginRight: 20, marginBottom: 38, marginLeft: room},
    x: {axis: null, domain},
    y: {axis: null, domain: bars.map(({name}) => name), padding: 0.2},
    marks: [
      Plot.gridX(ticks, {stroke: color.line, strokeOpacity: 1}),
      Plot.axisX(ticks, {
        ...{tickFormat: text, tickSize: 0},
        ...{label: y, labelArrow: "none", labelAnchor: "left", labelOffset: 33}
      }),
      Plot.axisY({tickFormat: nameOf, tickSize: 0, label: null}),
      Plot.barX(bars, {y: "name", x1: 0, x2: "value", ...bar}),
      Plot.ruleX([0], {stroke: color.ink3}),
      Plot.ruleX(marks, mark),
      Plot.barX(bars, {y: "name", x1, x2, fill: "transparent", title: titleOf(chart)})
    ]
  };
}

function titleOf({x, writer}: Chart): (bar: Bar) => string {
  return ({name, at, value, others}) =>
    [`${Number.isNaN(at) ? "" : `${x} `}${name}: ${writer.value(value)}`, ...others].join("\n");
}
