import {textWidth} from "../chart/text.js";
import {heatFigure} from "../heat/figure.js";
import type {Layout} from "../heat/layout.js";
import type {Cell} from "../parts/cell-cursor.js";
import {drawClasses, type Heat, keyHeight, keyRows} from "./draw.js";

const axisHeights = {level: 22, slanted: 74};

/** A heat map of classes in a figure that fills its container: a row per label, a cell where there is one to show. */
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

// Labels get the room that they need, but no more than a third or so.
function layoutOf({rows, columns, rowHeight = 16, slanted = false}: Heat, width: number): Layout {
  const left = Math.min(0.36 * width, Math.max(0, ...rows.map((text) => textWidth(text))) + 8);
  const tops = rows.map((_, row) => row * rowHeight);
  const bottom = rows.length * rowHeight;
  const height = bottom + axisHeights[slanted ? "slanted" : "level"] + keyRows * keyHeight;
  const cellWidth = (width - left) / Math.max(1, columns);
  return {width, height, left, right: width, bottom, columns, cellWidth, cellHeight: rowHeight, tops};
}
