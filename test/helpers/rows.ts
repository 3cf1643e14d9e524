import {columnOf, type RowBatch} from "../../loaders/rows/batch.js";
import type {Row} from "../../loaders/rows/columns.js";
import {columns} from "../../loaders/rows/columns.js";

/** A row of a batch as an object. */
export function rowAt(batch: RowBatch, index: number): Row {
  const values = columns.map(({name}) => {
    const value = columnOf(batch, name)[index] ?? null;
    return [name, Number.isNaN(value) ? null : value];
  });
  return Object.fromEntries(values);
}
