import {textWidth} from "../chart/text.js";
import type {Cell} from "../parts/cell-cursor.js";
import type {Layout} from "./layout.js";

/** What a heat map shows: a row per feed, a column per step of time. */
export interface Grid {
  /** Names of the rows; those of one group, such as an underlying, stand together. */
  rows: readonly {group: string; name: string}[];
  /** When the columns begin in epoch milliseconds, ascending, each `stepMs` after the last. */
  times: readonly number[];
  stepMs: number;
  /** By row, then column; NaN is missing. */
  values: readonly (readonly number[])[];
}

/** Where everything of a grid is, in px. */
export interface GridLayout extends Layout {
  /** Where the names of the rows begin; those of groups begin at 0. */
  names: number;
}

const cellHeight = 20;
const groupGap = 5;
const belowHeight = 86; // time axis and legend
const top = 4;

/** Lays a grid out at a width: names get the room that they need, but no more than half of it. */
export function layoutOf(grid: Grid, width: number): GridLayout {
  const room = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => textWidth(text))) + 10;
  const names = Math.min(0.14 * width, room(grid.rows.map(({group}) => group)));
  const left = names + Math.min(0.34 * width, room(grid.rows.map(({name}) => name)));
  const right = width - 4;
  const columns = grid.times.length;
  const cellWidth = (right - left) / Math.max(1, columns);
  const tops = topsOf(grid);
  const bottom = (tops.at(-1) ?? 0) + cellHeight;
  const size = {width, height: bottom + belowHeight, columns, cellWidth, cellHeight};
  return {...size, left, right, names, bottom, tops};
}

/** The value of a cell; NaN where there is none. */
export function valueAt({values}: Grid, {row, column}: Cell): number {
  return values[row]?.[column] ?? NaN;
}

function topsOf({rows}: Grid): number[] {
  let y = top - cellHeight;
  return rows.map(({group}, i) => {
    y += cellHeight + (i > 0 && rows[i - 1]?.group !== group ? groupGap : 0);
    return y;
  });
}
