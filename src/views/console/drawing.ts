import {barChart} from "../../charts/rows/bar-chart.js";
import {heatMap} from "../../charts/rows/heat-map.js";
import {timeChart} from "../../charts/rows/time-chart.js";
import type {Row} from "../../duckdb/values/rows.js";
import {messageOf} from "../../format/format.js";
import {html} from "../../ui/elements/dom.js";
import {segments} from "../../ui/elements/segments.js";
import {type ConsoleChart, draws} from "../../url/console.js";
import {chooseChart, type Drawable, drawable, valuesOf} from "./choice.js";

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
