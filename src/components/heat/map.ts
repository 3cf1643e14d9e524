import {formatCount, formatPercent} from "../../lib/format.js";
import {formatSpan} from "../../lib/zone.js";
import type {Cell} from "../parts/cell-cursor.js";
import {html} from "../parts/dom.js";
import {drawHeat, type Wording} from "./draw.js";
import {heatFigure} from "./figure.js";
import {type Grid, heatScale, layoutOf, valueAt, within} from "./grid.js";

/** Options of {@link heatMap}: its words, and those of `smallChart`. */
export interface HeatMapOptions extends Wording {
  title: string;
  /** What a cell says in full, after its feed and time. */
  describe: (value: number) => string;
  width?: number | undefined;
  source?: string | undefined;
  empty?: string;
}

/**
 * A heat map around zero, a row per feed and a column per step of time. The cell under the pointer, or of the keyboard
 * (arrows, Home, End), is shown above it. The colours end at a quantile of all sizes, which is said below it.
 */
export function heatMap(
  grid: Grid,
  {title, describe, width, source, empty = "no values", ...words}: HeatMapOptions
): HTMLElement {
  const scale = heatScale(grid.values.flat());
  const isEmpty = scale.count === 0;
  const clip = clipText(scale.beyond, scale.count, words.formatValue(scale.limit));
  const figure = heatFigure({
    ...{title, width, source, empty: isEmpty ? empty : null},
    summary: `${grid.rows.length} feeds, ${grid.times.length} steps of time. ${clip}`,
    layout: (wide) => layoutOf(grid, wide),
    draw: (layout) => drawHeat(grid, scale, {layout, words}),
    text: (cell) => textOf(grid, cell, describe),
    period: [grid.times[0] ?? null, grid.times.at(-1) ?? null],
    header: ["feed", ...grid.times.map((time) => new Date(time).toISOString())],
    rows: grid.rows.map(({group, name}, row) => [`${name} ${group}`.trim(), ...(grid.values[row] ?? [])])
  });
  if (!isEmpty) figure.append(html("p", {class: "fb-heat-note"}, clip));
  return figure;
}

function clipText(beyond: number, count: number, limit: string): string {
  if (beyond === 0) return `Colours reach to ±${limit}, the largest.`;
  const share = formatPercent(within, {decimals: 0});
  return `Colours end at ±${limit}, which ${share} of the cells do not exceed: ${formatCount(beyond)} of ${formatCount(count)} are beyond.`;
}

function textOf({rows, times, stepMs, values}: Grid, cell: Cell, describe: (value: number) => string): string {
  const {group = "", name = ""} = rows[cell.row] ?? {};
  const start = times[cell.column] ?? NaN;
  const value = valueAt({rows, times, stepMs, values}, cell);
  return `${`${name} ${group}`.trim()}, ${formatSpan(start, start + stepMs)}: ${describe(value)}`;
}
