import {quantileSorted} from "d3-array";
import type {Cell} from "../../ui/elements/cell-cursor.js";
import {svg} from "../../ui/elements/dom.js";
import {color} from "../../ui/elements/theme.js";

/** A colour scale around zero: two hues, stronger with distance from zero, up to the same limit on both sides. */
export interface HeatScale {
  /** The absolute value from which on the colour is the strongest; 0 if all values are zero. */
  limit: number;
  /** The number of values, and of those beyond the limit. */
  count: number;
  beyond: number;
}

/** The share of values within the limit: otherwise a few outliers would leave no colour for the others. */
export const within = 0.98;

const farOff = 1.5;
const faintest = 0.1;

/**
 * Makes the scale of some values. Its limit is the largest absolute value, or the {@link within} quantile if the
 * largest is 1.5 times that or more. NaN is left out.
 */
export function heatScale(values: Iterable<number>): HeatScale {
  const sizes = Array.from(values, Math.abs)
    .filter((size) => !Number.isNaN(size))
    .sort((a, b) => a - b);
  const largest = sizes.at(-1) ?? 0;
  const usual = quantileSorted(sizes, within) || largest; // the quantile is zero if nearly all values are
  const limit = largest < farOff * usual ? largest : usual;
  return {limit, count: sizes.length, beyond: sizes.filter((size) => size > limit).length};
}

/** The fill of a share: its opacity grows with the share, so that zero is the background in both themes. */
export function paint(share: number): {fill: string; opacity: number} {
  const size = Math.abs(share);
  const opacity = size === 0 ? 0 : Math.round(100 * (faintest + (1 - faintest) * size)) / 100;
  return {fill: share < 0 ? color.negative : color.positive, opacity};
}

/** The layout of a heat map in px. */
export interface Layout {
  width: number;
  height: number;
  /** Edges of the cells. */
  left: number;
  bottom: number;
  columns: number;
  cellWidth: number;
  cellHeight: number;
  /** Top of each row. */
  tops: number[];
}

/** The cell at a point in px, or null outside all cells. */
export function cellAt(layout: Layout, [x, y]: readonly [x: number, y: number]): Cell | null {
  const {left, cellWidth, cellHeight, columns, tops} = layout;
  const column = Math.floor((x - left) / cellWidth);
  const row = tops.findLastIndex((start) => start <= y);
  const isInside = column >= 0 && column < columns && row >= 0 && y < (tops[row] ?? 0) + cellHeight;
  return isInside ? {row, column} : null;
}

/** The box of a cell in px. A row ends a pixel before the next begins. */
export function boxOf({left, cellWidth, cellHeight, tops}: Layout, {row, column}: Cell): Record<Side, number> {
  return {left: left + column * cellWidth, top: tops[row] ?? 0, width: cellWidth, height: cellHeight - 1};
}

type Side = "left" | "top" | "width" | "height";

/** How a cell is painted: a colour of the theme and its opacity (0 to 1). */
export interface Tint {
  fill: string;
  opacity: number;
}

/** Paints cells: one path per colour, as a thousand elements are slow. Cells of opacity 0 are left out. */
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

/** A coordinate in px for a path, rounded to 0.01. */
function inPath(px: number): string {
  return String(Math.round(100 * px) / 100);
}
