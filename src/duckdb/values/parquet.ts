import * as arrow from "apache-arrow";
import {parquetMetadataAsync, parquetReadObjects, parquetSchema, type SchemaElement, type SchemaTree} from "hyparquet";
import {compressors} from "hyparquet-compressors";
import {streamOfColumns} from "./arrow-stream.js";
import {hexText} from "./texts.js";

/** A Parquet file as an Arrow stream, with its own types. @throws for a type that DuckDB does not take from Arrow */
export async function streamOfParquet(file: ArrayBuffer): Promise<Uint8Array> {
  const metadata = await parquetMetadataAsync(file, {geoparquet: false});
  const shapes = parquetSchema(metadata).children.map((tree) => ({name: tree.element.name, ...shapeOf(tree)}));
  // Without these, values come as they are stored.
  for (const element of metadata.schema.filter(({num_children: children}) => children === undefined)) {
    delete element.converted_type;
    if (element.logical_type?.type !== "FLOAT16") delete element.logical_type;
  }
  const parsers = {timestampFromNanoseconds: (nanos: bigint) => nanos / 1000n}; // of INT96
  const rows = await parquetReadObjects({file, metadata, compressors, parsers, utf8: false, geoparquet: false});
  return streamOfColumns(
    shapes.map(({name, type, read}) => ({name, type, values: rows.map((row) => read(row[name] ?? null))}))
  );
}

/** The type of a column, and a function that reads its stored values. */
interface Shape {
  type: arrow.DataType;
  read(stored: unknown): unknown;
}

function shapeOf(tree: SchemaTree): Shape {
  const {element, children, path} = tree;
  const kind = element.converted_type ?? element.logical_type?.type;
  const [first] = children;
  if (element.repetition_type === "REPEATED") return listOf(first ? structOf(tree) : leafOf(element, path));
  if (first === undefined) return leafOf(element, path);
  if (kind === undefined) return structOf(tree);
  if (kind !== "LIST") throw refusal(path, kind);
  return listOf(first.children.length === 1 ? shapeOf(first.children[0] as SchemaTree) : shapeOf(first));
}

function listOf({type, read}: Shape): Shape {
  return {
    type: new arrow.List(new arrow.Field("item", type, true)),
    read: (list) => (list as unknown[] | null)?.map((each) => read(each ?? null)) ?? null
  };
}

function structOf({children}: SchemaTree): Shape {
  const fields = children.map((child) => ({name: child.element.name, ...shapeOf(child)}));
  return {
    type: new arrow.Struct(fields.map(({name, type}) => new arrow.Field(name, type, true))),
    read: (row) =>
      row &&
      Object.fromEntries(fields.map(({name, read}) => [name, read((row as Record<string, unknown>)[name] ?? null)]))
  };
}

const plain = {
  BOOLEAN: new arrow.Bool(),
  INT32: new arrow.Int32(),
  INT64: new arrow.Int64(),
  INT96: new arrow.TimestampMicrosecond(),
  FLOAT: new arrow.Float32(),
  DOUBLE: new arrow.Float64(),
  BYTE_ARRAY: new arrow.Binary(),
  FIXED_LEN_BYTE_ARRAY: new arrow.Binary()
};
const units = {
  MILLIS: arrow.TimeUnit.MILLISECOND,
  MICROS: arrow.TimeUnit.MICROSECOND,
  NANOS: arrow.TimeUnit.NANOSECOND
};
const stored = (value: unknown): unknown => value;

function leafOf(
  {type = "BYTE_ARRAY", converted_type: old, logical_type: logical, ...element}: SchemaElement,
  path: string[]
): Shape {
  const [, kind = "", size = ""] = /^(.*?)(?:_(\d+|MILLIS|MICROS))?$/.exec(old ?? logical?.type ?? "") ?? [];
  const unit = units[logical !== undefined && "unit" in logical ? logical.unit : (size as "MILLIS" | "MICROS")];
  switch (kind) {
    case "":
    case "NULL":
      return {type: plain[type], read: stored};
    case "UTF8":
    case "STRING":
    case "ENUM":
    case "JSON":
      return {type: new arrow.Utf8(), read: (bytes) => bytes};
    case "UUID":
      return {type: new arrow.Utf8(), read: (bytes) => bytes && uuidOf(bytes as Uint8Array)};
    case "INT":
    case "UINT":
      return {type: new arrow.Int(kind === "INT", Number(size) as 32), read: stored};
    case "INTEGER":
      return {type: plain[type], read: stored};
    case "FLOAT16":
      return {type: new arrow.Float32(), read: stored};
    case "DATE":
      return {type: new arrow.DateDay(), read: stored};
    case "TIME":
      return {type: new arrow.Time(unit, type === "INT32" ? 32 : 64), read: stored};
    case "TIMESTAMP":
      return {
        type: new arrow.Timestamp(unit, logical?.type === "TIMESTAMP" && logical.isAdjustedToUTC ? "UTC" : null),
        read: stored
      };
    case "DECIMAL":
      if ((element.precision ?? 0) > 38) break;
      return {
        type: new arrow.Decimal(element.scale ?? 0, element.precision ?? 38),
        read: (value) => (value === null ? null : bigintOf(value))
      };
  }
  throw refusal(path, kind);
}

// Reads big-endian bytes as a signed number.
function bigintOf(value: unknown): bigint {
  if (!(value instanceof Uint8Array)) return BigInt(value as bigint | number);
  return BigInt.asIntN(8 * value.length, BigInt(`0x${hexText(value) || "0"}`));
}

function uuidOf(bytes: Uint8Array): string {
  return hexText(bytes)
    .toLowerCase()
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function refusal(path: readonly string[], kind: string): TypeError {
  return new TypeError(
    `column ${path.join(".")} is of type ${kind}, which cannot be read here: write it as text or numbers`
  );
}
