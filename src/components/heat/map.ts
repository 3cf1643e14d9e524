import {formatCount, formatPercent, formatSpan} from "../../lib/format.js";
import {smallChart} from "../chart/small.js";
import {html, set} from "../dom.js";
import {notice} from "../notice.js";
import {drawHeat, type Wording} from "./draw.js";
import {type Cell, cellAt, type Grid, heightOf, type Layout, layoutOf, valueAt} from "./grid.js";
import {heatScale, within} from "./scale.js";

/** Options of {@link heatMap}: its words, and those of `smallChart`. */
export interface HeatOptions extends Wording {
  title: string;
  /** What a cell says in full, after its feed and time. */
  describe: (value: number) => string;
  width?: number | undefined;
  source?: string | undefined;
  empty?: string;
}

/**
 * A heat map around zero, a row per feed and a column per step of time. The cell under the pointer, or of the keyboard
 * (arrows, Home, End), is told above it. The colours end at a quantile of all sizes, which is said below it.
 */
export function heatMap(
  grid: Grid,
  {title, describe, width, source, empty = "no values", ...words}: HeatOptions
): HTMLElement {
  const scale = heatScale(grid.values.flat());
  const isEmpty = scale.count === 0;
  const height = isEmpty ? 80 : heightOf(grid);
  let layout = layoutOf(grid, width ?? 640);
  const clip = isEmpty ? "" : clipText(scale.beyond, scale.count, words.formatValue(scale.limit));
  const figure = smallChart({
    ...{title, height, width, source},
    summary: isEmpty ? empty : `${grid.rows.length} feeds, ${grid.times.length} steps of time. ${clip}`,
    draw(wide) {
      layout = layoutOf(grid, wide);
      return isEmpty ? notice(empty, wide, height) : drawHeat(grid, scale, {layout, words});
    },
    period: [grid.times[0] ?? null, grid.times.at(-1) ?? null],
    header: ["feed", ...grid.times.map((time) => new Date(time).toISOString())],
    rows: grid.rows.map(({group, name}, row) => [`${name} ${group}`.trim(), ...(grid.values[row] ?? [])])
  });
  if (isEmpty) return figure;
  const text = (cell: Cell) => textOf(grid, cell, describe);
  const {surface, readout} = cursor(grid, {title, text, layout: () => layout});
  figure.querySelector(".fb-legend")?.append(readout);
  figure.querySelector(".fb-body")?.append(surface);
  figure.append(html("p", {class: "fb-heat-note"}, clip));
  return figure;
}

function clipText(beyond: number, count: number, limit: string): string {
  if (beyond === 0) return `Colours reach to ±${limit}, the largest.`;
  const share = formatPercent(within, {decimals: 0});
  return `Colours end at ±${limit}, which ${share} of the cells do not exceed: ${formatCount(beyond)} of ${formatCount(count)} are beyond.`;
}

function textOf({rows, times, stepMs, values}: Grid, cell: Cell, describe: (value: number) => string): string {
  const {group = "", name = ""} = rows[cell.row] ?? {};
  const start = times[cell.column] ?? NaN;
  const value = valueAt({rows, times, stepMs, values}, cell);
  return `${`${name} ${group}`.trim()}, ${formatSpan(start, start + stepMs)}: ${describe(value)}`;
}

interface Reading {
  title: string;
  text: (cell: Cell) => string;
  layout: () => Layout;
}

const hint = "Point at a cell, or focus the map and use the arrow keys.";

// A slider over all cells: arrows go sideways in time, up and down from feed to feed.
function cursor(grid: Grid, {title, text, layout}: Reading): {surface: HTMLElement; readout: HTMLElement} {
  const [rows, columns] = [grid.rows.length, grid.times.length];
  const readout = html("span", {class: "fb-heat-readout"}, hint);
  const frame = html("div", {class: "fb-heat-cursor", hidden: true});
  const range = {"aria-valuemin": 0, "aria-valuemax": rows * columns - 1};
  const surface = html("div", {class: "fb-heat-surface", role: "slider", tabindex: 0, ...range}, frame);
  surface.setAttribute("aria-label", `Cell of ${title}`);
  let at: Cell = {row: 0, column: columns - 1};
  const show = (cell: Cell | null) => {
    frame.hidden = cell === null;
    readout.textContent = cell === null ? hint : text(cell);
    if (cell !== null) at = cell;
    set(surface, {"aria-valuenow": at.row * columns + at.column, "aria-valuetext": text(at)});
    const {left, cellWidth, cellHeight, tops} = layout();
    const box = {left: left + at.column * cellWidth, top: tops[at.row] ?? 0, width: cellWidth, height: cellHeight - 1};
    for (const [name, px] of Object.entries(box)) frame.style.setProperty(name, `${px}px`);
  };
  show(null);
  const point = ({offsetX, offsetY, target}: PointerEvent) =>
    target === surface && show(cellAt(grid, layout(), [offsetX, offsetY]));
  surface.addEventListener("pointermove", point);
  surface.addEventListener("pointerdown", point);
  surface.addEventListener("pointerleave", () => show(null));
  surface.addEventListener("focus", () => show(at));
  surface.addEventListener("blur", () => show(null));
  surface.addEventListener("keydown", (event) => {
    const next = moved(at, event.key, [rows, columns]);
    if (next === null) return;
    event.preventDefault();
    show(next);
  });
  return {surface, readout};
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
