import type {Instant} from "../../lib/instant.js";
import {smallChart} from "../chart/small.js";
import {cellCursor} from "../heat/cursor.js";
import type {Cell} from "../heat/grid.js";
import {drawHeat, keyHeight, keyRows, placesOf} from "./draw.js";

/** How a cell is painted: a colour of the theme, and how much of it (0 to 1). */
export interface Tint {
  fill: string;
  opacity: number;
}

/** A cell of a heat map at a row and a column, both from 0. */
export interface HeatCell extends Tint {
  row: number;
  column: number;
  /** What it says when the pointer rests on it. */
  title: string;
}

/** A heat map: its labels, cells and key, and its data as a table for screen readers and CSV. */
export interface Heat {
  title: string;
  /** What it shows, in words. */
  summary: string;
  rows: readonly string[];
  columns: number;
  /** What a column is called, and what a cell says that has nothing. */
  columnName: (column: number) => string;
  none: string;
  /** Labels below columns, where there is room for them. */
  ticks: readonly {column: number; text: string}[];
  cells: readonly HeatCell[];
  key: readonly (Tint & {text: string})[];
  header: string[];
  data: (string | number)[][];
  rowHeight?: number;
  /** Whether labels below columns are slanted, so that all have room. */
  slanted?: boolean;
  /** What it says without rows. */
  empty: string;
  width?: number | undefined;
  source?: string | undefined;
  /** The time that the data is of: part of a saved file's name. */
  period?: readonly [Instant | null, Instant | null] | undefined;
}

const axisHeights = {level: 22, slanted: 74};

/**
 * A heat map in a figure that fills its container: a row per label, a cell where there is something to say. The cell under
 * the pointer, or of the keyboard, is told above it.
 */
export function heatChart(heat: Heat): HTMLElement {
  const {title, summary, rows, columns, rowHeight = 16, header, data, empty, width, source, period} = heat;
  const axisHeight = axisHeights[heat.slanted ? "slanted" : "level"];
  const height = rows.length === 0 ? 80 : rows.length * rowHeight + axisHeight + keyRows * keyHeight;
  let left = 0;
  let cell = 0;
  const figure = smallChart({
    ...{title, height, width, source, period, header},
    summary: rows.length === 0 ? empty : summary,
    draw(wide) {
      [left, cell] = placesOf(heat, wide);
      return drawHeat(heat, {wide, height, rowHeight, axisHeight});
    },
    rows: data
  });
  if (rows.length === 0) return figure;
  const {surface, readout} = cellCursor({
    ...{title, rows: rows.length, columns, text: textsOf(heat)},
    box: ({row, column}) => ({
      left: left + column * cell,
      top: row * rowHeight + 1,
      width: cell,
      height: rowHeight - 2
    }),
    at: ([x, y]) => {
      const [row, column] = [Math.floor(y / rowHeight), Math.floor((x - left) / cell)];
      return row >= 0 && row < rows.length && column >= 0 && column < columns ? {row, column} : null;
    }
  });
  figure.querySelector(".fb-legend")?.append(readout);
  figure.querySelector(".fb-body")?.append(surface);
  return figure;
}

function textsOf({rows, columns, cells, columnName, none}: Heat): (cell: Cell) => string {
  const titles = new Map(cells.map(({row, column, title}) => [row * columns + column, title]));
  return ({row, column}) => titles.get(row * columns + column) ?? `${rows[row]}, ${columnName(column)}: ${none}`;
}
