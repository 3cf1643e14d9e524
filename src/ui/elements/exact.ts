import type {Write} from "../../format/digits.js";
import {html} from "./dom.js";

/** A text in a table that is copied as another one, with all digits. */
export function exactText(text: string, all: string): HTMLElement | string {
  return text === all ? text : html("span", {"data-exact": all}, text);
}

/** {@link exactText} of a number that is written with more digits on demand. */
export function exactly(value: number, write: Write): HTMLElement | string {
  return exactText(write(value), write(value, Infinity));
}

/** Makes a table copy numbers with all their digits, the cells of a row apart by tabs, as spreadsheets read them. */
export function copyExactly(table: HTMLElement): void {
  table.addEventListener("copy", (event) => {
    const selection = getSelection();
    if (event.clipboardData === null || selection === null || selection.isCollapsed) return;
    const text = exactCopy(selection);
    if (text === null) return;
    event.clipboardData.setData("text/plain", text);
    event.preventDefault();
  });
}

// Null if the selection is not inside one table, or has no whole number with more digits than it shows.
function exactCopy(selection: Selection): string | null {
  const range = selection.getRangeAt(0);
  const {commonAncestorContainer: ancestor} = range;
  if ((ancestor instanceof Element ? ancestor : ancestor.parentElement)?.closest("table") === null) return null;
  const one = ancestor.parentElement?.closest<HTMLElement>("[data-exact]");
  if (one?.dataset.exact && selection.toString().trim() === one.textContent) return one.dataset.exact;
  const copy = range.cloneContents();
  const numbers = copy.querySelectorAll<HTMLElement>("[data-exact]");
  if (numbers.length === 0) return null;
  for (const number of numbers) number.textContent = number.dataset.exact ?? "";
  const rows = Array.from(copy.querySelectorAll("tr"), ({cells}) => [...cells]);
  const lines = rows.length > 0 ? rows : [[...copy.children]];
  return lines.map((cells) => cells.map(({textContent}) => textContent).join("\t")).join("\n");
}
