import {onState, readState, writeState} from "../../lib/state.js";
import type {BoardOptions, BoardState} from "../board/board.js";
import type {Sort} from "../board/order.js";

/**
 * Options of `feedBoard` that keep its state in the URL: `search`, `class`, and `sort` and `rates`, the columns by which its
 * tables are sorted, after a minus where they descend. By symbol is the default. Each change is a step of the browser's
 * history, but for the letters of a search after the first.
 */
export function listState(): Required<Omit<BoardOptions, "simulatedAt">> {
  return {
    state: read(),
    onChange({search, group, sort, rateSort}) {
      const before = readState().search ?? "";
      const isTyping = before !== search && before !== "" && search !== "";
      const patch = {search: search || null, class: group || null, sort: textOf(sort), rates: textOf(rateSort)};
      writeState(patch, {replace: isTyping});
    },
    follow: (element, show) => onState(element, () => show(read()))
  };
}

function read(): BoardState {
  const {search = "", class: group = "", sort, rates} = readState();
  return {search, group, sort: sortOf(sort), rateSort: sortOf(rates)};
}

function sortOf(text = "symbol"): Sort {
  return {column: text.replace(/^-/, ""), descending: text.startsWith("-")};
}

function textOf({column, descending}: Sort): string | null {
  const text = `${descending ? "-" : ""}${column}`;
  return text === "symbol" ? null : text;
}
