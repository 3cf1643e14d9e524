import {fontSize, textWidth} from "../chart/text.js";
import {svg} from "../dom.js";
import {color} from "../theme.js";
import type {Heat} from "./heat.js";

/** Height of a row of the key. */
export const keyHeight = 20;
/** Rows of the key: a phone needs both. */
export const keyRows = 2;

/** How large a heat map is, in px. */
export interface Size {
  wide: number;
  height: number;
  rowHeight: number;
  axisHeight: number;
}

/** Draws a heat map: its labels, cells and key. */
export function drawHeat(heat: Heat, size: Size): SVGSVGElement {
  const {rows, cells, ticks, key, empty, slanted = false} = heat;
  const {wide, height, rowHeight, axisHeight} = size;
  const picture = svg("svg", {width: wide, height, viewBox: `0 0 ${wide} ${height}`, "font-size": fontSize});
  if (rows.length === 0) {
    picture.append(
      svg("text", {x: wide / 2, y: height / 2, "text-anchor": "middle", "font-size": 13, fill: color.ink2}, empty)
    );
    return picture;
  }
  const [left, cell] = placesOf(heat, wide);
  const gap = cell > 6 ? 1 : 0;
  picture.append(
    ...rows.map((text, row) => label(cut(text, left - 8), left - 8, (row + 0.5) * rowHeight)),
    ...cells.map(({row, column, title, fill, opacity}) => {
      const place = {x: left + column * cell, y: row * rowHeight + 1, width: cell - gap, height: rowHeight - 2};
      return svg("rect", {...place, fill, "fill-opacity": opacity}, svg("title", {}, title));
    }),
    ...(slanted ? slant : axis)(ticks, {left, cell, wide, y: rows.length * rowHeight + 14}),
    ...keyOf(key, {wide, y: rows.length * rowHeight + axisHeight})
  );
  return picture;
}

function label(text: string, x: number, y: number): SVGTextElement {
  return svg("text", {x, y, "text-anchor": "end", "dominant-baseline": "central", fill: color.ink2}, text);
}

interface Below {
  left: number;
  cell: number;
  wide: number;
  y: number;
}

// Each ends at its column.
function slant(ticks: Heat["ticks"], {left, cell, y}: Below): SVGTextElement[] {
  return ticks.map(({column, text}) => {
    const place = `translate(${Math.round(left + (column + 0.5) * cell + 3)},${y - 4}) rotate(-40)`;
    return svg("text", {transform: place, "text-anchor": "end", fill: color.ink3}, text);
  });
}

// From left to right, each that does not run into the one before.
function axis(ticks: Heat["ticks"], {left, cell, wide, y}: Below): SVGTextElement[] {
  let end = -Infinity;
  return ticks.flatMap(({column, text}) => {
    const [x, room] = [left + (column + 0.5) * cell, textWidth(text)];
    const start = Math.min(x - room / 2, wide - room);
    if (start < end + 6 || room > wide) return [];
    end = start + room;
    return [svg("text", {x: start + room / 2, y, "text-anchor": "middle", fill: color.ink3}, text)];
  });
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

// A symbol says most at its end.
function cut(text: string, room: number): string {
  if (textWidth(text) <= room) return text;
  let from = 1;
  while (from < text.length && textWidth(`…${text.slice(from)}`) > room) from++;
  return `…${text.slice(from)}`;
}

/** Where the cells of a heat map begin, and how wide each is, in px. */
export function placesOf({rows, columns}: Heat, wide: number): [left: number, cell: number] {
  const left = Math.min(0.36 * wide, Math.max(0, ...rows.map((text) => textWidth(text))) + 8);
  return [left, (wide - left) / columns];
}
