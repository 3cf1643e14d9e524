import {formatCount} from "../format/format.js";
import {html} from "../ui/elements/dom.js";
import {plainTable} from "../ui/elements/table.js";
import type {Handover} from "./link.js";

/** A table of a chart's values. */
export interface DataTable {
  /** The button that shows and hides the table. */
  button: HTMLElement;
  element: HTMLElement;
  /** Rebuilds the table, if it is shown. */
  update(): void;
}

/** The content of a data table: its caption, its columns' headers, the times of its rows, and the cells at some of them. */
export interface DataTableSource {
  caption: string;
  header: string[];
  times: ArrayLike<number>;
  /** Times that it always has. */
  always: readonly number[];
  rows: (times: readonly number[]) => string[][];
}

const most = 200;

/** The table of a chart: at most 200 rows, an even sample if there are more. It is built when the reader opens it. */
export function dataTable(title: string, handover: Handover, source: () => DataTableSource): DataTable {
  const element = html("div", {
    ...{class: "fb-list fb-data-table", role: "region", tabindex: 0, "aria-label": `Table of ${title}`}
  });
  const button = html("button", {type: "button", "aria-expanded": "false", "aria-label": `Table of ${title}`}, "Table");
  const update = (): void => {
    const {tableOpen} = handover;
    element.hidden = !tableOpen;
    button.setAttribute("aria-expanded", String(tableOpen));
    element.replaceChildren(...(tableOpen ? [table(source())] : []));
  };
  button.addEventListener("click", () => {
    handover.tableOpen = !handover.tableOpen;
    update();
  });
  return {button, element, update};
}

function table({caption, header, times, always, rows}: DataTableSource): HTMLElement {
  const {length} = times;
  const count = Math.min(most, length);
  const sampled = Array.from(
    {length: count},
    (_, i) => times[count < 2 ? 0 : Math.round((i * (length - 1)) / (count - 1))] ?? NaN
  );
  const chosen = [...new Set([...sampled, ...always])].sort((a, b) => a - b);
  const extent =
    length > most ? `${count} of ${formatCount(length)} times, evenly sampled; the CSV file has all` : "all times";
  return plainTable(
    html("caption", {}, `${caption}: ${extent}`),
    header.map((label) => ({label})),
    rows(chosen)
  );
}
