import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBUUIDValue,
  type DuckDBValue,
  INTEGER,
  TIMESTAMP,
  UUID,
  VARCHAR
} from "@duckdb/node-api";
import type {ColumnType, Table} from "./tables.js";

/** A value for a column: timestamps in Unix microseconds, UUID and JSON as text. */
export type CellValue = boolean | number | string | null;

/** A row of any table, by the names of its columns. A column that it lacks is null. */
export type Cells = Readonly<Record<string, CellValue>>;

type ToValue = (cell: NonNullable<CellValue>) => DuckDBValue;

// The types of DuckDB's vectors that columns are written as, and how their values are made.
const types: Record<ColumnType, {type: DuckDBType; toValue: ToValue}> = {
  BIGINT: {type: BIGINT, toValue: BigInt},
  BOOLEAN: {type: BOOLEAN, toValue: Boolean},
  DOUBLE: {type: DOUBLE, toValue: Number},
  INTEGER: {type: INTEGER, toValue: Number},
  JSON: {type: VARCHAR, toValue: String},
  TIMESTAMP: {type: TIMESTAMP, toValue: (micros) => new DuckDBTimestampValue(BigInt(micros))},
  UUID: {type: UUID, toValue: (text) => DuckDBUUIDValue.fromUint128(BigInt(`0x${String(text).replaceAll("-", "")}`))},
  VARCHAR: {type: VARCHAR, toValue: String}
};

const mostRows = 2048; // of a chunk: as many as a vector of DuckDB has

/** Rows, and the cells that all of them have besides their own. */
export interface Part {
  rows: readonly Cells[];
  shared: Cells;
}

/** Appends records to a table, as `appendParts` does. */
export async function appendRecords(
  connection: DuckDBConnection,
  table: Table,
  records: readonly Cells[]
): Promise<void> {
  if (records.length > 0) await appendParts(connection, table, [{rows: records, shared: {}}]);
}

/**
 * Appends rows to a table by the names of its columns, in the connection's transaction.
 * @throws if a value breaks a constraint of the table, or the store lacks a column
 */
export async function appendParts(connection: DuckDBConnection, table: Table, parts: readonly Part[]): Promise<void> {
  const columns = await storedColumns(connection, table);
  const chunk = DuckDBDataChunk.create(columns.map(({type}) => type));
  const appender = await connection.createAppender(table.name, "main", "store");
  try {
    for (const rows of chunksOf(parts)) {
      chunk.reset(); // a new chunk each time would hold its memory until the garbage collector comes
      chunk.setColumns(
        columns.map(({name, toValue}) =>
          rows.map(({row, shared}) => {
            const cell = row[name] ?? shared[name] ?? null;
            return cell === null ? null : toValue(cell);
          })
        )
      );
      appender.appendDataChunk(chunk);
    }
  } finally {
    appender.closeSync();
  }
}

// The columns in the store's order, which migrations may have changed. A column that `table` does not list gets nulls, for
// which any type does.
async function storedColumns(
  connection: DuckDBConnection,
  {name: table, columns}: Table
): Promise<{name: string; type: DuckDBType; toValue: ToValue}[]> {
  const held = (await connection.run(`FROM ${table} LIMIT 0`)).columnNames();
  const lacking = columns.find(({name}) => !held.includes(name));
  if (lacking) throw new Error(`table ${table} has no column ${lacking.name}`);
  const typeOf = new Map(columns.map(({name, type}) => [name, type]));
  return held.map((name) => ({name, ...types[typeOf.get(name) ?? "VARCHAR"]}));
}

function* chunksOf(parts: readonly Part[]): Generator<{row: Cells; shared: Cells}[]> {
  let chunk: {row: Cells; shared: Cells}[] = [];
  for (const {rows, shared} of parts) {
    for (const row of rows) {
      chunk.push({row, shared});
      if (chunk.length < mostRows) continue;
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}
