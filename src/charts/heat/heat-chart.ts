import {extent, range} from "d3-array";
import {scaleUtc} from "d3-scale";
import {type Cell, cellCursor} from "../../ui/elements/cell-cursor.js";
import {html} from "../../ui/elements/dom.js";
import {notice} from "../../ui/elements/plot.js";
import {smallChart} from "../small.js";
import {timeTicks} from "../ticks.js";
import {boxOf, cellAt, drawHeat, type Heat, layoutOf} from "./drawing.js";
import type {Tints} from "./tints.js";

/** Options of charts that are heat maps. */
export type HeatOptions = Pick<Heat, "width" | "source" | "period">;

const emptyHeight = 80;

/** A heat map that fills its container, with the text of the cell under pointer or keyboard cursor above it. */
export function heatChart(heat: Heat): HTMLElement {
  const {title, rows, header, data, empty, width, source, period, note, summary} = heat;
  const chart = {title, header, width, source, period, rows: data};
  if (rows.length === 0)
    return smallChart({
      ...{...chart, height: emptyHeight, summary: empty},
      draw: (wide) => notice(empty, wide, emptyHeight)
    });
  let layout = layoutOf(heat, width ?? 640);
  const {surface, readout, place} = cellCursor({
    ...{title, text: textsOf(heat), sizes: () => Array<number>(layout.columns).fill(layout.tops.length)},
    box: (cell) => boxOf(layout, cell),
    at: (point) => cellAt(layout, point)
  });
  const figure = smallChart({
    ...{...chart, height: layout.height, summary},
    draw(wide) {
      layout = layoutOf(heat, wide);
      place();
      return drawHeat(heat, layout);
    }
  });
  figure.querySelector(".fb-legend")?.append(readout);
  figure.querySelector(".fb-body")?.append(surface);
  if (note !== undefined) figure.append(html("p", {class: "fb-heat-note"}, note));
  return figure;
}

function textsOf({rows, columns, cells, columnName, none, ...heat}: Heat): (cell: Cell) => string {
  const {rowName = (row: number) => rows[row] ?? ""} = heat;
  const titles = new Map(cells.map(({row, column, title}) => [row * columns + column, title]));
  return ({row, column}) => titles.get(row * columns + column) ?? `${rowName(row)}, ${columnName(column)}: ${none}`;
}

/** An hour of the week (`weekday` 1 is Monday, `hour` 0 to 23), its value, and a text that follows it. */
export interface WeekCell {
  weekday: number;
  hour: number;
  value: number;
  detail?: string;
}

/** Options of {@link weekMap}: the tints and format of values, and words for the least and largest. */
export interface WeekMapOptions
  extends Pick<Heat, "title" | "header" | "data" | "none" | "empty" | "width" | "source" | "period"> {
  tints: Tints;
  write: (value: number) => string;
  ends: readonly [least: string, largest: string];
}

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** A heat map with a cell for each hour of the week: weekdays × hours. */
export function weekMap(cells: readonly WeekCell[], {tints, write, ends, ...options}: WeekMapOptions): HTMLElement {
  const ordered = cells.toSorted((a, b) => a.value - b.value);
  const [least, largest] = [ordered[0], ordered.at(-1)];
  const words = (end: string, cell: WeekCell): string => `${end} ${hourName(cell)} with ${write(cell.value)}`;
  const summary = least && largest ? `${words(ends[0], least)}, ${words(ends[1], largest)}.` : "";
  return heatChart({
    ...{...options, rowHeight: 24, rows: cells.length === 0 ? [] : days, columns: 24, summary, columnName: clock},
    ticks: Array.from({length: 8}, (_, i) => ({column: 3 * i, text: clock(3 * i)})),
    cells: cells.map((cell) => ({
      ...{...tints.of(cell.value), row: cell.weekday - 1, column: cell.hour},
      title: `${hourName(cell)}: ${[write(cell.value), cell.detail].filter(Boolean).join(", ")}`
    })),
    key: tints.key
  });
}

/** An hour of the week in words: `Monday 03:00`. */
export function hourName({weekday, hour}: Pick<WeekCell, "weekday" | "hour">): string {
  return `${dayName(weekday)} ${clock(hour)}`;
}

/** The name of a weekday; 1 is Monday. */
export function dayName(weekday: number): string {
  return days[weekday - 1] ?? "";
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

const usualWidth = 760; // px; where there is less room, heatChart leaves labels out

/** The columns of steps of time: from the first to the last that is known, in epoch ms. */
export function stepsOf(known: Iterable<number>, stepMs: number): number[] {
  const [first = NaN, last = NaN] = extent(known);
  return stepMs > 0 && last >= first ? range(first, last + 1, stepMs) : [];
}

/** The labels below columns of time, in UTC. */
export function ticksOf(times: readonly number[], stepMs: number): Heat["ticks"] {
  const [first = NaN, last = NaN] = [times[0], times.at(-1)];
  let shown = "";
  return timeTicks(scaleUtc([first, last + stepMs - 1], [0, usualWidth])).map(({time, label, context}) => {
    shown = context || shown;
    return {column: Math.floor((time - first) / stepMs), text: label, context: `${shown} UTC`};
  });
}
