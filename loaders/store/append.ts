import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBTimestampValue,
  type DuckDBType,
  type DuckDBValue,
  INTEGER,
  TIMESTAMP,
  UUID,
  uuidValueFromString,
  VARCHAR
} from "@duckdb/node-api";
import type {ColumnType, Table} from "./tables.js";

const chunkRows = 2048; // DuckDB's vector size: a chunk can not hold more

/** A value for a column: timestamps in Unix microseconds, UUID and JSON as text. */
export type CellValue = boolean | number | string | null;

const duckdbTypes: Record<ColumnType, DuckDBType> = {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  INTEGER,
  JSON: VARCHAR,
  TIMESTAMP,
  UUID,
  VARCHAR
};

/**
 * Appends rows to a table, given as one array per column in the table's order, all of the same length. The rows are
 * part of the connection's transaction. @throws if a value breaks a constraint of the table
 */
export async function appendColumns(
  connection: DuckDBConnection,
  table: Table,
  values: readonly (readonly CellValue[])[]
): Promise<void> {
  const length = values[0]?.length ?? 0;
  if (length === 0) return;
  const types = table.columns.map(({type}) => duckdbTypes[type]);
  const appender = await connection.createAppender(table.name);
  try {
    for (let start = 0; start < length; start += chunkRows) {
      const end = Math.min(start + chunkRows, length);
      const chunk = DuckDBDataChunk.create(types, end - start);
      for (const [i, {type}] of table.columns.entries()) {
        chunk.setColumnValues(
          i,
          (values[i] ?? []).slice(start, end).map((value) => toDuckDB(value, type))
        );
      }
      appender.appendDataChunk(chunk);
    }
  } finally {
    appender.closeSync();
  }
}

/** Appends rows given as records. For small tables: `appendColumns` makes no objects. */
export async function appendRecords(
  connection: DuckDBConnection,
  table: Table,
  records: readonly Readonly<Record<string, CellValue>>[]
): Promise<void> {
  const values = table.columns.map(({name}) => records.map((record) => record[name] ?? null));
  await appendColumns(connection, table, values);
}

function toDuckDB(value: CellValue, type: ColumnType): DuckDBValue {
  if (value === null) return null;
  if (type === "BIGINT") return BigInt(value);
  if (type === "TIMESTAMP") return new DuckDBTimestampValue(BigInt(value));
  return type === "UUID" ? uuidValueFromString(String(value)) : value;
}
