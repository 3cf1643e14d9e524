import {database, setTable} from "../engine/tables.js";
import {streamOf} from "./arrow-stream.js";
import {type Identifier, identifier} from "./parameters.js";

/**
 * Makes rows a table for this page's SQL: `` const own = await table("own", FileAttachment("own.csv").csv()) ``, then
 * `` sql`FROM ${own}` ``. Takes rows, or a promise of rows. Whole numbers become BIGINT, others DOUBLE, dates
 * TIMESTAMP; a column of mixed kinds becomes text. @throws TypeError for anything but rows
 */
export async function table(name: string, rows: Iterable<object> | PromiseLike<Iterable<object>>): Promise<Identifier> {
  const given = await rows;
  if (typeof given !== "object" || given === null || !(Symbol.iterator in given))
    throw new TypeError(`table ${name} has no rows: give a list of objects, such as FileAttachment("own.csv").csv()`);
  const records = Array.from(given, recordOf);
  if (!records.some((record) => Object.keys(record).length > 0))
    throw new TypeError(`table ${name} has no columns: its rows are empty`);
  setTable(name, streamOf(records));
  return identifier(name, database);
}

// Arrow rows have their values in `toJSON`.
function recordOf(row: object): Record<string, unknown> {
  return "toJSON" in row && typeof row.toJSON === "function" ? row.toJSON() : (row as Record<string, unknown>);
}
