import {table as plainTable} from "@observablehq/inputs";
import type {Row} from "../../lib/rows.js";
import {dataTable} from "./data-table.js";

// Observable Inputs, with a table that shows a part of what is too much for it.
export * from "@observablehq/inputs";

const most = 100_000;

/**
 * The table of Observable Inputs. More than 100,000 rows, of which none is selected, are a {@link dataTable} instead: it
 * shows the first of them, says of how many, and its CSV has all. SQL blocks without an `id` are shown so.
 */
export function table(rows: Iterable<Row>, options: {select?: boolean} = {}): HTMLElement {
  const isLarge = options.select === false && Array.isArray(rows) && rows.length > most;
  return isLarge ? dataTable(rows) : plainTable(rows, options);
}
