import {group} from "d3-array";
import type {Cell} from "../../ui/elements/cell-cursor.js";
import {cutMiddle, fittedText, fontSize, svg, textWidth} from "../../ui/elements/dom.js";
import {color} from "../../ui/elements/theme.js";
import type {SmallChart} from "../small.js";
import type {Tint} from "./tints.js";

/** A cell of a heat map, its text in full (`title`), and the text drawn `inside` it if there is room. */
export interface HeatCell extends Cell, Tint {
  title: string;
  inside?: string;
}

/** A heat map: its labels, cells and key, and its data as a table for screen readers and CSV. */
export interface Heat extends Pick<SmallChart, "title" | "summary" | "header" | "width" | "source" | "period"> {
  rows: readonly string[];
  columns: number;
  /** The name of a row in the text of a cell; default: its label. */
  rowName?: (row: number) => string;
  /** The name of a column, and the text of a cell without a value. */
  columnName: (column: number) => string;
  none: string;
  /** Labels below columns, drawn if there is room; `context` is a second line, drawn where it changes. */
  ticks: readonly {column: number; text: string; context?: string}[];
  cells: readonly HeatCell[];
  key: readonly (Tint & {text: string})[];
  data: (string | number)[][];
  rowHeight?: number;
  titles?: {rows?: string | undefined; columns?: string | undefined};
  /** Whether labels below columns are turned where they do not fit beside each other, so that all are shown. */
  slanted?: boolean;
  empty: string;
}

/** The layout of a heat map in px. */
export interface Layout {
  width: number;
  height: number;
  left: number;
  bottom: number;
  columns: number;
  cellWidth: number;
  cellHeight: number;
  tops: number[];
  angle: number;
  keyTop: number;
  key: (Tint & {text: string; x: number; row: number})[];
}

const lineHeight = 16; // of titles
const contextHeight = 14;
const keyHeight = 20;
const keyRows = 2; // at most, as on a phone
const slantedRoom = 18; // in narrower columns slanted labels run into each other
const mostSlanted = 17; // characters

/** Lays a heat map out. Labels of rows get up to 36 % of the width. */
export function layoutOf(heat: Heat, width: number): Layout {
  const {rows, columns, ticks, rowHeight = 16, titles = {}} = heat;
  const left = Math.min(0.36 * width, room(rows));
  const top = titles.rows === undefined ? 0 : lineHeight;
  const tops = rows.map((_, row) => top + row * rowHeight);
  const bottom = (tops.at(-1) ?? -rowHeight) + rowHeight;
  const hasContext = ticks.some(({context}) => context !== undefined);
  const cellWidth = (width - left) / Math.max(1, columns);
  const {angle, tall} = turned(heat, cellWidth);
  const keyTop = bottom + tall + (hasContext ? contextHeight : 0) + (titles.columns === undefined ? 0 : lineHeight);
  const key = keyPlaces(heat.key, width);
  const height = keyTop + ((key.at(-1)?.row ?? -1) + 1) * keyHeight;
  return {width, height, left, bottom, columns, cellWidth, cellHeight: rowHeight, tops, angle, keyTop, key};
}

function room(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => textWidth(text))) + 8;
}

// How the labels of columns of a width are turned, and how tall they are then.
function turned({ticks, slanted = false}: Heat, cellWidth: number): {angle: number; tall: number} {
  if (!slanted || room(ticks.map(({text}) => text)) <= cellWidth) return {angle: 0, tall: 22};
  if (cellWidth >= slantedRoom) return {angle: 40, tall: 74};
  return {angle: 90, tall: room(ticks.map(({text}) => cutMiddle(text, mostSlanted)))};
}

function keyPlaces(key: Heat["key"], wide: number): Layout["key"] {
  let [next, row] = [0, 0];
  const placed = key.map((entry) => {
    const room = 18 + textWidth(entry.text) + 12;
    if (next > 0 && next + room > wide) [next, row] = [0, row + 1];
    const x = next;
    next += room;
    return {...entry, x, row};
  });
  return placed.filter(({row}) => row < keyRows);
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
export function boxOf({left, cellWidth, cellHeight, tops}: Layout, {row, column}: Cell) {
  return {left: left + column * cellWidth, top: tops[row] ?? 0, width: cellWidth, height: cellHeight - 1};
}

/** Draws a heat map. */
export function drawHeat({rows, cells, ticks, titles = {}}: Heat, layout: Layout): SVGSVGElement {
  const {width, height, left, cellHeight, tops, keyTop, key, angle} = layout;
  const style = {"text-anchor": "end", "dominant-baseline": "central", fill: color.ink2};
  const title = (text: string | undefined, x: number, y: number) =>
    text === undefined ? null : svg("text", {x, y, fill: color.ink3}, text);
  return svg(
    "svg",
    {width, height, viewBox: `0 0 ${width} ${height}`, "font-size": fontSize},
    ...rows.map((text, row) =>
      fittedText(text, left - 8, {x: left - 8, y: (tops[row] ?? 0) + cellHeight / 2, ...style})
    ),
    ...paintCells(cells, layout),
    ...cellTexts(cells, layout),
    ...(angle > 0 ? turnedLabels : levelLabels)(ticks, layout),
    title(titles.rows, 0, 10),
    title(titles.columns, left, keyTop - 5),
    ...key.flatMap(({fill, opacity, text, x, row}) => {
      const y = keyTop + row * keyHeight + 5;
      const sign = svg("rect", {x, y, width: 12, height: 12, rx: 2, fill, "fill-opacity": opacity});
      return [sign, svg("text", {x: x + 18, y: y + 10, fill: color.ink2}, text)];
    })
  );
}

// One path per colour, as a thousand elements are slow. Cells of opacity 0 are left out.
function paintCells(cells: readonly HeatCell[], layout: Layout): SVGPathElement[] {
  const painted = group(
    cells.filter(({opacity}) => opacity > 0),
    ({fill, opacity}) => fill + opacity
  );
  return Array.from(painted.values(), (alike) => {
    const parts = alike.map((cell) => {
      const {left, top, width, height} = boxOf(layout, cell);
      const wide = inPath(Math.max(0.5, width - (width > 4 ? 1 : 0)));
      return `M${inPath(left)},${top}h${wide}v${height}h-${wide}z`;
    });
    const {fill, opacity} = alike[0] ?? {};
    return svg("path", {d: parts.join(""), fill, "fill-opacity": opacity, "shape-rendering": "crispEdges"});
  });
}

// A coordinate in px, rounded to 0.01.
function inPath(px: number): string {
  return String(Math.round(100 * px) / 100);
}

// Texts inside cells: all of them, or none if one does not fit.
function cellTexts(cells: readonly HeatCell[], layout: Layout): SVGTextElement[] {
  const texts = cells.filter(({inside}) => inside !== undefined);
  if (texts.some(({inside = ""}) => textWidth(inside) + 2 > layout.cellWidth)) return [];
  const style = {"text-anchor": "middle", "dominant-baseline": "central", fill: color.ink};
  return texts.map(({inside, ...cell}) => {
    const {left, top, width, height} = boxOf(layout, cell);
    return svg("text", {x: left + width / 2, y: top + height / 2, ...style}, inside);
  });
}

// Each with its end at its column.
function turnedLabels(ticks: Heat["ticks"], {left, cellWidth, bottom, angle}: Layout): SVGTextElement[] {
  const y = bottom + (angle === 90 ? 4 : 10);
  return ticks.map(({column, text}) => {
    const place = `translate(${Math.round(left + (column + 0.5) * cellWidth + 3)},${y}) rotate(${-angle})`;
    return svg("text", {transform: place, "text-anchor": "end", fill: color.ink3}, cutMiddle(text, mostSlanted));
  });
}

// All labels, or every second, or third, so that none overlaps the one before.
function levelLabels(ticks: Heat["ticks"], {left, cellWidth, width, bottom}: Layout): SVGTextElement[] {
  const placed = ticks.flatMap(({column, text, context}) => {
    const room = textWidth(text);
    const start = Math.max(0, Math.min(left + (column + 0.5) * cellWidth - room / 2, width - room));
    return room > width ? [] : [{text, context, start, end: start + room}];
  });
  const shown = Array.from(placed, (_, i) => placed.filter((_, j) => j % (i + 1) === 0)).find((some) =>
    some.every(({start}, i) => start >= (some[i - 1]?.end ?? -Infinity) + 6)
  );
  const style = {"text-anchor": "middle", fill: color.ink3};
  let [last, free] = ["", 0];
  return (shown ?? []).flatMap(({text, context = "", start, end}) => {
    const x = (start + end) / 2;
    const label = svg("text", {x, y: bottom + 14, ...style}, text);
    const half = textWidth(context) / 2;
    const middle = Math.min(Math.max(x, half), width - half);
    if (context === "" || context === last || middle - half < free) return [label];
    [last, free] = [context, middle + half + 6];
    return [label, svg("text", {x: middle, y: bottom + 14 + contextHeight, ...style}, context)];
  });
}
