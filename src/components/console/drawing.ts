import {type ConsoleChart, draws} from "../../lib/console.js";
import type {Row} from "../../lib/rows.js";
import {html} from "../parts/dom.js";
import {segments} from "../parts/segments.js";
import {barChart} from "../rows/bar-chart.js";
import {heatMap} from "../rows/heat-map.js";
import {timeChart} from "../rows/time-chart.js";
import {chooseChart, type Drawable, drawable} from "./choice.js";

const labels: Record<ConsoleChart["draw"], string> = {time: "Over time", bars: "Bars", heat: "Heat map", none: "None"};

type ColumnName = "x" | "y" | "series" | "value";

/** A chart of rows, and the controls by which the reader changes it. */
export interface Drawing {
  element: HTMLElement;
  /** The chart as it is now. */
  chart(): ConsoleChart;
}

/**
 * Draws rows as `chart` says, or as suits their columns. `changed` is called with each choice of the reader. What cannot be
 * drawn is told in place of the chart.
 */
export function drawing(
  rows: readonly Row[],
  given: ConsoleChart | undefined,
  changed: (chart: ConsoleChart) => void
): Drawing {
  const kinds = drawable(rows);
  let chart = given ?? chooseChart(rows);
  const picture = html("div", {class: "fb-console-picture"});
  const pickers = html("div", {class: "fb-console-pickers"});
  const change = (next: ConsoleChart): void => {
    chart = next;
    show();
    changed(chart);
  };
  const kind = segments("Chart", labels, (value) => {
    const draw = draws.find((name) => name === value) ?? "none";
    change(chooseChart(rows).draw === draw ? chooseChart(rows) : {draw});
  });
  const show = (): void => {
    kind.show(chart.draw);
    const pickColumn = (name: ColumnName, column: string) => change(withColumn(chart, name, column));
    const had = document.activeElement instanceof HTMLSelectElement ? document.activeElement.name : null;
    pickers.replaceChildren(...columnPickers(chart, kinds, pickColumn));
    if (had !== null) pickers.querySelector<HTMLSelectElement>(`[name="${had}"]`)?.focus();
    picture.replaceChildren(picturesOf(rows, chart));
  };
  show();
  const controls = html("div", {class: "fb-console-controls"}, kind.element, pickers);
  return {element: html("section", {"aria-label": "Chart"}, controls, picture), chart: () => chart};
}

function withColumn(chart: ConsoleChart, name: ColumnName, column: string): ConsoleChart {
  const {[name]: _, ...rest} = chart;
  return column === "" ? rest : {...rest, [name]: column};
}

function columnPickers(
  chart: ConsoleChart,
  {times, texts, numbers, whole}: Drawable,
  pick: (name: ColumnName, column: string) => void
): HTMLElement[] {
  const others = [...texts, ...whole];
  const choices: Record<ConsoleChart["draw"], [name: ColumnName, label: string, columns: string[]][]> = {
    time: [
      ["x", "Time", times],
      ["y", "Value", numbers],
      ["series", "A line for each", others]
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
  return choices[chart.draw].map(([name, label, columns]) => {
    const options = [["", "automatic"], ...columns.map((column) => [column, column])] as const;
    const select = html(
      "select",
      {name},
      ...options.map(([value, text]) => html("option", {value, selected: value === (chart[name] ?? "")}, text))
    );
    select.addEventListener("change", () => pick(name, select.value));
    return html("label", {}, html("span", {class: "fb-label"}, label), select);
  });
}

function picturesOf(rows: readonly Row[], {draw, x, y, series, value}: ConsoleChart): Node {
  const named = (columns: Partial<Record<ColumnName, string | undefined>>) =>
    Object.fromEntries(Object.entries(columns).filter(([, column]) => column !== undefined));
  try {
    if (draw === "time") return timeChart(rows, {...named({x, y, series}), linked: false});
    if (draw === "bars") return barChart(rows, named({x, y}));
    if (draw === "heat") return heatMap(rows, named({x, y, value}));
    return html("span");
  } catch (error) {
    return html(
      "p",
      {class: "fb-console-note", role: "status"},
      error instanceof Error ? error.message : String(error)
    );
  }
}
