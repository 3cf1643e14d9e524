import type {Cell} from "../parts/cell-cursor.js";

/** Where everything of a heat map is, in px. */
export interface Layout {
  width: number;
  height: number;
  /** Edges of the cells. */
  left: number;
  right: number;
  bottom: number;
  columns: number;
  cellWidth: number;
  cellHeight: number;
  /** Top of each row. */
  tops: number[];
}

/** The cell at a place in px, or null beside all of them. */
export function cellAt(layout: Layout, [x, y]: readonly [x: number, y: number]): Cell | null {
  const {left, cellWidth, cellHeight, columns, tops} = layout;
  const column = Math.floor((x - left) / cellWidth);
  const row = tops.findLastIndex((start) => start <= y);
  const isInside = column >= 0 && column < columns && row >= 0 && y < (tops[row] ?? 0) + cellHeight;
  return isInside ? {row, column} : null;
}

/** Where a cell is in px. A row ends a pixel before the next begins. */
export function boxOf({left, cellWidth, cellHeight, tops}: Layout, {row, column}: Cell): Record<Side, number> {
  return {left: left + column * cellWidth, top: tops[row] ?? 0, width: cellWidth, height: cellHeight - 1};
}

type Side = "left" | "top" | "width" | "height";
