import {range, sort} from "d3-array";
import {html, set} from "../elements/dom.js";
import {copyExactly} from "../elements/exact.js";
import {type Column, sortRows} from "./columns.js";
import {moveByKeys, type RowTable} from "./row-keys.js";
import {headOf, rowElement} from "./table.js";

/** A table below others: its accessible name, its columns, and its rows by a sort such as `-price`. */
export interface Group<Row> {
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  sort: string;
  onSort: (sort: string) => void;
}

interface Windowed<Row> extends RowTable {
  name: string;
  rows: readonly Row[];
  head: HTMLElement;
  make: (index: number) => HTMLElement;
}

const margin = 12; // rows above and below the viewport, so that scrolling shows no blank
const few = 60; // as many rows are all in the document, for printing and the browser's search
const usualHeight = 30; // in px, without a layout

/** Tables of any length below each other. Only rows near the viewport are in the document; keys move from row to row. */
export function windowedTables<Row>(label: string): {element: HTMLElement; show(groups: readonly Group<Row>[]): void} {
  const element = html("div", {role: "group", "aria-label": label});
  let tables: readonly Windowed<Row>[] = [];
  const update = (): void => {
    const isWhole = tables.reduce((total, {rows}) => total + rows.length, 0) <= few;
    for (const table of tables) measure(table); // all are measured before any is changed: the page has one layout
    for (const table of tables) draw(table, isWhole);
  };
  copyExactly(element);
  moveByKeys(element, () => tables, update);
  whileConnected(element, update);
  return {
    element,
    show(groups) {
      const refocus = focusOf(tables);
      tables = groups.filter(({rows}) => rows.length > 0).map(tableOf);
      element.replaceChildren(...tables.map((table) => table.element));
      update();
      refocus(tables, update);
    }
  };
}

function tableOf<Row>({name, columns, rows, sort, onSort}: Group<Row>): Windowed<Row> {
  const head = headOf(columns, onSort);
  head.mark(sort);
  for (const row of head.element.children) set(row, {"aria-rowindex": 1});
  const body = html("tbody", {role: "rowgroup"});
  body.style.setProperty("--fb-rows", String(rows.length));
  const sorted = sortRows(rows, columns, sort);
  const make = (index: number): HTMLElement => {
    const row = rowElement(sorted[index] as Row, columns, "gridcell");
    set(row, {"aria-rowindex": index + 2});
    row.style.setProperty("--fb-index", String(index));
    return row;
  };
  const grid = {role: "grid", "aria-label": name, "aria-readonly": "true", "aria-rowcount": rows.length + 1};
  return {
    ...{name, rows: sorted, head: head.element, body, make},
    ...{present: new Map(), screen: [0, 0], kept: -1},
    element: html("table", grid, head.element, body)
  };
}

// The style sheet sets the rows' height: the body is `--fb-rows` rows high, and each row is placed at its `--fb-index`.
function measure(table: Windowed<unknown>): void {
  const height = table.body.offsetHeight / table.rows.length || usualHeight;
  const {top} = table.body.getBoundingClientRect();
  table.screen = [Math.floor(-top / height), Math.ceil((innerHeight - top) / height) - 1];
}

function draw({rows, body, present, screen, kept, make}: Windowed<unknown>, isWhole: boolean): void {
  const [first, last] = isWhole ? [0, rows.length] : [screen[0] - margin, screen[1] + margin];
  const wanted = new Set(range(Math.max(0, first), Math.min(rows.length, last + 1)));
  if (kept >= 0 && kept < rows.length) wanted.add(kept);
  for (const [index, row] of present) {
    if (wanted.has(index)) continue;
    row.remove();
    present.delete(index);
  }
  let next = body.firstElementChild;
  for (const index of sort(wanted)) {
    const row = present.get(index) ?? make(index);
    if (!present.has(index)) {
      body.insertBefore(row, next);
      present.set(index, row);
    }
    next = row.nextElementSibling;
  }
}

// Gives the focus back after the tables are made again: to the same column's header, or to the same row wherever it is now.
function focusOf<Row>(before: readonly Windowed<Row>[]) {
  const active = document.activeElement;
  const table = before.find(({element}) => element.contains(active));
  const column = active?.closest("th")?.classList[0] ?? "";
  const index = [...(table?.present ?? [])].find(([, row]) => row.contains(active))?.[0] ?? -1;
  const row = table?.rows[index];
  return (tables: readonly Windowed<Row>[], update: () => void): void => {
    if (table === undefined || active === null) return;
    if (table.head.contains(active)) {
      const heads = tables.filter(({head}) => head.querySelector(`.${CSS.escape(column)} button`));
      const {head, element} = heads.find(({name}) => name === table.name) ?? heads[0] ?? {};
      head?.querySelector<HTMLElement>(`.${CSS.escape(column)} button`)?.focus({preventScroll: true});
      if (element && element.getBoundingClientRect().top < 0) element.scrollIntoView({block: "start"});
      return;
    }
    const now = tables.find(({rows}) => row !== undefined && rows.includes(row));
    if (now === undefined || row === undefined) return;
    now.kept = now.rows.indexOf(row);
    update();
    now.present.get(now.kept)?.querySelector<HTMLElement>(active.localName)?.focus({preventScroll: true});
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
