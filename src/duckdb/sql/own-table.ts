import {database, setTable} from "../tables.js";
import {streamOf} from "../values/arrow-stream.js";
import {asStream, givenRows} from "../values/given.js";
import {type Identifier, identifier} from "./parameters.js";

/**
 * Makes rows a table for this page's SQL: `` const own = await table("own", FileAttachment("own.csv").csv({typed: true})) ``,
 * then `` sql`FROM ${own}` ``. Takes rows, an Arrow table, or a promise. A table of `.parquet()` or `.arrow()` keeps its types. In
 * rows, whole numbers become BIGINT, others DOUBLE, dates TIMESTAMP in UTC, mixed kinds text. @throws for any other value
 */
export async function table(name: string, rows: unknown): Promise<Identifier> {
  const given = await rows;
  const write = typeof given === "object" && given !== null ? Reflect.get(given, asStream) : undefined;
  if (typeof write === "function") setTable(name, write());
  else {
    const records = givenRows(`table ${name}`, given);
    if (!records.some((record) => Object.keys(record).length > 0))
      throw new Error(`table ${name} has no columns: its rows are empty`);
    setTable(name, streamOf(records));
  }
  return identifier(name, database);
}
