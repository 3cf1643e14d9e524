import type {Cell} from "../parts/cell-cursor.js";
import {svg} from "../parts/dom.js";

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

/** How a cell is painted: a colour of the theme, and how much of it (0 to 1). */
export interface Tint {
  fill: string;
  opacity: number;
}

/** Paints cells: those of one colour as one path, as a thousand elements are slow; those without any not at all. */
export function paintCells(cells: Iterable<Cell & Tint>, layout: Layout): SVGPathElement[] {
  const shapes = new Map<string, {fill: string; opacity: number; parts: string[]}>();
  for (const {fill, opacity, ...cell} of cells) {
    if (!(opacity > 0)) continue;
    const shape = shapes.get(fill + opacity) ?? {fill, opacity, parts: []};
    shapes.set(fill + opacity, shape);
    const {left, top, width, height} = boxOf(layout, cell);
    const wide = inPath(Math.max(0.5, width - (width > 4 ? 1 : 0)));
    shape.parts.push(`M${inPath(left)},${top}h${wide}v${height}h-${wide}z`);
  }
  return Array.from(shapes.values(), ({fill, opacity, parts}) =>
    svg("path", {d: parts.join(""), fill, "fill-opacity": opacity, "shape-rendering": "crispEdges"})
  );
}

/** A place in px as a path has it: a hundredth is enough. */
export function inPath(px: number): string {
  return String(Math.round(100 * px) / 100);
}
