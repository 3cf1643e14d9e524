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
import {homeOf} from "../database/store.js";
import type {Cells, CellValue, Rows} from "../rows/columns.js";
import type {ColumnType, Table} from "./tables.js";

/** The types of DuckDB's vectors that columns are written as. */
export const duckdbTypes: Record<ColumnType, DuckDBType> = {
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
 * Appends rows to a table by the names of its columns, in the connection's transaction. A column that is left out is null.
 * `temporary`: the table is the connection's, not the store's.
 * @throws if a value breaks a constraint of the table, or the store lacks a column
 */
export async function appendRows(
  connection: DuckDBConnection,
  table: Table,
  parts: Iterable<Rows>,
  {temporary = false} = {}
): Promise<void> {
  const columns = await storedColumns(connection, table);
  // An appender takes a plain name for one of the schema `main`, whatever USE says.
  const {database, schema} = temporary ? {database: "temp", schema: "main"} : await homeOf(connection);
  const appender = await connection.createAppender(table.name, schema, database);
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
  records: readonly Readonly<Record<string, CellValue>>[],
  options: {temporary?: boolean} = {}
): Promise<void> {
  if (records.length === 0) return;
  const columns = table.columns.map(({name}) => [name, records.map((record) => record[name] ?? null)]);
  await appendRows(connection, table, [{length: records.length, columns: Object.fromEntries(columns)}], options);
}

type Columns = readonly {name: string; type: ColumnType}[];

// The columns in the store's order, which migrations may have changed. A column that `table` does not list gets nulls, for
// which any type does.
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

/** Rows of a DuckDB vector, and the most that a chunk holds. */
export const vectorRows = 2048;

/** Collects the values of one column of a chunk, then copies them into DuckDB's vector at once. */
export interface VectorWriter {
  /** Sets `count` rows from `row` on, to the values of `cells` from `from` on. */
  fill(row: number, cells: Cells, from: number, count: number): void;
  /** Copies the first `rows` values into the vector, then starts again at row 0. */
  flush(vector: duckdb.Vector, rows: number): void;
}

/** Makes the writer of a column. The library's own vectors take a BigInt per null and per 64-bit value: too slow here. */
export function makeWriter(type: ColumnType): VectorWriter {
  if (type === "VARCHAR" || type === "JSON") return textWriter();
  const data = new ArrayBuffer(vectorRows * widths[type]);
  return nullable(putters[type](data), (vector, rows) => {
    duckdb.copy_data_to_vector(vector, 0, data, 0, rows * widths[type]);
  });
}

type FixedType = Exclude<ColumnType, "VARCHAR" | "JSON">;
type Put = (row: number, value: NonNullable<CellValue>) => void;

const widths: Record<FixedType, number> = {BIGINT: 8, BOOLEAN: 1, DOUBLE: 8, INTEGER: 4, TIMESTAMP: 8, UUID: 16};

const putters: Record<FixedType, (data: ArrayBuffer) => Put> = {
  BIGINT: putInteger,
  TIMESTAMP: putInteger,
  UUID: putUuid,
  BOOLEAN: (data) => putItem(new Uint8Array(data)),
  DOUBLE: (data) => putItem(new Float64Array(data)),
  INTEGER: (data) => putItem(new Int32Array(data))
};

function putItem(items: Uint8Array | Float64Array | Int32Array): Put {
  return (row, value) => {
    items[row] = Number(value);
  };
}

// A double that is a whole number, as a 64-bit integer in two halves (two's complement, little endian).
function putInteger(data: ArrayBuffer): Put {
  const halves = new Int32Array(data);
  return (row, value) => {
    const number = Number(value);
    const high = Math.floor(number / 2 ** 32);
    halves[2 * row] = (number - high * 2 ** 32) | 0;
    halves[2 * row + 1] = high;
  };
}

// DuckDB keeps a UUID as a 128-bit integer with the first bit flipped, so that it sorts as the text does.
function putUuid(data: ArrayBuffer): Put {
  const words = new Uint32Array(data);
  let known = "";
  const bits = [0, 0, 0, 0];
  return (row, value) => {
    if (value !== known) {
      known = String(value);
      const hex = known.replaceAll("-", "");
      for (const i of bits.keys()) bits[3 - i] = Number.parseInt(hex.slice(8 * i, 8 * i + 8), 16);
      bits[3] = ((bits[3] ?? 0) ^ 0x80000000) >>> 0;
    }
    for (let i = 0; i < 4; i++) words[4 * row + i] = bits[i] ?? 0;
  };
}

const inlineBytes = 12;

// A text of up to twelve bytes, such as a session, stands in the vector itself, after its length (`duckdb_string_t`). Longer
// ones are passed to DuckDB one by one.
function textWriter(): VectorWriter {
  const data = new ArrayBuffer(vectorRows * 16);
  const words = new Uint32Array(data);
  const inline = new Map<string, Uint32Array>();
  let long: {row: number; text: string}[] = [];
  const put: Put = (row, value) => {
    const text = String(value);
    const short = inline.get(text) ?? inlined(text);
    if (short === null) {
      long.push({row, text});
      words.fill(0, 4 * row, 4 * row + 4);
      return;
    }
    if (inline.size < 1000) inline.set(text, short);
    for (let i = 0; i < 4; i++) words[4 * row + i] = short[i] ?? 0;
  };
  return nullable(put, (vector, rows) => {
    duckdb.copy_data_to_vector(vector, 0, data, 0, rows * 16);
    for (const {row, text} of long) duckdb.vector_assign_string_element(vector, row, text);
    long = [];
  });
}

function inlined(text: string): Uint32Array | null {
  if (text.length > inlineBytes) return null;
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > inlineBytes) return null;
  const cell = new Uint32Array(4);
  cell[0] = bytes.length;
  new Uint8Array(cell.buffer).set(bytes, 4);
  return cell;
}

// A bit per row says whether its value is valid, that is, not null.
function nullable(put: Put, copy: VectorWriter["flush"]): VectorWriter {
  const valid = new Uint32Array(vectorRows / 32).fill(0xffffffff);
  let nulls = false;

  function set(row: number, value: CellValue): void {
    if (value !== null) put(row, value);
    else setNull(row);
  }

  function setNull(row: number): void {
    valid[row >> 5] = (valid[row >> 5] ?? 0) & ~(1 << (row & 31));
    nulls = true;
  }

  return {
    fill(row, cells, from, count) {
      if ("each" in cells) for (let i = 0; i < count; i++) set(row + i, cells.each);
      else if (cells instanceof Float64Array) {
        for (let i = 0; i < count; i++) {
          const number = cells[from + i] ?? Number.NaN;
          if (Number.isNaN(number)) setNull(row + i);
          else put(row + i, number);
        }
      } else for (let i = 0; i < count; i++) set(row + i, cells[from + i] ?? null);
    },
    flush(vector, rows) {
      copy(vector, rows);
      if (!nulls) return;
      duckdb.vector_ensure_validity_writable(vector);
      duckdb.copy_data_to_vector_validity(vector, 0, valid.buffer, 0, valid.byteLength);
      valid.fill(0xffffffff);
      nulls = false;
    }
  };
}
