import {createWriteStream} from "node:fs";
import {Readable} from "node:stream";
import {pipeline} from "node:stream/promises";
import {type DuckDBConnection, quotedIdentifier} from "@duckdb/node-api";
import {
  Bool,
  type DataType,
  DateDay,
  Field,
  Float32,
  Float64,
  Int32,
  Int64,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  Schema,
  Struct,
  TimestampMicrosecond,
  TimestampNanosecond,
  Uint64,
  Utf8,
  vectorFromArray
} from "apache-arrow";
import {queryRecords} from "../store/database/query.js";

const batchRows = 100_000;

/** The SQL of a column, and the Arrow type of its values; `built`: the type whose builder takes the values as DuckDB gives them. */
interface ArrowColumn {
  name: string;
  sql: string;
  type: DataType;
  built?: DataType;
}

/** Writes an Arrow file in batches. Types without an exact one in Arrow JS are text; an infinite instant is null. */
export async function writeArrow(connection: DuckDBConnection, table: string, path: string): Promise<void> {
  const described = await queryRecords(connection, `DESCRIBE ${table}`);
  const columns = described.map(({column_name, column_type}) => columnOf(String(column_name), String(column_type)));
  const schema = new Schema(columns.map(({name, type}) => new Field(name, type, true)));
  const writer = new RecordBatchFileWriter();
  const written = pipeline(Readable.from(writer), createWriteStream(path));
  const stream = await connection.stream(`SELECT ${columns.map(({sql}) => sql).join(", ")} FROM ${table}`);
  let values: unknown[][] = columns.map(() => []);
  const flush = () => {
    writer.write(batchOf(schema, columns, values));
    values = columns.map(() => []);
  };
  for (let chunk = await stream.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await stream.fetchChunk()) {
    for (const [i, column] of values.entries()) column.push(...chunk.getColumnVector(i).toArray());
    if ((values[0]?.length ?? 0) >= batchRows) flush();
  }
  flush(); // also without rows, so that the file has its columns
  writer.finish();
  await written;
}

function columnOf(name: string, type: string): ArrowColumn {
  const column = quotedIdentifier(name);
  const finite = (sql: string) => `CASE WHEN isfinite(${column}) THEN ${sql} END`;
  const exact = exactTypes[type];
  if (exact !== undefined) return {name, sql: type === "UINTEGER" ? `${column}::BIGINT` : column, type: exact()};
  // Builders of Arrow JS take instants in ms, as doubles.
  if (type === "TIMESTAMP_NS")
    return {name, sql: finite(`epoch_ns(${column})`), type: new TimestampNanosecond("UTC"), built: new Int64()};
  if (type.startsWith("TIMESTAMP"))
    return {name, sql: finite(`epoch_us(${column})`), type: new TimestampMicrosecond("UTC"), built: new Int64()};
  if (type === "DATE")
    return {name, sql: finite(`(${column} - DATE '1970-01-01')::INTEGER`), type: new DateDay(), built: new Int32()};
  const isNested = /[\])]$/.test(type) && !/^(DECIMAL|ENUM)/.test(type);
  return {name, sql: isNested ? `to_json(${column})::VARCHAR` : `${column}::VARCHAR`, type: new Utf8()};
}

const exactTypes: Record<string, () => DataType> = {
  BOOLEAN: () => new Bool(),
  TINYINT: () => new Int32(),
  SMALLINT: () => new Int32(),
  INTEGER: () => new Int32(),
  UTINYINT: () => new Int32(),
  USMALLINT: () => new Int32(),
  UINTEGER: () => new Int64(),
  BIGINT: () => new Int64(),
  UBIGINT: () => new Uint64(),
  FLOAT: () => new Float32(),
  DOUBLE: () => new Float64()
};

function batchOf(schema: Schema, columns: readonly ArrowColumn[], values: readonly unknown[][]): RecordBatch {
  const length = values[0]?.length ?? 0;
  const children = columns.map(({type, built = type}, i) => {
    const [data] = vectorFromArray(values[i] ?? [], built).data;
    return data?.clone(type) ?? makeData({type});
  });
  return new RecordBatch(schema, makeData({type: new Struct(schema.fields), length, nullCount: 0, children}));
}
