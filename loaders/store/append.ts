import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDataChunk,
  type DuckDBType,
  INTEGER,
  TIMESTAMP,
  UUID,
  VARCHAR
} from "@duckdb/node-api";
import duckdb from "@duckdb/node-bindings";
import type {ColumnType, Table} from "./tables.js";
import {type CellValue, makeWriter, vectorRows} from "./vectors.js";

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

/** Takes the values of one row, in the table's order. */
export type AddRow = (values: readonly CellValue[]) => void;

/**
 * Appends the rows that `fill` adds to a table. They are part of the connection's transaction.
 * @throws if a value breaks a constraint of the table
 */
export async function appendRows(
  connection: DuckDBConnection,
  table: Table,
  fill: (add: AddRow) => void
): Promise<void> {
  const appender = await connection.createAppender(table.name);
  try {
    const {add, flush} = chunkWriter(appender, table);
    fill(add);
    flush();
  } finally {
    appender.closeSync();
  }
}

/** The same for rows given as records. */
export async function appendRecords(
  connection: DuckDBConnection,
  table: Table,
  records: readonly Readonly<Record<string, CellValue>>[]
): Promise<void> {
  if (records.length === 0) return;
  await appendRows(connection, table, (add) => {
    for (const record of records) add(table.columns.map(({name}) => record[name] ?? null));
  });
}

function chunkWriter(appender: DuckDBAppender, {columns}: Table): {add: AddRow; flush(): void} {
  const types = columns.map(({type}) => duckdbTypes[type]);
  const writers = columns.map(({type}) => makeWriter(type));
  let rows = 0;

  function add(values: readonly CellValue[]): void {
    for (let i = 0; i < writers.length; i++) writers[i]?.set(rows, values[i] ?? null);
    rows += 1;
    if (rows === vectorRows) flush();
  }

  function flush(): void {
    if (rows === 0) return;
    const chunk = DuckDBDataChunk.create(types, rows);
    for (const [i, writer] of writers.entries()) writer.flush(duckdb.data_chunk_get_vector(chunk.chunk, i), rows);
    appender.appendDataChunk(chunk);
    rows = 0;
  }

  return {add, flush};
}
