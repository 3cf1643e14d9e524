import {formatCount} from "../../lib/format.js";
import {html} from "../parts/dom.js";
import {handoverOf} from "./link.js";

/** A table that says what a chart shows. */
export interface DataTable {
  /** The button that shows and hides the table. */
  button: HTMLElement;
  element: HTMLElement;
  /** Writes the table anew, if it is shown. */
  update(): void;
}

/** What a table says: a name, the heads of its columns, its rows from a function of time, and at which times there are some. */
export interface DataTableSource {
  caption: string;
  header: string[];
  times: ArrayLike<number>;
  row: (time: number) => string[];
}

const most = 200;

/** The table of a chart: at most 200 rows, evenly chosen where there are more. It is made when it is asked for. */
export function dataTable(title: string, source: () => DataTableSource): DataTable {
  const handover = handoverOf(title);
  const element = html("div", {class: "fb-data-table", role: "region", tabindex: 0, "aria-label": `Table of ${title}`});
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

function table({caption, header, times, row}: DataTableSource): HTMLElement {
  const {length} = times;
  const count = Math.min(most, length);
  const chosen = Array.from(
    {length: count},
    (_, i) => times[count < 2 ? 0 : Math.round((i * (length - 1)) / (count - 1))]
  );
  const said =
    length > most
      ? `${count} of ${formatCount(length)} times, evenly chosen; saved as CSV it has all`
      : "all its times";
  const head = html("tr", {}, ...header.map((text) => html("th", {scope: "col"}, text)));
  const rows = chosen.map((time) => {
    const [first = "", ...cells] = row(time ?? NaN);
    return html("tr", {}, html("th", {scope: "row"}, first), ...cells.map((text) => html("td", {}, text)));
  });
  return html(
    "table",
    {},
    html("caption", {}, `${caption}: ${said}`),
    html("thead", {}, head),
    html("tbody", {}, ...rows)
  );
}
