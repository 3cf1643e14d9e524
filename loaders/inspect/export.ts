import {quotedIdentifier, quotedString} from "@duckdb/node-api";
import {type Digits, isoText} from "../store/database/iso.js";
import {queryRecords} from "../store/database/query.js";
import {prepare, statementsOf} from "../store/database/statement.js";
import {isOwn, type Store} from "../store/database/store.js";
import {areUpdates, simulatedMark} from "../store/row-columns.js";
import {writeArrow} from "./arrow.js";

/** File formats that a query's result can be written in, whatever its size. */
export type ExportFormat = "csv" | "parquet" | "arrow" | "duckdb";

/**
 * Writes the result of a query to a file; times in csv are ISO 8601 in UTC. With `marked`, simulated updates are marked
 * as such: in the metadata of parquet, in a column of csv. Gives whether they are.
 */
export async function exportQuery(
  {connection}: Pick<Store, "connection">,
  sql: string,
  {
    path,
    format,
    table = "result",
    marked = false
  }: {path: string; format: ExportFormat; table?: string; marked?: boolean}
): Promise<boolean> {
  (await prepare(connection, sql)).destroySync(); // so that an error is about the given text, not about a view
  await exportedView(connection, statementsOf(sql)[0] ?? "");
  if (format === "arrow") {
    await writeArrow(connection, "exported", path);
    return false;
  }
  if (format === "duckdb") {
    await connection.run(`ATTACH ${quotedString(path)} AS exported_file (READ_WRITE)`);
    await connection.run(`CREATE TABLE exported_file.${quotedIdentifier(table)} AS FROM exported`);
    await connection.run("DETACH exported_file");
    return false;
  }
  const columns = await queryRecords(connection, "DESCRIBE exported");
  const names = columns.map(({column_name}) => String(column_name));
  const canSay = marked && (format === "parquet" || (areUpdates(names) && !names.includes(simulatedMark)));
  const says = canSay && (await holdsSimulated(connection));
  const selected =
    format === "csv" ? `${await isoColumns(connection, columns)}${says ? `, true AS ${simulatedMark}` : ""}` : "*";
  const metadata = says ? `, KV_METADATA {${simulatedMark}: 'true'}` : "";
  const options =
    format === "csv" ? `FORMAT csv, HEADER${quotedTexts(columns)}` : `FORMAT parquet, COMPRESSION zstd${metadata}`;
  await connection.run(`COPY (SELECT ${selected} FROM exported) TO ${quotedString(path)} (${options})`);
  return says;
}

// As a view, or as a table of a PIVOT that finds its columns, of which DuckDB makes no view.
async function exportedView(connection: Store["connection"], text: string): Promise<void> {
  const view = `CREATE OR REPLACE TEMP VIEW exported AS FROM (\n${text}\n)`;
  if (await connection.run(view).then(() => true, unlessPivot)) return;
  await connection.run(`CREATE OR REPLACE TEMP TABLE exported_rows AS FROM (\n${text}\n)`);
  await connection.run("CREATE OR REPLACE TEMP VIEW exported AS FROM temp.exported_rows");
}

function unlessPivot(error: unknown): false {
  if (/Parser Error: PIVOT/.test(String(error))) return false;
  throw error;
}

/** Whether the rows of a database are simulated. A DuckDB file that is not Feedbook's does not say so. */
export async function holdsSimulated(connection: Store["connection"]): Promise<boolean> {
  const held = `SELECT 1 FROM duckdb_columns()
    WHERE (${isOwn} OR database_name = 'temp') AND table_name = 'meta' AND column_name = 'simulated'`;
  if ((await queryRecords(connection, held)).length === 0) return false;
  const [meta] = await queryRecords(connection, "SELECT simulated FROM meta");
  return meta?.simulated === true;
}

type Columns = readonly Record<string, unknown>[];

// Texts of updates stand in quotes, as `load file` takes NA without quotes for null.
function quotedTexts(columns: Columns): string {
  if (!areUpdates(columns.map(({column_name}) => String(column_name)))) return "";
  const texts = columns.filter(({column_type}) => column_type === "VARCHAR" || column_type === "JSON");
  return texts.length === 0 ? "" : `, FORCE_QUOTE (${texts.map(nameOf)})`;
}

function nameOf({column_name}: Record<string, unknown>): string {
  return quotedIdentifier(String(column_name));
}

// DuckDB writes "2026-05-12 13:55:00", which names no zone, and as many digits as each instant needs; pandas and R read a
// column if its texts have one form. So the instants are read twice.
async function isoColumns(connection: Store["connection"], columns: Columns): Promise<string> {
  const instants = columns.filter(({column_type}) => /^TIMESTAMP[^[]*$/.test(String(column_type))).map(instantOf);
  if (instants.length === 0) return "*";
  const [digits = {}] = await queryRecords(
    connection,
    `SELECT ${instants.map((instant) => instant.digits)} FROM exported`
  );
  const texts = instants.map(({name, sql}, i) => `${isoText(sql, Object.values(digits)[i] as Digits)} AS ${name}`);
  return `* REPLACE (${texts})`;
}

function instantOf(column: Record<string, unknown>): {name: string; sql: string; digits: string} {
  const name = nameOf(column);
  const isNanos = column.column_type === "TIMESTAMP_NS";
  const sql = isNanos ? name : `${name}::TIMESTAMP`;
  const more = (text: string, unit: number, digits: Digits) => `WHEN bool_or(${text} % ${unit} <> 0) THEN ${digits}`;
  const nanos = isNanos ? more(`epoch_ns(${sql})`, 1000, 9) : "";
  const [micros, millis] = [more(`epoch_us(${sql})`, 1000, 6), more(`epoch_us(${sql})`, 1_000_000, 3)];
  return {name, sql, digits: `CASE ${nanos} ${micros} ${millis} ELSE 0 END`};
}
