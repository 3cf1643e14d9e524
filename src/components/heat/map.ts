import {formatCount, formatPercent, formatSpan} from "../../lib/format.js";
import {smallChart} from "../chart/small.js";
import {html} from "../dom.js";
import {notice} from "../notice.js";
import {cellCursor} from "./cursor.js";
import {drawHeat, type Wording} from "./draw.js";
import {type Cell, cellAt, type Grid, heightOf, layoutOf, valueAt} from "./grid.js";
import {heatScale, within} from "./scale.js";

/** Options of {@link heatMap}: its words, and those of `smallChart`. */
export interface HeatOptions extends Wording {
  title: string;
  /** What a cell says in full, after its feed and time. */
  describe: (value: number) => string;
  width?: number | undefined;
  source?: string | undefined;
  empty?: string;
}

/**
 * A heat map around zero, a row per feed and a column per step of time. The cell under the pointer, or of the keyboard
 * (arrows, Home, End), is told above it. The colours end at a quantile of all sizes, which is said below it.
 */
export function heatMap(
  grid: Grid,
  {title, describe, width, source, empty = "no values", ...words}: HeatOptions
): HTMLElement {
  const scale = heatScale(grid.values.flat());
  const isEmpty = scale.count === 0;
  const height = isEmpty ? 80 : heightOf(grid);
  let layout = layoutOf(grid, width ?? 640);
  const clip = isEmpty ? "" : clipText(scale.beyond, scale.count, words.formatValue(scale.limit));
  const figure = smallChart({
    ...{title, height, width, source},
    summary: isEmpty ? empty : `${grid.rows.length} feeds, ${grid.times.length} steps of time. ${clip}`,
    draw(wide) {
      layout = layoutOf(grid, wide);
      return isEmpty ? notice(empty, wide, height) : drawHeat(grid, scale, {layout, words});
    },
    period: [grid.times[0] ?? null, grid.times.at(-1) ?? null],
    header: ["feed", ...grid.times.map((time) => new Date(time).toISOString())],
    rows: grid.rows.map(({group, name}, row) => [`${name} ${group}`.trim(), ...(grid.values[row] ?? [])])
  });
  if (isEmpty) return figure;
  const {surface, readout} = cellCursor({
    ...{title, rows: grid.rows.length, columns: grid.times.length},
    text: (cell) => textOf(grid, cell, describe),
    box: ({row, column}) => {
      const {left, cellWidth, cellHeight, tops} = layout;
      return {left: left + column * cellWidth, top: tops[row] ?? 0, width: cellWidth, height: cellHeight - 1};
    },
    at: (place) => cellAt(grid, layout, place)
  });
  figure.querySelector(".fb-legend")?.append(readout);
  figure.querySelector(".fb-body")?.append(surface);
  figure.append(html("p", {class: "fb-heat-note"}, clip));
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
