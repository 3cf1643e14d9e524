import {html, onKeys, set} from "../parts/dom.js";
import {sortRows} from "./columns.js";
import {headOf, rowElement, type Table, type TableOptions} from "./table.js";

/**
 * A table of any length in the page's flow, with a link per row: only the rows near the viewport are in the document. Arrow
 * keys, Page Up and Down, Home and End go from row to row.
 */
export function windowedTable<Row>({label, columns, onSort}: TableOptions<Row>): Table<Row> {
  let shown: readonly Row[] = [];
  const head = headOf(columns, onSort);
  const body = html("tbody", {role: "rowgroup"});
  for (const row of head.element.children) set(row, {"aria-rowindex": 1});
  const windowed = windowedRows(body, (index) => {
    const element = rowElement(shown[index] as Row, columns, "gridcell");
    set(element, {"aria-rowindex": index + 2});
    return element;
  });
  const element = html("table", {role: "grid", "aria-label": label, "aria-readonly": "true"}, head.element, body);
  moveByKeys(body, windowed, () => shown.length);
  return {
    element,
    show(rows, sort) {
      shown = sortRows(rows, columns, sort);
      head.mark(sort);
      set(element, {"aria-rowcount": shown.length + 1});
      windowed.show(shown.length);
    }
  };
}

// Makes the links of the rows, which have the tabindex -1, one stop of the Tab key: the first one on the screen, or the one
// that has the focus. Keys move it.
function moveByKeys(body: HTMLElement, rows: WindowedRows, count: () => number): void {
  let current = 0;
  const mark = (): void => {
    for (const link of body.querySelectorAll<HTMLElement>("a[tabindex='0']")) link.tabIndex = -1;
    const link = body.querySelector<HTMLElement>(`[aria-rowindex="${current + 2}"] a`);
    if (link !== null) link.tabIndex = 0;
  };
  const settle = (): void => {
    const [first, last] = rows.visible();
    if (!body.contains(document.activeElement) && (current < first || current > last)) current = first;
    mark(); // also where the row is another element now
  };
  body.addEventListener("focusin", ({target}) => {
    current = indexOf(target);
    rows.keep(current);
    mark();
  });
  onKeys(body, ({target}) => {
    const from = indexOf(target);
    if (from < 0) return {};
    const [first, last] = rows.visible();
    const page = Math.max(1, last - first - 2);
    const go = (to: number) => () => {
      const row = rows.keep(Math.min(Math.max(0, to), count() - 1));
      row?.querySelector<HTMLElement>("a")?.focus({preventScroll: true});
      row?.scrollIntoView?.({block: "nearest"});
    };
    return {
      ...{ArrowDown: go(from + 1), ArrowUp: go(from - 1), PageDown: go(from + page), PageUp: go(from - page)},
      ...{Home: go(0), End: go(Infinity)}
    };
  });
  new MutationObserver(settle).observe(body, {childList: true});
}

function indexOf(target: EventTarget | null): number {
  const row = target instanceof Element ? target.closest("tr") : null;
  return Number(row?.getAttribute("aria-rowindex") ?? 1) - 2;
}

// Rows of one height in the page's flow, of which only those near the viewport are in the document.
interface WindowedRows {
  /** Shows another list of so many rows. */
  show(count: number): void;
  /** Puts those rows into the document that are near the viewport now, and takes the others out. */
  update(): void;
  /** The row at an index, put into the document and kept there until another one is, wherever the reader scrolls. */
  keep(index: number): HTMLElement | undefined;
  /** The first and the last index on the screen, or nearest to it, when rows were last put there. */
  visible(): [first: number, last: number];
}

const margin = 12; // rows above and below the viewport, so that none is missing while the reader scrolls
const few = 60; // rows that may be there all, so that they are printed, and the browser finds what is in them
const perFrame = 8; // rows made beside those on the screen, so that a long way takes no long task
const usualHeight = 34; // where nothing is laid out

/**
 * Windows the rows that `make` gives for an index. The style sheet says how high they are: the body is `--fb-rows` of them
 * high, each stands at its `--fb-index`.
 */
export function windowedRows(body: HTMLElement, make: (index: number) => HTMLElement): WindowedRows {
  const rows = new Map<number, HTMLElement>();
  let count = 0;
  let kept = -1;
  const span = (): [number, number] => {
    const height = (count > 0 && body.offsetHeight / count) || usualHeight;
    const {top} = body.getBoundingClientRect();
    return [Math.floor(-top / height), Math.ceil((innerHeight - top) / height)];
  };
  let frame = 0;
  let screen: [number, number] = [0, 0];
  const update = (): void => {
    cancelAnimationFrame(frame);
    screen = span();
    const [first, last] = count <= few ? [0, count] : screen;
    const wanted = range(Math.max(0, first - margin), Math.min(count, last + margin));
    if (kept >= 0 && kept < count && !wanted.includes(kept)) {
      if (kept < (wanted[0] ?? 0)) wanted.unshift(kept);
      else wanted.push(kept);
    }
    const isUrgent = (index: number) => (index >= first && index < last) || index === kept;
    if (!place(body, rows, {wanted, isUrgent, make})) frame = requestAnimationFrame(update);
  };
  whileConnected(body, update);
  return {
    show(now) {
      count = now;
      kept = -1;
      rows.clear();
      body.replaceChildren();
      body.style.setProperty("--fb-rows", String(count));
      update();
    },
    update,
    keep(index) {
      kept = index;
      update();
      return rows.get(index);
    },
    visible() {
      const [first, last] = screen;
      const within = (index: number) => Math.min(Math.max(0, index), Math.max(0, count - 1));
      return [within(first), within(last - 1)];
    }
  };
}

interface Wanted {
  /** Ascending. */
  wanted: readonly number[];
  isUrgent: (index: number) => boolean;
  make: (index: number) => HTMLElement;
}

// Whether all that is wanted is there now.
function place(body: HTMLElement, rows: Map<number, HTMLElement>, {wanted, isUrgent, make}: Wanted): boolean {
  const staying = new Set(wanted);
  for (const [index, row] of rows) {
    if (staying.has(index)) continue;
    row.remove();
    rows.delete(index);
  }
  let next = body.firstElementChild;
  let left = perFrame;
  for (const index of wanted) {
    const there = rows.get(index);
    if (there !== undefined) next = there.nextElementSibling;
    else if (isUrgent(index) || left-- > 0) {
      const row = make(index);
      row.style.setProperty("--fb-index", String(index));
      rows.set(index, row);
      body.insertBefore(row, next);
    }
  }
  return left >= 0;
}

function range(from: number, to: number): number[] {
  return Array.from({length: Math.max(0, to - from)}, (_, index) => from + index);
}

// Until the element, once it is in the document, is taken out.
function whileConnected(element: HTMLElement, update: () => void): void {
  const listening = new AbortController();
  const {signal} = listening;
  let wasConnected = false;
  const heard = (): void => {
    wasConnected ||= element.isConnected;
    if (element.isConnected) update();
    else if (wasConnected) listening.abort();
  };
  addEventListener("scroll", heard, {passive: true, signal});
  addEventListener("resize", heard, {signal});
  if (typeof ResizeObserver === "undefined") return;
  const observer = new ResizeObserver(heard);
  observer.observe(element);
  signal.addEventListener("abort", () => observer.disconnect());
}
