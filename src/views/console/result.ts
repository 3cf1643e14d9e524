import {dataTable} from "../../charts/rows/data-table.js";
import {download, fileName} from "../../charts/save.js";
import type {Result} from "../../duckdb/sql/ask.js";
import {messageOf} from "../../format/format.js";
import {html} from "../../ui/elements/dom.js";
import type {ConsoleChart} from "../../url/console.js";
import {drawing} from "./drawing.js";

/** The rows of a query: their chart, and a table with types to search, sort, copy and save. */
export function resultView(
  result: Result,
  chart: ConsoleChart | undefined,
  onChart: (chart: ConsoleChart) => void
): {element: HTMLElement; chart?: () => ConsoleChart} {
  const {rows, columns} = result;
  if (rows.length === 0) {
    const names = columns.map(({name, type}) => `${name} ${type}`.trim()).join(", ");
    const text = names === "" ? "Done: the statement gave no rows." : `No rows. Columns: ${names}.`;
    return {element: html("p", {class: "fb-console-note"}, text)};
  }
  const drawn = drawing(rows, chart, onChart);
  return {element: html("div", {class: "fb-console-result"}, drawn.element, rowsView(result)), chart: drawn.chart};
}

function rowsView({rows, columns}: Result): HTMLElement {
  const names = new Set(Object.keys(rows[0] ?? {}));
  const shown = columns.filter(({name}) => names.has(name));
  const table = dataTable(rows, {title: "Rows", ...(shown.length > 0 && {columns: shown.map(({name}) => ({name}))})});
  const headers = [...table.querySelectorAll("thead th")];
  for (const [i, {type}] of shown.entries())
    headers[i]?.append(html("span", {class: "fb-console-type", title: type}, type.replace(/^(.{24}).{3,}$/s, "$1…")));
  const json = async () => `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`;
  const arrow = async () => {
    const {streamOf} = await import("../../duckdb/values/arrow-stream.js");
    return streamOf(rows) as Uint8Array<ArrayBuffer>;
  };
  table
    .querySelector(".fb-tools")
    ?.append(
      saveButton("JSON", ["json", "application/json"], json),
      saveButton("Arrow", ["arrows", "application/vnd.apache.arrow.stream"], arrow)
    );
  return table;
}

function saveButton(format: string, [ending, type]: [string, string], make: () => Promise<BlobPart>): HTMLElement {
  const button = html("button", {type: "button", "aria-label": `Save all rows as ${format}`}, format);
  button.addEventListener("click", async () => {
    try {
      download({name: `${fileName("Rows")}.${ending}`, blob: new Blob([await make()], {type})});
    } catch (error) {
      button.textContent = "Failed";
      button.title = `cannot write ${format}: ${messageOf(error)}`;
    }
  });
  return button;
}
