import {dataTable} from "../../charts/rows/data-table.js";
import {download, type SavedFile} from "../../charts/save.js";
import type {Row} from "../../duckdb/values/rows.js";
import {formatCount, messageOf} from "../../format/format.js";
import {html} from "../../ui/elements/dom.js";
import type {ConsoleChart} from "../../url/console.js";
import {drawing} from "./drawing.js";
import {arrowFile, jsonFile} from "./saving.js";

/** What a statement gave: `Result` of src/duckdb/sql/ask.ts. */
export interface Given {
  rows: Row[];
  columns: readonly {name: string; type: string}[];
  isCut: boolean;
  ms: number;
}

/** How many rows there are, and how long they took: `288 rows in 0.03 s`. */
export function tellResult({rows, isCut, ms}: Given): string {
  const count = `${isCut ? "the first " : ""}${formatCount(rows.length)} ${rows.length === 1 ? "row" : "rows"}`;
  const more = isCut ? "; there are more: add a LIMIT or a WHERE" : "";
  return `${count} in ${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s${more}`;
}

/** A result: its chart, and its rows as a table with types, to search, sort, copy and save. */
export function resultView(
  given: Given,
  chart: ConsoleChart | undefined,
  changed: (chart: ConsoleChart) => void
): {element: HTMLElement; chart: () => ConsoleChart} {
  const {rows, columns} = given;
  if (rows.length === 0) {
    const names = columns.map(({name, type}) => `${name} ${type}`.trim()).join(", ");
    const text = names === "" ? "Done: the statement gave no rows." : `No rows. Columns: ${names}.`;
    return {element: html("p", {class: "fb-console-note"}, text), chart: () => ({draw: "none"})};
  }
  const drawn = drawing(rows, chart, changed);
  return {element: html("div", {class: "fb-console-result"}, drawn.element, rowsView(given)), chart: drawn.chart};
}

function rowsView({rows, columns}: Given): HTMLElement {
  const names = new Set(Object.keys(rows[0] ?? {}));
  const shown = columns.filter(({name}) => names.has(name));
  const table = dataTable(rows, {title: "Rows", ...(shown.length > 0 && {columns: shown.map(({name}) => ({name}))})});
  const headers = [...table.querySelectorAll("thead th")];
  for (const [i, {type}] of shown.entries())
    headers[i]?.append(html("span", {class: "fb-console-type", title: type}, type.replace(/^(.{24}).{3,}$/s, "$1…")));
  table.querySelector(".fb-tools")?.append(
    saveButton("JSON", () => jsonFile("Rows", rows)),
    saveButton("Arrow", () => arrowFile("Rows", rows))
  );
  return table;
}

function saveButton(format: string, make: () => SavedFile | Promise<SavedFile>): HTMLElement {
  const button = html("button", {type: "button", "aria-label": `Save all rows as ${format}`}, format);
  button.addEventListener("click", async () => {
    try {
      download(await make());
    } catch (error) {
      button.textContent = "Failed";
      button.title = `cannot write ${format}: ${messageOf(error)}`;
    }
  });
  return button;
}
