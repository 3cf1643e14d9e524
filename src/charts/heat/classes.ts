import {type Cell, cellCursor} from "../../ui/elements/cell-cursor.js";
import {cutStart, fittedText, fontSize, html, svg, textWidth} from "../../ui/elements/dom.js";
import {notice} from "../../ui/elements/plot.js";
import {color} from "../../ui/elements/theme.js";
import {type SmallChart, smallChart} from "../small.js";
import {boxOf, cellAt, type Layout, paintCells, type Tint} from "./grid.js";

const axisHeights = {level: 22, slanted: 74};
const slantedRoom = 18; // in narrower columns slanted labels run into each other
const contextHeight = 14;
const titleHeight = 16;
const groupGap = 5;

const emptyHeight = 80;

/** A heat map that fills its container, with the text of the cell under pointer or keyboard cursor above it. */
export function heatChart(heat: Heat): HTMLElement {
  const {title, rows, header, data, empty, width, source, period, note} = heat;
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
    ...{...chart, height: layout.height, summary: heat.summary},
    draw(wide) {
      layout = layoutOf(heat, wide);
      place();
      return drawClasses(heat, layout);
    }
  });
  figure.querySelector(".fb-legend")?.append(readout);
  figure.querySelector(".fb-body")?.append(surface);
  if (note !== undefined) figure.append(html("p", {class: "fb-heat-note"}, note));
  return figure;
}

function textsOf({
  rows,
  columns,
  cells,
  rowName = (row) => rows[row] ?? "",
  columnName,
  none
}: Heat): (cell: Cell) => string {
  const titles = new Map(cells.map(({row, column, title}) => [row * columns + column, title]));
  return ({row, column}) => titles.get(row * columns + column) ?? `${rowName(row)}, ${columnName(column)}: ${none}`;
}

// Labels of rows get up to 36 % of the width, labels of groups up to 14 %.
function layoutOf(heat: Heat, width: number): HeatLayout {
  const {rows, groups = [], columns, ticks, rowHeight = 16, titles = {}} = heat;
  const names = groups.length === 0 ? 0 : Math.min(0.14 * width, room(groups));
  const left = names + Math.min(0.36 * width, room(rows));
  const top = titles.rows === undefined ? 0 : titleHeight;
  const tops = rows.map((_, row) => top + row * rowHeight + gapsAbove(groups, row) * groupGap);
  const bottom = (tops.at(-1) ?? -rowHeight) + rowHeight;
  const hasContext = ticks.some(({context}) => context !== undefined);
  const cellWidth = (width - left) / Math.max(1, columns);
  const {angle, tall} = turned(heat, cellWidth);
  const ends = bottom + tall + (hasContext ? contextHeight : 0) + (titles.columns === undefined ? 0 : titleHeight);
  const keyed = keyPlaces(heat.key, width);
  const height = ends + ((keyed.at(-1)?.row ?? -1) + 1) * keyHeight;
  return {width, height, keyTop: ends, names, angle, left, bottom, columns, cellWidth, cellHeight: rowHeight, tops};
}

interface HeatLayout extends Layout {
  /** Left edge of the labels of rows; labels of groups start at 0. */
  names: number;
  /** By how many degrees the labels of columns are turned. */
  angle: number;
  /** Top of the key. */
  keyTop: number;
}

function room(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => textWidth(text))) + 8;
}

// How the labels of columns of a width are turned, and how tall they are then.
function turned({ticks, slanted = false}: Heat, cellWidth: number): {angle: number; tall: number} {
  if (!slanted || room(ticks.map(({text}) => text)) <= cellWidth) return {angle: 0, tall: axisHeights.level};
  if (cellWidth >= slantedRoom) return {angle: 40, tall: axisHeights.slanted};
  return {angle: 90, tall: room(ticks.map(({text}) => cutStart(text, mostSlanted)))};
}

function gapsAbove(groups: readonly string[], row: number): number {
  return groups.slice(0, row + 1).filter((group, i) => i > 0 && group !== groups[i - 1]).length;
}

/** Options of charts that are heat maps of classes. */
export type HeatOptions = Pick<Heat, "width" | "source" | "period">;

/** A cell of a heat map, its text in full (`title`), and the text drawn `inside` it if there is room. */
export interface HeatCell extends Cell, Tint {
  title: string;
  inside?: string;
}

/** A heat map: its labels, cells and key, and its data as a table for screen readers and CSV. */
export interface Heat extends Pick<SmallChart, "title" | "summary" | "header" | "width" | "source" | "period"> {
  rows: readonly string[];
  /** The group of each row. Rows of one group are adjacent, and the first has the group's name before its own. */
  groups?: readonly string[];
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
  /** Titles above the labels of rows and below the labels of columns. */
  titles?: {rows?: string | undefined; columns?: string | undefined};
  /** Whether labels below columns are turned where they do not fit beside each other, so that all are shown. */
  slanted?: boolean;
  /** The text without rows. */
  empty: string;
  /** A sentence below the map. */
  note?: string;
}

const keyHeight = 20;
const keyRows = 2; // at most, as on a phone
const mostSlanted = 17; // characters

function drawClasses(heat: Heat, layout: HeatLayout): SVGSVGElement {
  const {rows, groups = [], cells, ticks, key, titles = {}} = heat;
  const {width, height, left, names, cellHeight, tops, keyTop} = layout;
  const middle = (row: number): number => (tops[row] ?? 0) + cellHeight / 2;
  const headings = groups.map((group, row) =>
    group === groups[row - 1] ? null : fittedText(group, names - 8, {...nameAt(0, middle(row)), ...heading})
  );
  return svg(
    "svg",
    {width, height, viewBox: `0 0 ${width} ${height}`, "font-size": fontSize},
    ...headings,
    ...rows.map((text, row) => fittedText(text, left - names - 8, nameAt(left - 8, middle(row)))),
    ...paintCells(cells, layout),
    ...cellTexts(cells, layout),
    ...(layout.angle > 0 ? turn : axis)(ticks, layout),
    ...titleOf(titles.rows, {x: 0, y: 10}),
    ...titleOf(titles.columns, {x: left, y: keyTop - 5}),
    ...keyOf(key, {wide: width, y: keyTop})
  );
}

function titleOf(text: string | undefined, place: {x: number; y: number}): SVGTextElement[] {
  return text === undefined ? [] : [svg("text", {...place, fill: color.ink3}, text)];
}

const heading = {"text-anchor": "start", "font-weight": 600, fill: color.ink};

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

// Turned labels, each with its end at its column.
function turn(ticks: Heat["ticks"], {left, cellWidth, bottom, angle}: HeatLayout): SVGTextElement[] {
  const y = bottom + (angle === 90 ? 4 : 10);
  return ticks.map(({column, text}) => {
    const place = `translate(${Math.round(left + (column + 0.5) * cellWidth + 3)},${y}) rotate(${-angle})`;
    return svg("text", {transform: place, "text-anchor": "end", fill: color.ink3}, cutStart(text, mostSlanted));
  });
}

// Level labels: all, or every second, or third, so that none overlaps the one before.
function axis(ticks: Heat["ticks"], {left, cellWidth, width, bottom}: Layout): SVGTextElement[] {
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

function keyPlaces(key: Heat["key"], wide: number) {
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

function keyOf(key: Heat["key"], {wide, y}: {wide: number; y: number}): SVGElement[] {
  return keyPlaces(key, wide).flatMap(({fill, opacity, text, x, row}) => {
    const place = {x, y: y + row * keyHeight + 5, width: 12, height: 12};
    const words = svg("text", {x: x + 18, y: place.y + 10, fill: color.ink2}, text);
    return [svg("rect", {...place, rx: 2, fill, "fill-opacity": opacity}), words];
  });
}
