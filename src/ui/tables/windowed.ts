import {range, sort} from "d3-array";
import {html, onKeys, set} from "../elements/dom.js";
import {copyExactly} from "../elements/exact.js";
import {type Column, sortRows} from "./columns.js";
import {headOf, rowElement} from "./table.js";

/**
 * A table of any length in the page's flow, with a link per row; `show` sets its rows and their order. Only the rows near the
 * viewport are in the document. Arrow keys, Page Up and Down, Home and End move from row to row.
 */
export function windowedTable<Row>({label, columns, onSort}: WindowedTableOptions<Row>): {
  element: HTMLElement;
  show(rows: readonly Row[], sort: string): void;
} {
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
  copyExactly(element);
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

/** Options of {@link windowedTable}: `label` is its accessible name, and a press of a header calls `onSort`. */
interface WindowedTableOptions<Row> {
  label: string;
  columns: readonly Column<Row>[];
  onSort: (sort: string) => void;
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

// Rows of equal height in the page's flow.
interface WindowedRows {
  /** Shows another list, of `count` rows. */
  show(count: number): void;
  /** Keeps the row at an index in the document, wherever the reader scrolls, until another is kept. */
  keep(index: number): HTMLElement | undefined;
  /** The first and last index on the screen, or nearest to it. */
  visible(): [first: number, last: number];
}

const margin = 12; // rows above and below the viewport, so that scrolling shows no blank
const few = 60; // a list this short is in the document completely, for printing and the browser's search
const usualHeight = 34; // in px, without a layout

// The style sheet sets the rows' height: the body is `--fb-rows` rows high, and each row is placed at its `--fb-index`.
function windowedRows(body: HTMLElement, make: (index: number) => HTMLElement): WindowedRows {
  const rows = new Map<number, HTMLElement>();
  let [count, kept] = [0, -1];
  let screen: [first: number, last: number] = [0, 0];
  const update = (): void => {
    const height = (count > 0 && body.offsetHeight / count) || usualHeight;
    const {top} = body.getBoundingClientRect();
    screen = [Math.floor(-top / height), Math.ceil((innerHeight - top) / height)];
    const [first, last] = count <= few ? [0, count] : [screen[0] - margin, screen[1] + margin];
    const wanted = new Set(range(Math.max(0, first), Math.min(count, last)));
    if (kept >= 0 && kept < count) wanted.add(kept);
    for (const [index, row] of rows) {
      if (wanted.has(index)) continue;
      row.remove();
      rows.delete(index);
    }
    let next = body.firstElementChild;
    for (const index of sort(wanted)) {
      const row = rows.get(index) ?? make(index);
      if (!rows.has(index)) {
        row.style.setProperty("--fb-index", String(index));
        body.insertBefore(row, next);
        rows.set(index, row);
      }
      next = row.nextElementSibling;
    }
  };
  whileConnected(body, update);
  return {
    show(now) {
      [count, kept] = [now, -1];
      rows.clear();
      body.replaceChildren();
      body.style.setProperty("--fb-rows", String(count));
      update();
    },
    keep(index) {
      kept = index;
      update();
      return rows.get(index);
    },
    visible() {
      const within = (index: number): number => Math.min(Math.max(0, index), Math.max(0, count - 1));
      return [within(screen[0]), within(screen[1] - 1)];
    }
  };
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
