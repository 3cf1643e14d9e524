import {html, onKeys, set} from "./dom.js";

/** A cell of a chart such as a heat map: its row and column, both from 0. */
export interface Cell {
  row: number;
  column: number;
}

/** The cells that a cursor moves through: where each is, in px, and its text. */
export interface Cells {
  title: string;
  part?: string;
  sizes: () => number[];
  text: (cell: Cell) => string;
  box: (cell: Cell) => {left: number; top: number; width: number; height: number};
  /** The cell at a point in px, or null outside all cells. */
  at: (place: readonly [x: number, y: number]) => Cell | null;
  /** The cell that keys start at; default: the last column. */
  start?: () => Cell;
}

/** A slider to be laid over a picture of cells, and the element that shows the current cell's text. */
export interface CellCursor {
  surface: HTMLElement;
  readout: HTMLElement;
  /** Moves the frame to its cell, after the cells' boxes changed. */
  place: () => void;
}

/** A cursor that frames the cell under pointer, finger or keyboard, and shows its text. */
export function cellCursor({title, part = "cell", sizes, text, box, at: cellAt, start}: Cells): CellCursor {
  const hint = `Point at a ${part}, or focus the chart and use the arrow keys.`;
  const readout = html("span", {class: "fb-heat-readout"}, hint);
  const frame = html("div", {class: "fb-heat-cursor", hidden: true});
  const surface = html("div", {class: "fb-heat-surface", role: "slider", tabindex: 0, "aria-valuemin": 0}, frame);
  surface.setAttribute("aria-label", `${part[0]?.toUpperCase()}${part.slice(1)} of ${title}`);
  let moved: Cell | null = null;
  const current = (): Cell => moved ?? start?.() ?? {row: 0, column: Infinity};
  const place = (): void => {
    for (const [name, px] of Object.entries(box(within(current(), sizes())))) frame.style.setProperty(name, `${px}px`);
  };
  const show = (cell: Cell | null) => {
    const all = sizes();
    moved = cell ?? moved;
    const {row, column} = within(current(), all);
    const said = text({row, column});
    frame.hidden = cell === null;
    surface.closest("figure")?.toggleAttribute("data-reading", cell !== null);
    readout.textContent = cell === null ? hint : said;
    const most = Math.max(1, ...all) * Math.max(1, all.length) - 1;
    set(surface, {"aria-valuemax": most, "aria-valuenow": row * all.length + column, "aria-valuetext": said});
    place();
  };
  show(null);
  const point = ({offsetX, offsetY, target}: PointerEvent) => target === surface && show(cellAt([offsetX, offsetY]));
  surface.addEventListener("pointermove", point);
  surface.addEventListener("pointerdown", point);
  surface.addEventListener("pointerleave", ({pointerType}) => {
    if (pointerType === "touch") return; // the cell stays readable once the finger is lifted
    show(surface.matches(":focus-visible") ? current() : null);
  });
  surface.addEventListener("focus", () => show(current()));
  surface.addEventListener("blur", () => show(null));
  onKeys(surface, () => {
    const {row, column} = within(current(), sizes());
    const go = (to: Partial<Cell>) => () => show(within({row, column, ...to}, sizes()));
    return {
      ...{ArrowLeft: go({column: column - 1}), ArrowRight: go({column: column + 1})},
      ...{ArrowUp: go({row: row - 1}), ArrowDown: go({row: row + 1})},
      ...{Home: go({column: 0}), End: go({column: Infinity})}
    };
  });
  return {surface, readout, place};
}

// The existing cell nearest to a place.
function within({row, column}: Cell, sizes: number[]): Cell {
  const nearest = Math.max(0, Math.min(column, sizes.length - 1));
  return {row: Math.max(0, Math.min(row, (sizes[nearest] ?? 0) - 1)), column: nearest};
}
