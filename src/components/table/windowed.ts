import {html, set} from "../parts/dom.js";
import {sortRows} from "./sort.js";
import {headOf, rowElement, type Table, type TableOptions} from "./table.js";
import {type WindowedRows, windowedRows} from "./window.js";

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
  body.addEventListener("keydown", (event) => {
    const target = targetOf(event, indexOf(event.target), rows.visible());
    if (target === null || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const row = rows.keep(Math.min(Math.max(0, target), count() - 1));
    row?.querySelector<HTMLElement>("a")?.focus({preventScroll: true});
    row?.scrollIntoView?.({block: "nearest"});
  });
  new MutationObserver(settle).observe(body, {childList: true});
}

// Where a key leads from a row; null where it is none of these.
function targetOf({key}: KeyboardEvent, from: number, [first, last]: [number, number]): number | null {
  const page = Math.max(1, last - first - 2);
  const targets: Record<string, number> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: Infinity
  };
  return from >= 0 && Object.hasOwn(targets, key) ? (targets[key] ?? null) : null;
}

function indexOf(target: EventTarget | null): number {
  const row = target instanceof Element ? target.closest("tr") : null;
  return Number(row?.getAttribute("aria-rowindex") ?? 1) - 2;
}
