import {extent, range} from "d3-array";
import {scaleUtc} from "d3-scale";
import {type Cell, cellCursor} from "../../ui/elements/cell-cursor.js";
import {notice} from "../../ui/elements/plot.js";
import {smallChart} from "../small.js";
import {timeTicks} from "../ticks.js";
import {boxOf, cellAt, drawHeat, type Heat, layoutOf} from "./drawing.js";

/** Options of charts that are heat maps. */
export type HeatOptions = Pick<Heat, "width" | "source" | "period">;

const emptyHeight = 80;

/** A heat map that fills its container, with the text of the cell under pointer or keyboard cursor above it. */
export function heatChart(heat: Heat): HTMLElement {
  const {title, rows, header, data, empty, width, source, period, summary} = heat;
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
  return figure;
}

function textsOf({rows, columns, cells, columnName, none, ...heat}: Heat): (cell: Cell) => string {
  const {rowName = (row: number) => rows[row] ?? ""} = heat;
  const titles = new Map(cells.map(({row, column, title}) => [row * columns + column, title]));
  return ({row, column}) => titles.get(row * columns + column) ?? `${rowName(row)}, ${columnName(column)}: ${none}`;
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
