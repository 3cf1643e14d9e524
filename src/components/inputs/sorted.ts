import {onState, readState, writeState} from "../../lib/state.js";
import type {ListSort} from "../quality/list.js";

/**
 * How a page's table is sorted, kept in the URL under its name: a column, after a minus where it descends. Options of the
 * tables of a page; `usual` is not told in the URL. Each sort is a step of the browser's history.
 */
export function sortState(name: string, usual = ""): Required<ListSort> {
  const read = () => readState()[name] ?? usual;
  return {
    sort: read(),
    onSort: (sort) => writeState({[name]: sort === usual ? null : sort}),
    follow: (element, show) => onState(element, () => show(read()))
  };
}
