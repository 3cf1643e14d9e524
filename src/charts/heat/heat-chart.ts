import {type Cell, cellCursor} from "../../ui/elements/cell-cursor.js";
import {html} from "../../ui/elements/dom.js";
import {notice} from "../../ui/elements/plot.js";
import {smallChart} from "../small.js";
import {boxOf, cellAt, drawHeat, type Heat, layoutOf} from "./drawing.js";

/** Options of charts that are heat maps. */
export type HeatOptions = Pick<Heat, "width" | "source" | "period">;

const emptyHeight = 80;

/** A heat map that fills its container, with the text of the cell under pointer or keyboard cursor above it. */
export function heatChart(heat: Heat): HTMLElement {
  const {title, rows, header, data, empty, width, source, period, note, summary} = heat;
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
    ...{...chart, height: layout.height, summary},
    draw(wide) {
      layout = layoutOf(heat, wide);
      place();
      return drawHeat(heat, layout);
    }
  });
  figure.querySelector(".fb-legend")?.append(readout);
  figure.querySelector(".fb-body")?.append(surface);
  if (note !== undefined) figure.append(html("p", {class: "fb-heat-note"}, note));
  return figure;
}

function textsOf({rows, columns, cells, columnName, none, ...heat}: Heat): (cell: Cell) => string {
  const {rowName = (row: number) => rows[row] ?? ""} = heat;
  const titles = new Map(cells.map(({row, column, title}) => [row * columns + column, title]));
  return ({row, column}) => titles.get(row * columns + column) ?? `${rowName(row)}, ${columnName(column)}: ${none}`;
}
