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

/**
 * Draws rows as a chart, or as the one that suits their columns, with controls to change it. `onChart` is called with each choice of the reader. A chart that
 * these rows do not have is replaced by the reason.
 */
export function drawing(
  rows: readonly Row[],
  given: ConsoleChart | undefined,
  onChart: (chart: ConsoleChart) => void
): {element: HTMLElement; chart: () => ConsoleChart} {
  const kinds = drawable(rows);
  let chart = given ?? chooseChart(rows);
  const picture = html("div", {class: "fb-console-picture"});
  const pickers = html("div", {class: "fb-console-pickers"});
  const change = (next: ConsoleChart): void => {
    chart = next;
    show();
    onChart(chart);
  };
  const kind = segments("Chart", labels, (value) => {
    const draw = draws.find((name) => name === value) ?? "none";
    change(chooseChart(rows).draw === draw ? chooseChart(rows) : {draw});
  });
  const show = (): void => {
    kind.show(chart.draw);
    const focused = document.activeElement?.closest<HTMLInputElement | HTMLSelectElement>("input, select");
    pickers.replaceChildren(...columnPickers(chart, kinds, change));
    if (focused?.name) pickers.querySelector<HTMLElement>(selectorOf(focused))?.focus();
    picture.replaceChildren(missing(chart, kinds) ?? pictureOf(rows, chart));
  };
  show();
  const controls = html("div", {class: "fb-console-controls"}, kind.element, pickers);
  return {element: html("section", {"aria-label": "Chart"}, controls, picture), chart: () => chart};
}

// Finds a control again after it was replaced.
function selectorOf({name, type, value}: HTMLInputElement | HTMLSelectElement): string {
  return type === "checkbox" ? `[name="${name}"][value="${CSS.escape(value)}"]` : `[name="${name}"]`;
}

function withColumn(chart: ConsoleChart, name: ColumnName, column: string): ConsoleChart {
  const {[name]: _, ...rest} = chart;
  return column === "" ? rest : {...rest, [name]: column};
}

type Choice = [name: ColumnName, label: string, columns: string[]];

function columnPickers(
  chart: ConsoleChart,
  {times, texts, numbers, whole}: Drawable,
  change: (chart: ConsoleChart) => void
): HTMLElement[] {
  const choices: Record<ConsoleChart["draw"], Choice[]> = {
    time: [
      ["x", "Time", times],
      ["series", "A line for each", [...texts, ...whole]]
    ],
    bars: [
      ["x", "Category", [...texts, ...numbers, ...times]],
      ["y", "Value", numbers]
    ],
    heat: [
      ["x", "Across", [...texts, ...times, ...numbers]],
      ["y", "Down", [...texts, ...times, ...numbers]],
      ["value", "Value", numbers]
    ],
    none: []
  };
  const selects = choices[chart.draw].map((choice) => columnSelect(chart, choice, change));
  return chart.draw === "time" ? [...selects, valueChecks(chart, numbers, change)] : selects;
}

function columnSelect(
  chart: ConsoleChart,
  [name, label, columns]: Choice,
  change: (chart: ConsoleChart) => void
): HTMLElement {
  const [chosen = ""] = [chart[name] ?? ""].flat();
  const options = [["", "automatic"], ...columns.map((column) => [column, column])] as const;
  const select = html(
    "select",
    {name, class: "fb-button"},
    ...options.map(([value, text]) => html("option", {value, selected: value === chosen}, text))
  );
  select.addEventListener("change", () => change(withColumn(chart, name, select.value)));
  return html("label", {}, html("span", {class: "fb-label"}, label), select);
}

// Each checked column is a line. Without any, the chart chooses.
function valueChecks(
  chart: ConsoleChart,
  numbers: readonly string[],
  change: (chart: ConsoleChart) => void
): HTMLElement {
  const shown = valuesOf(chart, numbers);
  const boxes = numbers.map((value) => {
    const box = html("input", {type: "checkbox", name: "y", value, checked: shown.includes(value)});
    box.addEventListener("change", () => {
      const picked = numbers.filter((name) => (name === value ? box.checked : shown.includes(name)));
      const {y: _, ...rest} = chart;
      change(picked.length === 0 ? rest : {...rest, y: picked.length === 1 ? (picked[0] ?? "") : picked});
    });
    return html("label", {}, box, html("span", {}, value));
  });
  const legend = html("legend", {class: "fb-label"}, "Values");
  return html("fieldset", {class: "fb-segments fb-console-values"}, legend, ...boxes);
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
