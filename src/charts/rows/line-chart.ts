import type * as Plot from "@observablehq/plot";
import {extent, sort} from "d3-array";
import {toNumber} from "../../format/format.js";
import type {Look} from "../../ui/elements/looks.js";
import {short} from "../../ui/elements/names.js";
import {loadPlot, type PlotLibrary, plot} from "../../ui/elements/plot.js";
import {color} from "../../ui/elements/theme.js";
import {lineSign} from "../marks.js";
import type {Level} from "../model.js";
import {levelsOf} from "../notes.js";
import {smallChart} from "../small.js";
import {axisLabel, chartWriter, type Writer} from "./formats.js";
import {columnOfLines, linesOf, repeatedPoint} from "./lines.js";
import {noRows, noValues, type PictureOptions, pictureOptions} from "./picture.js";
import {type Axis, roundAxis} from "./round.js";
import {numbersOf, type Rows, readSource, type Source} from "./source.js";

/** Options of {@link lineChart}. A column that the rows lack is an error. */
export interface LineChartOptions extends PictureOptions {
  /** Column of numbers; default: the first that is not an id. */
  x?: string;
  /** Column of values, or several, a line each; default: the next of numbers. Null is a gap. */
  y?: string | readonly string[];
  /** Column with the name of each row's line; default, if x repeats: the first of text, else of ids. */
  series?: string;
  /** Marked values. A level outside the axis is named at its edge. */
  levels?: Iterable<Level>;
  /** Whether the axis of values, or of x, is logarithmic, if all of it is above zero; default false. */
  log?: boolean;
  logX?: boolean;
  /** Text of the axis of values; default: the column, and the unit. */
  label?: string;
}

const known = ["x", "y", "series", "levels", "log", "logX", "label", ...pictureOptions];
const few = 60; // points of a line, each with a dot

interface Drawn extends Look {
  label: string;
  points: {at: number; value: number}[];
  /** The values by x, without missing ones. */
  known: ReadonlyMap<number, number>;
}

interface Chart {
  lines: Drawn[];
  /** The numbers of x, ascending. */
  stops: number[];
  levels: Level[];
  x: string;
  label: string;
  value: Writer;
  number: Writer;
  isLog: {x: boolean; y: boolean};
}

/** A line over numbers, or one for each name. @throws for a wrong option or column, or two rows of one x and line */
export function lineChart(rows: Rows, options: LineChartOptions = {}): HTMLElement {
  const source = readSource("lineChart", rows, options, known);
  if (source.rows.length === 0) return noRows(options.title ?? "Lines", options.empty);
  const columns = columnsOf(source, options);
  const {x, y} = columns;
  const lines = drawnLines(source, columns);
  const values = y.flatMap((name) => numbersOf(source, name));
  const value = chartWriter("lineChart", options.format, y[0] ?? "", {values});
  const chart: Chart = {
    ...{lines, x, value, levels: levelsOf(options), isLog: {x: options.logX ?? false, y: options.log ?? false}},
    stops: sort(new Set(lines.flatMap(({points}) => points.map(({at}) => at)))),
    label: options.label ?? axisLabel(y.length === 1 ? (y[0] ?? "") : "", value.unit),
    number: chartWriter("lineChart", undefined, x, {values: numbersOf(source, x), few: true})
  };
  const {height = 260, title = `${y.join(", ")} by ${x}`} = options;
  const empty = values.every(Number.isNaN) ? (options.empty ?? noValues) : null;
  return smallChart({
    ...{title, height, width: options.width, source: options.source, ready: loadPlot},
    header: [x, ...lines.map((line) => line.label)],
    rows: chart.stops.map((at) => [at, ...lines.map((line) => line.known.get(at) ?? "")]),
    summary: empty ?? lines.map((line) => describe(line, value)).join(" "),
    part: empty === null ? "point" : undefined,
    entries: () => (lines.length < 2 ? [] : lines).map(({label: text, ...line}) => ({text, sign: lineSign(line)})),
    draw: (width) => plot({width, height}, empty ?? ((Plot) => layers(Plot, chart, {width, height})))
  });
}

function columnsOf(source: Source, {x: namedX, y: namedY, series: named}: LineChartOptions) {
  const given = (typeof namedY === "string" ? [namedY] : namedY)?.map(source.column);
  const x = source.column(namedX) ?? source.first("number", "x", given);
  const series = source.column(named) ?? columnOfLines(source, x);
  return {x, y: given ?? [source.first("number", "y", [x])], series};
}

function drawnLines(source: Source, columns: ReturnType<typeof columnsOf>): Drawn[] {
  const {x} = columns;
  return linesOf(source.rows, (row) => row, columns).map(({label, look, column, items}): Drawn => {
    const all = items.map((row) => ({at: toNumber(row[x]), value: toNumber(row[column])}));
    const points = all.filter(({at}) => !Number.isNaN(at)).sort((a, b) => a.at - b.at);
    const twice = points.find(({at}, i) => at === points[i - 1]?.at);
    if (twice) throw repeatedPoint("lineChart", `${x} ${twice.at}`, columns);
    const known = new Map(points.flatMap(({at, value}) => (Number.isNaN(value) ? [] : [[at, value]])));
    return {label: short(label), ...look, points, known};
  });
}

function describe({label, points}: Drawn, {value: write}: Writer): string {
  const [low, high] = extent(points, ({value}) => value);
  if (low === undefined) return `${label}: no values.`;
  return `${label}: ${points.length} values, lowest ${write(low)}, highest ${write(high)}.`;
}

function axisOf(writer: Writer, values: readonly number[], count: number, isLog: boolean): Axis {
  const [low = 0, high = 1] = extent(values);
  const room = low === high ? Math.abs(low) / 100 || 1 : 0;
  return roundAxis(writer, [low - room, high + room], count, isLog);
}

function layers(Plot: PlotLibrary, chart: Chart, {width, height}: {width: number; height: number}): Plot.PlotOptions {
  const {lines, levels, stops, label, isLog} = chart;
  const values = lines.flatMap(({points}) => points.map(({value}) => value));
  const y = axisOf(chart.value, values, height / 60, isLog.y);
  const x = axisOf(chart.number, stops, width / 110, isLog.x);
  const [from = 0, until = 0] = stops.length > 1 ? [stops[0], stops.at(-1)] : x.domain;
  const [y1, y2] = y.domain;
  const place = {x: "at", y: "value"};
  return {
    ...{marginTop: 30, marginRight: 20, marginBottom: 36, marginLeft: y.room},
    x: {axis: null, type: x.type, domain: [from, until]},
    y: {axis: null, type: y.type, domain: y.domain},
    marks: [
      Plot.gridY(y.ticks, {stroke: color.line, strokeOpacity: 1}),
      Plot.axisY(y.ticks, {text: y.text, tickSize: 0, label: null}),
      Plot.text([label], {frameAnchor: "top-left", dx: 4 - y.room, dy: -18, fill: color.ink3}),
      Plot.axisX(
        x.ticks.filter((tick) => tick >= from && tick <= until),
        {text: x.text, tickSize: 3, label: chart.x, labelArrow: "none", labelAnchor: "left", labelOffset: 33}
      ),
      ...(y1 < 0 && y2 > 0 ? [Plot.ruleY([0], {stroke: color.ink3})] : []),
      ...lines
        .toReversed()
        .flatMap(({points, color: tint, dash}) => [
          Plot.lineY(points, {...place, stroke: tint, strokeWidth: 1.5, ...(dash && {strokeDasharray: dash})}),
          ...(points.length <= few ? [Plot.dot(points, {...place, r: 2.5, fill: tint})] : [])
        ]),
      ...levelMarks(Plot, levels, {from, domain: y.domain}),
      Plot.rect(stops.map(between(isLog.x)), {
        ...{x1: "from", x2: "to", y1, y2, fill: "transparent"},
        title: ({at}) => titleOf(chart, at)
      })
    ]
  };
}

type Edges = {from: number; domain: readonly [number, number]};

function levelMarks(Plot: PlotLibrary, levels: readonly Level[], {from, domain}: Edges): Plot.Markish[] {
  const [low, high] = domain;
  const label = {textAnchor: "start", dx: 4, fill: color.ink, stroke: color.background, strokeWidth: 3} as const;
  const [below, inside, above] = [
    levels.filter(({value}) => value < low),
    levels.filter(({value}) => value >= low && value <= high),
    levels.filter(({value}) => value > high)
  ];
  const beyond = (sign: string, some: readonly Level[], place: Plot.TextOptions): Plot.Markish =>
    Plot.text(some.length === 0 ? [] : [some.map(({text}) => `${sign} ${text}`).join("  ")], {...label, ...place});
  return [
    Plot.ruleY(inside, {y: "value", stroke: color.ink2, strokeDasharray: "6 4"}),
    Plot.text(inside, {...label, x: () => from, y: "value", text: "text", dy: -7}),
    beyond("↑", above, {frameAnchor: "top-left", dy: 5}),
    beyond("↓", below, {frameAnchor: "bottom-left", dy: -5})
  ];
}

// The cursor reads an x between the middles to the previous and the next x.
function between(isLog: boolean) {
  const middle = (a: number, b: number): number => (isLog && a > 0 ? Math.sqrt(a * b) : (a + b) / 2);
  return (at: number, i: number, stops: readonly number[]) => {
    return {at, from: middle(stops[i - 1] ?? at, at), to: middle(at, stops[i + 1] ?? at)};
  };
}

function titleOf({lines, x, value, number}: Chart, at: number): string {
  const read = lines.flatMap(({label, known}) => {
    const found = known.get(at);
    return found === undefined ? [] : [`${label}: ${value.value(found)}`];
  });
  return [`${x} ${number.value(at)}`, ...read].join("\n");
}
