import {createWriteStream} from "node:fs";
import {Readable} from "node:stream";
import {pipeline} from "node:stream/promises";
import {type DuckDBConnection, quotedIdentifier} from "@duckdb/node-api";
import {
  Bool,
  type Data,
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

/** The SQL of a column, and the Arrow type of its values. */
interface ArrowColumn {
  name: string;
  sql: string;
  type: DataType;
}

/**
 * Writes the rows of a table or view as an Arrow file, a batch at a time. Whole numbers, instants (µs, in UTC) and doubles
 * keep every digit; what Arrow JS has no exact type for (HUGEINT, DECIMAL, UUID, lists, …) is text. An infinite instant
 * is null.
 */
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
  const exact = exactTypes[type];
  if (exact !== undefined) return {name, sql: column, type: exact()};
  if (type === "TIMESTAMP_NS") return {name, sql: micros(column, "epoch_ns"), type: new TimestampNanosecond("UTC")};
  if (type.startsWith("TIMESTAMP"))
    return {name, sql: micros(column, "epoch_us"), type: new TimestampMicrosecond("UTC")};
  if (type === "DATE")
    return {name, sql: `CASE WHEN isfinite(${column}) THEN ${column} - DATE '1970-01-01' END`, type: new DateDay()};
  const isNested = /[\])]$/.test(type) && !/^(DECIMAL|ENUM)/.test(type);
  return {name, sql: isNested ? `to_json(${column})::VARCHAR` : `${column}::VARCHAR`, type: new Utf8()};
}

function micros(column: string, of: string): string {
  return `CASE WHEN isfinite(${column}) THEN ${of}(${column}) END`;
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
  const children = columns.map(({type}, i) => dataOf(type, values[i] ?? []));
  return new RecordBatch(schema, makeData({type: new Struct(schema.fields), length, nullCount: 0, children}));
}

// Writes instants in µs directly, as builders of Arrow JS take them in ms, as doubles.
function dataOf(type: DataType, values: readonly unknown[]): Data {
  if (type instanceof Bool || type instanceof Utf8) return vectorFromArray(values, type).data[0] ?? makeData({type});
  const data = type instanceof DateDay ? new Int32Array(values.length) : new type.ArrayType(values.length);
  const nullBitmap = new Uint8Array(Math.ceil(values.length / 8));
  let nullCount = 0;
  for (const [i, value] of values.entries()) {
    if (value === null) nullCount += 1;
    else {
      nullBitmap[i >> 3] = (nullBitmap[i >> 3] ?? 0) | (1 << (i & 7));
      data[i] =
        data instanceof BigInt64Array || data instanceof BigUint64Array ? BigInt(value as bigint) : Number(value);
    }
  }
  return makeData({type: type as Float64, length: values.length, nullCount, nullBitmap, data: data as Float64Array});
}
