import {formatCount, formatPercent} from "../../lib/format.js";
import {formatSpan} from "../../lib/zone.js";
import type {Cell} from "../parts/cell-cursor.js";
import {html} from "../parts/dom.js";
import {drawHeat, type Wording} from "./draw.js";
import {heatFigure} from "./figure.js";
import {type Grid, heatScale, layoutOf, valueAt, within} from "./grid.js";

/** Options of {@link heatMap}: its texts, and options of `smallChart`. */
export interface HeatMapOptions extends Wording {
  title: string;
  /** The full text of a cell's value, which follows its feed and time. */
  describe: (value: number) => string;
  width?: number | undefined;
  source?: string | undefined;
  empty?: string;
}

/**
 * A heat map around zero, a row per feed and a column per time step. The text of the cell under the pointer or the
 * keyboard's cursor (arrows, Home, End) is above it. A note below gives the limit of its colours ({@link heatScale}).
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
  if (beyond === 0) return `The colours end at ±${limit}, the largest value.`;
  const share = formatPercent(within, {decimals: 0});
  const cells = `${formatCount(beyond)} of ${formatCount(count)} cells`;
  return `The colours end at ±${limit}, the ${share} quantile: ${cells} are beyond.`;
}

function textOf({rows, times, stepMs, values}: Grid, cell: Cell, describe: (value: number) => string): string {
  const {group = "", name = ""} = rows[cell.row] ?? {};
  const start = times[cell.column] ?? NaN;
  const value = valueAt({rows, times, stepMs, values}, cell);
  return `${`${name} ${group}`.trim()}, ${formatSpan(start, start + stepMs)}: ${describe(value)}`;
}
