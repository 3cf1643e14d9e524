import type {SmallChart} from "../chart/small.js";
import type {Cell} from "../parts/cell-cursor.js";
import {fittedText, fontSize, svg, textWidth} from "../parts/dom.js";
import {color} from "../parts/theme.js";
import {heatFigure} from "./figure.js";
import {boxOf, type Layout, paintCells, type Tint} from "./grid.js";

const axisHeights = {level: 22, slanted: 74};

/** A heat map of classes in a figure that fills its container: a row per label, a cell per value. */
export function heatChart(heat: Heat): HTMLElement {
  const {title, summary, rows, header, data, empty, width, source, period} = heat;
  return heatFigure({
    ...{title, summary, header, width, source, period, rows: data},
    empty: rows.length === 0 ? empty : null,
    layout: (wide) => layoutOf(heat, wide),
    draw: (layout) => drawClasses(heat, layout),
    text: textsOf(heat)
  });
}

function textsOf({rows, columns, cells, columnName, none}: Heat): (cell: Cell) => string {
  const titles = new Map(cells.map(({row, column, title}) => [row * columns + column, title]));
  return ({row, column}) => titles.get(row * columns + column) ?? `${rows[row]}, ${columnName(column)}: ${none}`;
}

// Row labels get the width that they need, up to 36 % of the chart.
function layoutOf({rows, columns, rowHeight = 16, slanted = false}: Heat, width: number): Layout {
  const left = Math.min(0.36 * width, Math.max(0, ...rows.map((text) => textWidth(text))) + 8);
  const tops = rows.map((_, row) => row * rowHeight);
  const bottom = rows.length * rowHeight;
  const height = bottom + axisHeights[slanted ? "slanted" : "level"] + keyRows * keyHeight;
  const cellWidth = (width - left) / Math.max(1, columns);
  return {width, height, left, right: width, bottom, columns, cellWidth, cellHeight: rowHeight, tops};
}

/** Options of charts that are heat maps of classes. */
export type HeatOptions = Pick<Heat, "width" | "source" | "period">;

/** A cell of a heat map, its text in full (`title`), and the text drawn `inside` it if there is room. */
export interface HeatCell extends Cell, Tint {
  title: string;
  inside?: string;
}

/** A heat map of classes: its labels, cells and key, and its data as a table for screen readers and CSV. */
export interface Heat extends Pick<SmallChart, "title" | "summary" | "header" | "width" | "source" | "period"> {
  rows: readonly string[];
  columns: number;
  /** The name of a column, and the text of a cell without a value. */
  columnName: (column: number) => string;
  none: string;
  /** Labels below columns, drawn if there is room. */
  ticks: readonly {column: number; text: string}[];
  cells: readonly HeatCell[];
  key: readonly (Tint & {text: string})[];
  data: (string | number)[][];
  rowHeight?: number;
  /** Whether labels below columns are slanted, so that all fit. */
  slanted?: boolean;
  /** The text without rows. */
  empty: string;
}

const keyHeight = 20;
const keyRows = 2; // on a phone the key needs both

function drawClasses(heat: Heat, layout: Layout): SVGSVGElement {
  const {rows, cells, ticks, key, slanted = false} = heat;
  const {width, height, left, cellHeight, tops} = layout;
  return svg(
    "svg",
    {width, height, viewBox: `0 0 ${width} ${height}`, "font-size": fontSize},
    ...rows.map((text, row) => fittedText(text, left - 8, nameAt(left - 8, (tops[row] ?? 0) + cellHeight / 2))),
    ...paintCells(cells, layout),
    ...cellTexts(cells, layout),
    ...(slanted ? slant : axis)(ticks, layout),
    ...keyOf(key, {wide: width, y: height - keyRows * keyHeight})
  );
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

function nameAt(x: number, y: number): Record<string, string | number> {
  return {x, y, "text-anchor": "end", "dominant-baseline": "central", fill: color.ink2};
}

// Slanted labels, each with its end at its column.
function slant(ticks: Heat["ticks"], {left, cellWidth, bottom}: Layout): SVGTextElement[] {
  return ticks.map(({column, text}) => {
    const place = `translate(${Math.round(left + (column + 0.5) * cellWidth + 3)},${bottom + 10}) rotate(-40)`;
    return svg("text", {transform: place, "text-anchor": "end", fill: color.ink3}, text);
  });
}

// Level labels: all, or every second, or third, so that none overlaps the one before.
function axis(ticks: Heat["ticks"], {left, cellWidth, width, bottom}: Layout): SVGTextElement[] {
  const placed = ticks.flatMap(({column, text}) => {
    const room = textWidth(text);
    const start = Math.min(left + (column + 0.5) * cellWidth - room / 2, width - room);
    return room > width ? [] : [{text, start, end: start + room}];
  });
  const shown = Array.from(placed, (_, i) => placed.filter((_, j) => j % (i + 1) === 0)).find((some) =>
    some.every(({start}, i) => start >= (some[i - 1]?.end ?? -Infinity) + 6)
  );
  const style = {y: bottom + 14, "text-anchor": "middle", fill: color.ink3};
  return (shown ?? []).map(({text, start, end}) => svg("text", {x: (start + end) / 2, ...style}, text));
}

function keyOf(key: Heat["key"], {wide, y}: {wide: number; y: number}): SVGElement[] {
  let [x, row] = [0, 0];
  return key.flatMap(({fill, opacity, text}) => {
    const room = 18 + textWidth(text) + 12;
    if (x > 0 && x + room > wide) [x, row] = [0, row + 1];
    const place = {x, y: y + row * keyHeight + 5, width: 12, height: 12};
    const words = svg("text", {x: x + 18, y: place.y + 10, fill: color.ink2}, text);
    x += room;
    return row < keyRows ? [svg("rect", {...place, rx: 2, fill, "fill-opacity": opacity}), words] : [];
  });
}
