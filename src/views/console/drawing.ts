import {extent} from "d3-array";
import {barChart} from "../../charts/rows/bar-chart.js";
import {heatMap} from "../../charts/rows/heat-map.js";
import {isId, type Kind, readSource} from "../../charts/rows/source.js";
import {timeChart} from "../../charts/rows/time-chart.js";
import type {Row} from "../../duckdb/values/rows.js";
import {messageOf, toNumber} from "../../format/format.js";
import {html} from "../../ui/elements/dom.js";
import {segments} from "../../ui/elements/segments.js";
import {type ConsoleChart, draws} from "../../url/console.js";

const labels: Record<ConsoleChart["draw"], string> = {time: "Over time", bars: "Bars", heat: "Heat map", none: "None"};

type ColumnName = "x" | "y" | "series" | "value";

/** Calls back with the chosen column or columns; none: the chart chooses. */
type Choose = (name: ColumnName, column: string | readonly string[]) => void;

/**
 * Draws rows as a chart, or as the one that suits their columns, with controls to change it. `onChart` is called with each choice
 * of the reader. A chart that these rows do not have is replaced by the reason.
 */
export function drawing(
  rows: readonly Row[],
  given: ConsoleChart | undefined,
  onChart: (chart: ConsoleChart) => void
): {element: HTMLElement; chart: () => ConsoleChart} {
  const kinds = drawable(rows);
  const suited = chooseChart(rows);
  let chart = given ?? suited;
  const picture = html("div", {class: "fb-console-picture"});
  const pickers = html("div", {class: "fb-console-pickers"});
  const draw = (next: ConsoleChart): void => {
    chart = next;
    picture.replaceChildren(missing(chart, kinds) ?? pictureOf(rows, chart));
  };
  const choose: Choose = (name, column) => {
    const {[name]: _, ...rest} = chart;
    draw(column.length === 0 ? rest : {...rest, [name]: column});
    onChart(chart);
  };
  const kind = segments("Chart", labels, (value) => {
    const name = draws.find((each) => each === value) ?? "none";
    draw(suited.draw === name ? suited : {draw: name});
    pickers.replaceChildren(...columnPickers(chart, kinds, choose));
    onChart(chart);
  });
  kind.show(chart.draw);
  draw(chart);
  pickers.replaceChildren(...columnPickers(chart, kinds, choose));
  const controls = html("div", {class: "fb-console-controls"}, kind.element, pickers);
  return {element: html("section", {"aria-label": "Chart"}, controls, picture), chart: () => chart};
}

function columnPickers(chart: ConsoleChart, {times, texts, numbers, whole}: Drawable, choose: Choose): HTMLElement[] {
  const pick = (name: ColumnName, label: string, columns: string[]): HTMLElement => {
    const [chosen = ""] = [chart[name] ?? ""].flat();
    const options = [["", "automatic"], ...columns.map((column) => [column, column])].map(([value, text]) =>
      html("option", {value, selected: value === chosen}, text)
    );
    const select = html("select", {name, class: "fb-button"}, ...options);
    select.addEventListener("change", () => choose(name, select.value));
    return html("label", {}, html("span", {class: "fb-label"}, label), select);
  };
  const axes = [...texts, ...times, ...numbers];
  if (chart.draw === "time")
    return [
      pick("x", "Time", times),
      pick("series", "A line for each", [...texts, ...whole]),
      valueChecks(chart, numbers, choose)
    ];
  if (chart.draw === "bars")
    return [pick("x", "Category", [...texts, ...numbers, ...times]), pick("y", "Value", numbers)];
  if (chart.draw === "heat")
    return [pick("x", "Across", axes), pick("y", "Down", axes), pick("value", "Value", numbers)];
  return [];
}

// Each checked column is a line. Without any, the chart chooses.
function valueChecks(chart: ConsoleChart, numbers: readonly string[], choose: Choose): HTMLElement {
  const boxes = numbers.map((value) => html("input", {type: "checkbox", name: "y", value}));
  const check = (shown: readonly string[]): void => {
    for (const box of boxes) box.checked = shown.includes(box.value);
  };
  check(valuesOf(chart, numbers));
  const legend = html("legend", {class: "fb-label"}, "Values");
  const fields = boxes.map((box) => html("label", {}, box, html("span", {}, box.value)));
  const element = html("fieldset", {class: "fb-segments fb-console-values"}, legend, ...fields);
  element.addEventListener("change", () => {
    const [first, ...others] = boxes.filter(({checked}) => checked).map(({value}) => value);
    if (first === undefined) check(valuesOf({draw: "time"}, numbers));
    choose("y", first === undefined ? [] : others.length === 0 ? first : [first, ...others]);
  });
  return element;
}

// In the page's words, as the errors of the charts name options that its reader does not write.
function missing({draw, x}: ConsoleChart, {times, numbers}: Drawable): HTMLElement | null {
  if (draw === "time" && x === undefined && times.length === 0)
    return note("These rows have no column of times. Choose Bars, or add a TIMESTAMP column.");
  if (draw !== "none" && numbers.length === 0)
    return note("These rows have no column of numbers. Choose None, or add a column such as count(*).");
  return null;
}

function note(text: string): HTMLElement {
  return html("p", {class: "fb-console-note", role: "status"}, text);
}

function pictureOf(rows: readonly Row[], {draw, x, y, series, value}: ConsoleChart): Node {
  const named = <Named extends object>(columns: Named) =>
    Object.fromEntries(Object.entries(columns).filter(([, column]) => column !== undefined));
  const [one] = [y].flat();
  try {
    if (draw === "time") return timeChart(rows, {...named({x, y, series}), linked: false});
    if (draw === "bars") return barChart(rows, named({x, y: one}));
    if (draw === "heat") return heatMap(rows, named({x, y: one, value}));
    return html("span");
  } catch (error) {
    return note(messageOf(error));
  }
}

const mostBars = 60; // the reader can still choose a chart with more
const mostCells = 400;
const mostLines = 20;
const mostTogether = 6; // columns as lines
const mostColumns = 5; // a wider table says more than a chart of two of its columns

interface Drawable {
  times: string[];
  texts: string[];
  numbers: string[];
  /** Numbers other than ids. */
  values: string[];
  /** Whole numbers, such as hours and ids. */
  whole: string[];
}

// The columns of values that a chart over time draws: the named ones, or else its own choice.
function valuesOf({y}: ConsoleChart, numbers: readonly string[]): readonly string[] {
  if (y !== undefined) return [y].flat();
  if (candles.every((name) => numbers.includes(name))) return candles;
  return numbers.filter((name) => !isId(name)).slice(0, 1);
}

function drawable(rows: readonly Row[]): Drawable {
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
