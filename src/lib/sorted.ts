import {readState, writeState} from "./state.js";

/**
 * How a page's table is sorted, kept in the URL under its name: a column, after a minus where it descends. Options of the
 * tables of a page; `usual` is not told in the URL.
 */
export function sortState(name: string, usual = ""): {sort: string; onSort: (sort: string) => void} {
  return {
    sort: readState()[name] ?? usual,
    onSort: (sort) => writeState({[name]: sort === usual ? null : sort}, {replace: true})
  };
}
