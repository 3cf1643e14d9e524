import {onKeys} from "../elements/dom.js";

/** A table of a list of tables, of which some rows are in the document. */
export interface RowTable {
  element: HTMLElement;
  body: HTMLElement;
  rows: readonly unknown[];
  present: Map<number, HTMLElement>;
  /** The first and last index on the screen, or past the ends of the table. */
  screen: [first: number, last: number];
  /** The row that stays in the document wherever the reader scrolls, or -1. */
  kept: number;
}

type Tables = readonly RowTable[];

/** Makes the rows of all tables one stop of the Tab key; `update` draws the tables with their kept rows. */
export function moveByKeys(root: HTMLElement, tablesOf: () => Tables, update: () => void): void {
  let current = 0;
  const keep = (to: number): HTMLElement | undefined => {
    let row: HTMLElement | undefined;
    for (const {table, first} of withPlaces(tablesOf())) {
      const isIn = to >= first && to < first + table.rows.length;
      table.kept = isIn ? to - first : -1;
      if (!isIn) continue;
      update();
      row = table.present.get(table.kept);
    }
    return row;
  };
  const placeOf = (target: EventTarget | null): number => {
    const row = target instanceof Element ? target.closest("tbody tr") : null;
    const found = withPlaces(tablesOf()).find(({table}) => row !== null && table.body.contains(row));
    return found === undefined ? -1 : found.first + Number(row?.getAttribute("aria-rowindex")) - 2;
  };
  const mark = (): void => {
    for (const {table, first} of withPlaces(tablesOf()))
      for (const [index, row] of table.present)
        for (const stop of stopsOf(row)) stop.tabIndex = first + index === current ? 0 : -1;
  };
  const settle = (): void => {
    const [first, last] = onScreen(tablesOf());
    if (placeOf(document.activeElement) < 0 && (current < first || current > last)) current = first;
    mark(); // also if the row has a new element
  };
  root.addEventListener("focusin", ({target}) => {
    const place = placeOf(target);
    if (place < 0) return;
    current = place;
    keep(current);
    mark();
  });
  onKeys(root, ({target}) => {
    const from = placeOf(target);
    if (from < 0 || !(target instanceof HTMLElement)) return {};
    const [first, last] = onScreen(tablesOf());
    const page = Math.max(1, last - first - 2);
    const end = tablesOf().reduce((total, {rows}) => total + rows.length, 0) - 1;
    const go = (to: number) => () => {
      const row = keep(Math.min(Math.max(0, to), end));
      row?.querySelector<HTMLElement>(target.localName)?.focus({preventScroll: true});
      row?.scrollIntoView?.({block: "nearest"});
    };
    const stops = stopsOf(target.closest("tr"));
    const side = (step: number) => () => stops[stops.indexOf(target) + step]?.focus();
    return {
      ...{ArrowDown: go(from + 1), ArrowUp: go(from - 1), PageDown: go(from + page), PageUp: go(from - page)},
      ...{Home: go(0), End: go(end), ArrowLeft: side(-1), ArrowRight: side(1)}
    };
  });
  new MutationObserver(settle).observe(root, {childList: true, subtree: true});
}

function withPlaces(tables: Tables): {table: RowTable; first: number}[] {
  let next = 0;
  return tables.map((table) => {
    const first = next;
    next += table.rows.length;
    return {table, first};
  });
}

// The first and the last row on the screen.
function onScreen(tables: Tables): [first: number, last: number] {
  const shown = withPlaces(tables).flatMap(({table: {rows, screen}, first}) => {
    const [from, to] = [Math.max(0, screen[0]), Math.min(rows.length - 1, screen[1])];
    return from <= to ? [first + from, first + to] : [];
  });
  return [shown[0] ?? 0, shown.at(-1) ?? 0];
}

function stopsOf(row: Element | null): HTMLElement[] {
  return Array.from(row?.querySelectorAll<HTMLElement>("a, button") ?? []);
}
