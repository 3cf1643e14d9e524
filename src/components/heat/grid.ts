import {textWidth} from "../chart/text.js";

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

/** A place in a grid. */
export interface Cell {
  row: number;
  column: number;
}

/** Where everything of a heat map is, in px. */
export interface Layout {
  width: number;
  height: number;
  /** Edges of the cells. */
  left: number;
  right: number;
  bottom: number;
  /** Where the names begin. */
  names: number;
  cellWidth: number;
  cellHeight: number;
  /** Top of each row. */
  tops: number[];
}

const cellHeight = 20;
const groupGap = 5;
const belowHeight = 86; // time axis and legend
const top = 4;

/** The height of a heat map's picture, whatever its width. */
export function heightOf(grid: Grid): number {
  return grid.rows.length === 0 ? 80 : bottomOf(grid) + belowHeight;
}

/** Lays a heat map out at a width: names get the room that they need, but no more than two fifths. */
export function layoutOf(grid: Grid, width: number): Layout {
  const room = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => textWidth(text))) + 10;
  const names = Math.min(0.2 * width, room(grid.rows.map(({group}) => group)));
  const left = names + Math.min(0.24 * width, room(grid.rows.map(({name}) => name)));
  const right = width - 4;
  const cellWidth = (right - left) / Math.max(1, grid.times.length);
  const size = {width, height: heightOf(grid), cellWidth, cellHeight};
  return {...size, left, right, names, bottom: bottomOf(grid), tops: topsOf(grid)};
}

/** The cell at a place in px, or null beside all of them. */
export function cellAt(grid: Grid, {left, cellWidth, tops}: Layout, [x, y]: readonly [number, number]): Cell | null {
  const column = Math.floor((x - left) / cellWidth);
  const row = tops.findLastIndex((start) => start <= y);
  const isInside = column >= 0 && column < grid.times.length && row >= 0 && y < (tops[row] ?? 0) + cellHeight;
  return isInside ? {row, column} : null;
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

function bottomOf(grid: Grid): number {
  return (topsOf(grid).at(-1) ?? 0) + cellHeight;
}
