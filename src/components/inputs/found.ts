import {onState, readState, writeState} from "../../lib/state.js";
import type {Finding, FindingState} from "../parts/finder.js";

/**
 * What of a page's long table is shown, kept in the URL as `search`, and `rows=all` where all of it is. Each change is a
 * step of the browser's history, but for the letters of a search after the first.
 */
export function foundState(): Required<FindingState> {
  return {
    finding: read(),
    onFind: ({search, all}) =>
      writeState({search: search || null, rows: all ? "all" : null}, {replace: isTyping(search)}),
    follow: (element, show) => onState(element, () => show(read()))
  };
}

/** Whether a search that is to be kept in the URL goes on from the one there: it then takes its place. */
export function isTyping(search: string): boolean {
  const {search: before = ""} = readState();
  return before !== search && before !== "" && search !== "";
}

function read(): Finding {
  const {search = "", rows} = readState();
  return {search, all: rows === "all"};
}
