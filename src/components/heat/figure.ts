import {type SmallChart, smallChart} from "../chart/small.js";
import type {Cell} from "../parts/cell-cursor.js";
import {cellCursor} from "../parts/cell-cursor.js";
import {notice} from "../parts/plot.js";
import {boxOf, cellAt, type Layout} from "./grid.js";

/** A heat map: the layout of its cells at a width, how they are drawn, and each cell's text. */
export interface HeatFigure<Place extends Layout> extends Omit<SmallChart, "draw" | "height" | "ready"> {
  layout: (width: number) => Place;
  draw: (layout: Place) => SVGSVGElement;
  text: (cell: Cell) => string;
  /** The text in place of a map without cells; null if it has some. */
  empty: string | null;
}

const emptyHeight = 80;

/**
 * Puts a heat map into a figure that fills its container. The text of the cell under the pointer or the keyboard's
 * cursor (arrows, Home, End) is above it.
 */
export function heatFigure<Place extends Layout>(heat: HeatFigure<Place>): HTMLElement {
  const {layout: layoutAt, draw, text, empty, ...chart} = heat;
  if (empty !== null) {
    const say = (wide: number): SVGSVGElement => notice(empty, wide, emptyHeight);
    return smallChart({...chart, height: emptyHeight, summary: empty, draw: say});
  }
  let layout = layoutAt(chart.width ?? 640);
  const {surface, readout, place} = cellCursor({
    ...{title: chart.title, text, sizes: () => Array<number>(layout.columns).fill(layout.tops.length)},
    box: (cell) => boxOf(layout, cell),
    at: (point) => cellAt(layout, point)
  });
  const figure = smallChart({
    ...{...chart, height: layout.height},
    draw(wide) {
      layout = layoutAt(wide);
      place();
      return draw(layout);
    }
  });
  figure.querySelector(".fb-legend")?.append(readout);
  figure.querySelector(".fb-body")?.append(surface);
  return figure;
}
