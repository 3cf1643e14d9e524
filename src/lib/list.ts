import {readState, writeState} from "./state.js";

/** How the feed table is sorted and searched. */
export interface ListState {
  sort: {column: string; descending: boolean};
  search: string;
}

/**
 * Options of `feedTable` that keep its state in the URL: `search`, and `sort` as a column's name, after a minus where it
 * descends. By symbol is the default.
 */
export function listState(): ListState & {onChange: (state: ListState) => void} {
  const {sort = "symbol", search = ""} = readState();
  return {
    sort: {column: sort.replace(/^-/, ""), descending: sort.startsWith("-")},
    search,
    onChange({sort: {column, descending}, search: text}) {
      const name = `${descending ? "-" : ""}${column}`;
      writeState({sort: name === "symbol" ? null : name, search: text || null}, {replace: true});
    }
  };
}
