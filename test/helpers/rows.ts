import type {Row, UpdateRows} from "../../loaders/rows/columns.js";
import {columns} from "../../loaders/rows/columns.js";

/** One of the rows of a response, as an object. */
export function rowAt(rows: UpdateRows, index: number): Row {
  const values = columns.map(({name}) => {
    const value = rows.columns[name][index] ?? null;
    return [name, Number.isNaN(value) ? null : value];
  });
  return Object.fromEntries(values);
}
