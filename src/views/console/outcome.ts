import {dataTable} from "../../charts/rows/data-table.js";
import {download, fileName} from "../../charts/save.js";
import type {Result} from "../../duckdb/sql/ask.js";
import {formatAge, formatCount, messageOf} from "../../format/format.js";
import {button, html} from "../../ui/elements/dom.js";
import type {ConsoleChart} from "../../url/console.js";
import {drawing} from "./drawing.js";
import {mended, readWrong} from "./place.js";

/** The place below the editor that shows the rows of a query, or its error. */
export interface Outcome {
  status: HTMLElement;
  element: HTMLElement;
  /** Writes the line above the rows. */
  report(text: string): void;
  /** Dims the rows or the error until the next outcome, as another query runs. */
  dim(): void;
  /** Reports why the query has no outcome, while the rows of the previous query stay. */
  reportStopped(reason: string): void;
  /** Shows rows, with a chart or the one that suits them; `onChart` is called with each choice of the reader. */
  show(result: Result, chart: ConsoleChart | undefined, onChart: (chart: ConsoleChart) => void): void;
  /** Shows an error and its place in the query, with a button that writes the nearest name. */
  showError(message: string, sql: string, write: (sql: string) => void): void;
  /** The chart on show. */
  chart(): ConsoleChart;
}

/** The place below the editor, which shows `first` until there is an outcome. */
export function outcomePlace(first: HTMLElement): Outcome {
  const status = html("p", {class: "fb-console-status", role: "status"});
  const element = html("div", {class: "fb-console-outcome"}, first);
  const none = (): ConsoleChart => ({draw: "none"});
  let chart = none;
  const replace = (view: HTMLElement, text: string, drawn = none): void => {
    status.textContent = text;
    chart = drawn;
    element.replaceChildren(view);
    element.removeAttribute("data-old");
  };
  return {
    status,
    element,
    report(text) {
      status.textContent = text;
    },
    dim() {
      chart = none;
      element.toggleAttribute("data-old", !element.contains(first));
    },
    reportStopped(reason) {
      const below = element.hasAttribute("data-old") ? "; the rows below are of the query before" : "";
      status.textContent = `${reason}${below}`;
    },
    show(result, given, onChart) {
      const view = planView(result) ?? resultView(result, given, onChart);
      replace(view.element, countText(result), view.chart);
    },
    showError: (message, sql, write) => replace(errorView(message, sql, write), ""),
    chart: () => chart()
  };
}

// Such as `288 rows in 0.03 s`.
function countText({rows, isCut, ms}: Result): string {
  const count = `${isCut ? "the first " : ""}${formatCount(rows.length)} ${rows.length === 1 ? "row" : "rows"}`;
  const more = isCut ? "; there are more: add a LIMIT or a WHERE" : "";
  return `${count} in ${formatAge(ms / 1000)}${more}`;
}

// The plan of EXPLAIN, which is drawn with letters; null for other results.
function planView({rows}: Result): {element: HTMLElement; chart?: () => ConsoleChart} | null {
  const plans = rows.map(({explain_value: plan}) => plan);
  if (plans.length === 0 || !plans.every((plan) => typeof plan === "string")) return null;
  const label = {class: "fb-console-plan", tabindex: 0, "aria-label": "Plan of the query"};
  return {element: html("pre", label, plans.join("\n"))};
}

function errorView(text: string, sql: string, write: (sql: string) => void): HTMLElement {
  const wrong = readWrong(text, sql);
  const {message, meant, excerpt} = wrong;
  const better = mended(sql, wrong);
  return html(
    "div",
    {class: "fb-console-wrong", role: "alert"},
    html("p", {}, message),
    excerpt === "" ? null : html("pre", {tabindex: 0, "aria-label": "The place in the query"}, excerpt),
    better === null ? null : button(`Write ${meant}`, () => write(better), {class: "fb-button"})
  );
}

function resultView(
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
