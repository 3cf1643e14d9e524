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
import {type Cells, type CellValue, makeWriter, vectorRows} from "./vectors.js";

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

/** Some rows of a table, column by column; one that is left out is null. */
export interface Rows {
  length: number;
  columns: Readonly<Record<string, Cells>>;
}

/**
 * Appends rows to a table, by the names of its columns. They are part of the connection's transaction.
 * @throws if a value breaks a constraint of the table, or the store has not got a column
 */
export async function appendRows(connection: DuckDBConnection, table: Table, parts: Iterable<Rows>): Promise<void> {
  const columns = await storedColumns(connection, table);
  const appender = await connection.createAppender(table.name);
  try {
    const {add, flush} = chunkWriter(appender, columns);
    for (const part of parts) add(part);
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
  const columns = table.columns.map(({name}) => [name, records.map((record) => record[name] ?? null)]);
  await appendRows(connection, table, [{length: records.length, columns: Object.fromEntries(columns)}]);
}

type Columns = readonly {name: string; type: ColumnType}[];

// In the order of the store, which has columns where migrations put them; one that is nobody's is text, as far as null goes.
async function storedColumns(connection: DuckDBConnection, {name: table, columns}: Table): Promise<Columns> {
  const held = (await connection.run(`FROM ${table} LIMIT 0`)).columnNames();
  const lacking = columns.find(({name}) => !held.includes(name));
  if (lacking) throw new Error(`table ${table} has no column ${lacking.name}`);
  const types = new Map(columns.map(({name, type}) => [name, type]));
  return held.map((name) => ({name, type: types.get(name) ?? "VARCHAR"}));
}

function chunkWriter(appender: DuckDBAppender, columns: Columns): {add(rows: Rows): void; flush(): void} {
  const chunk = DuckDBDataChunk.create(columns.map(({type}) => duckdbTypes[type]));
  const writers = columns.map(({name, type}) => ({name, writer: makeWriter(type)}));
  let held = 0;

  function add({length, columns: cells}: Rows): void {
    for (let from = 0; from < length; ) {
      const count = Math.min(length - from, vectorRows - held);
      for (const {name, writer} of writers) writer.fill(held, cells[name] ?? {each: null}, from, count);
      [held, from] = [held + count, from + count];
      if (held === vectorRows) flush();
    }
  }

  function flush(): void {
    if (held === 0) return;
    chunk.rowCount = held;
    for (const [i, {writer}] of writers.entries()) writer.flush(duckdb.data_chunk_get_vector(chunk.chunk, i), held);
    appender.appendDataChunk(chunk);
    chunk.reset(); // a new one each time would hold its memory until the garbage collector comes
    held = 0;
  }

  return {add, flush};
}
