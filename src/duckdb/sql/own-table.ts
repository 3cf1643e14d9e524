import {database, setTable} from "../tables.js";
import {streamOf} from "../values/arrow-stream.js";
import {asStream, givenRows} from "../values/given.js";
import {type Identifier, identifier} from "./parameters.js";

/** Makes rows or an Arrow table a table for this page's SQL: `` sql`FROM ${await table("own", rows)}` ``. */
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
