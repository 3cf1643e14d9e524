import {html, onKeys, set} from "../elements/dom.js";
import {sortRows} from "./columns.js";
import {headOf, rowElement, type Table, type TableOptions} from "./table.js";

/**
 * A table of any length in the page's flow, with a link per row. Only the rows near the viewport are in the document.
 * Arrow keys, Page Up and Down, Home and End move from row to row.
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

// Makes the links of all rows one stop of the Tab key (a roving tabindex): the first on the screen, or the focused one.
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
    mark(); // also if the row has a new element
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

// Rows of equal height in the page's flow. Only those near the viewport are in the document.
interface WindowedRows {
  /** Shows another list, of `count` rows. */
  show(count: number): void;
  /** Adds the rows near the viewport to the document and removes the others. */
  update(): void;
  /** Adds the row at an index, and keeps it in the document until another is kept, wherever the reader scrolls. */
  keep(index: number): HTMLElement | undefined;
  /** The first and last index on the screen, or nearest to it, at the last update. */
  visible(): [first: number, last: number];
}

const margin = 12; // rows above and below the viewport, so that scrolling shows no blank
const few = 60; // a list this short is in the document completely, for printing and the browser's search
const perFrame = 8; // rows off the screen made per frame, so that a long jump blocks nothing
const usualHeight = 34; // in px, without a layout

/**
 * Shows a window of the rows that `make` returns for an index. The style sheet sets their height: the body is
 * `--fb-rows` rows high, and each row is placed at its `--fb-index`.
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

// Returns whether all wanted rows are in the document.
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

// Calls update on scroll and resize, until the element leaves the document.
function whileConnected(element: HTMLElement, update: () => void): void {
  const listening = new AbortController();
  const {signal} = listening;
  let wasConnected = false;
  const onChange = (): void => {
    wasConnected ||= element.isConnected;
    if (element.isConnected) update();
    else if (wasConnected) listening.abort();
  };
  addEventListener("scroll", onChange, {passive: true, signal});
  addEventListener("resize", onChange, {signal});
  if (typeof ResizeObserver === "undefined") return;
  const observer = new ResizeObserver(onChange);
  observer.observe(element);
  signal.addEventListener("abort", () => observer.disconnect());
}
