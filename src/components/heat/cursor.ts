import {html, set} from "../dom.js";
import type {Cell} from "./layout.js";

/** What a cursor goes through: the cells of a heat map, where each is in px, and what it says. */
export interface Cells {
  title: string;
  rows: number;
  columns: number;
  text: (cell: Cell) => string;
  box: (cell: Cell) => {left: number; top: number; width: number; height: number};
  /** The cell at a place in px, or null beside all of them. */
  at: (place: readonly [x: number, y: number]) => Cell | null;
}

const hint = "Point at a cell, or focus the map and use the arrow keys.";

/**
 * A slider over all cells of a heat map, to lie over its picture, and the text that tells the one under the pointer or
 * of the keyboard: arrows go from column to column and from row to row, Home and End to the ends of a row. `place` puts
 * its frame where the cell is now, after the boxes of cells became others.
 */
export function cellCursor({title, rows, columns, text, box, at: cellAt}: Cells): {
  surface: HTMLElement;
  readout: HTMLElement;
  place: () => void;
} {
  const readout = html("span", {class: "fb-heat-readout"}, hint);
  const frame = html("div", {class: "fb-heat-cursor", hidden: true});
  const range = {"aria-valuemin": 0, "aria-valuemax": rows * columns - 1};
  const surface = html("div", {class: "fb-heat-surface", role: "slider", tabindex: 0, ...range}, frame);
  surface.setAttribute("aria-label", `Cell of ${title}`);
  let at: Cell = {row: 0, column: columns - 1};
  const place = (): void => {
    for (const [name, px] of Object.entries(box(at))) frame.style.setProperty(name, `${px}px`);
  };
  const show = (cell: Cell | null) => {
    frame.hidden = cell === null;
    readout.textContent = cell === null ? hint : text(cell);
    if (cell !== null) at = cell;
    set(surface, {"aria-valuenow": at.row * columns + at.column, "aria-valuetext": text(at)});
    place();
  };
  show(null);
  const point = ({offsetX, offsetY, target}: PointerEvent) => target === surface && show(cellAt([offsetX, offsetY]));
  surface.addEventListener("pointermove", point);
  surface.addEventListener("pointerdown", point);
  surface.addEventListener("pointerleave", () => show(surface.matches(":focus-visible") ? at : null));
  surface.addEventListener("focus", () => show(at));
  surface.addEventListener("blur", () => show(null));
  surface.addEventListener("keydown", (event) => {
    const next = moved(at, event.key, [rows, columns]);
    if (next === null) return;
    event.preventDefault();
    show(next);
  });
  return {surface, readout, place};
}

function moved({row, column}: Cell, key: string, [rows, columns]: readonly [number, number]): Cell | null {
  const cells: Record<string, Cell> = {
    ArrowLeft: {row, column: Math.max(0, column - 1)},
    ArrowRight: {row, column: Math.min(columns - 1, column + 1)},
    ArrowUp: {row: Math.max(0, row - 1), column},
    ArrowDown: {row: Math.min(rows - 1, row + 1), column},
    Home: {row, column: 0},
    End: {row, column: columns - 1}
  };
  return Object.hasOwn(cells, key) ? (cells[key] ?? null) : null;
}
