import {sort} from "d3-array";
import {formatCount} from "../format/format.js";
import {html} from "../ui/elements/dom.js";
import {copyExactly} from "../ui/elements/exact.js";
import {plainTable} from "../ui/elements/table.js";
import {formatTime, noteTimes, rangeOf, skippedNote, stops, tableRows, type View, visible} from "./view.js";

/** A table of a chart's values. */
export interface DataTable {
  button: HTMLElement;
  element: HTMLElement;
  update(): void;
}

const most = 200;

/** The table of a chart: all notes and at most 200 times, evenly sampled. It is built when the reader opens it. */
export function dataTable(view: View): DataTable {
  const {handover} = view;
  const label = `Table of ${view.options.title}`;
  const element = html("div", {
    class: "fb-list fb-data-table",
    role: "region",
    tabindex: 0,
    "aria-label": label,
    hidden: true
  });
  copyExactly(element);
  const button = html("button", {type: "button", "aria-expanded": "false", "aria-label": label}, "Table");
  const update = (): void => {
    const {tableOpen} = handover;
    element.hidden = !tableOpen;
    button.setAttribute("aria-expanded", String(tableOpen));
    element.replaceChildren(...(tableOpen ? [table(view)] : []));
  };
  button.addEventListener("click", () => {
    handover.tableOpen = !handover.tableOpen;
    update();
  });
  return {button, element, update};
}

function table(view: View): HTMLElement {
  const times = stops(view);
  const {length} = times;
  const count = Math.min(most, length);
  const place = (i: number): number => (count < 2 ? 0 : Math.round((i * (length - 1)) / (count - 1)));
  const sampled = Array.from({length: count}, (_, i) => times[place(i)] ?? NaN);
  const period = rangeOf(view).map((time) => formatTime(view, time, "minute"));
  const caption = [view.options.title, period.join(" to "), skippedNote(view)].filter(Boolean).join(", ");
  const extent =
    length > most ? `${count} of ${formatCount(length)} times, evenly sampled; the CSV file has all` : "all times";
  return plainTable(
    html("caption", {}, `${caption}: ${extent}`),
    ["Time", ...visible(view).map((track) => track.label)].map((label) => ({label})),
    tableRows(view, sort(new Set([...sampled, ...noteTimes(view)])))
  );
}
