import {
  Bool,
  type Data,
  DataType,
  Field,
  Float64,
  Int64,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  TimestampMicrosecond,
  TimestampNanosecond,
  tableToIPC,
  Utf8
} from "apache-arrow";
import {columnsOf} from "./rows.js";

/** A column of a table, with values as its type stores them: a bigint of 64 bits, bytes of a Binary. Null is missing. */
export interface Column {
  name: string;
  type: DataType;
  values: readonly unknown[];
}

/**
 * Rows as an Arrow stream: whole numbers as Int64, others as Float64, booleans as Bool, dates as Timestamp in µs. Dates
 * that `autoType` read with nanoseconds are in ns, unless a date of their column is outside 1677 to 2262. All else, and
 * columns of mixed kinds, become text. @throws for an invalid date
 */
export function streamOf(records: readonly Record<string, unknown>[]): Uint8Array {
  return streamOfColumns(
    columnsOf(records).map((name) => ({
      name,
      ...typed(
        name,
        records.map((record) => record[name] ?? null)
      )
    }))
  );
}

/** Columns of equal length as an Arrow stream. Arrow's own builders compile code at run time, which a page's policy forbids. */
export function streamOfColumns(columns: readonly Column[]): Uint8Array {
  const fields = columns.map(({name, type}) => new Field(name, type, true));
  const children = columns.map(({type, values}) => dataOf(type, values));
  const length = columns[0]?.values.length ?? 0;
  const batch = new RecordBatch(
    new Schema(fields),
    makeData({type: new Struct(fields), length, nullCount: 0, children})
  );
  return tableToIPC(new Table(batch), "stream");
}

// DuckDB's TIMESTAMP_NS has the days from 1677-09-22 to 2262-04-10, as many before 1970 as after it.
const endOfNanos = Date.UTC(2262, 3, 11);

function typed(name: string, values: readonly unknown[]): Omit<Column, "name"> {
  const invalid = values.findIndex((value) => value instanceof Date && Number.isNaN(value.getTime()));
  if (invalid !== -1) throw new Error(`column ${name} has an invalid date in row ${invalid + 1}`);
  const kinds = new Set(values.filter((value) => value !== null).map(kindOf));
  if (kinds.size === 2 && kinds.has("whole") && kinds.has("number")) kinds.delete("whole");
  const [kind = "text"] = kinds;
  const known = (convert: (value: unknown) => unknown) =>
    values.map((value) => (value === null ? null : convert(value)));
  switch (kinds.size === 1 ? kind : "text") {
    case "boolean":
      return {type: new Bool(), values};
    case "whole":
      return {type: new Int64(), values: known((value) => BigInt(value as number))};
    case "number":
      return {type: new Float64(), values: known(Number)};
    case "date": {
      const isFine =
        values.some((value) => nanosOf(value) % 1000 > 0) &&
        values.every((value) => Math.abs(Number(value)) < endOfNanos);
      const perMs = isFine ? 1_000_000n : 1000n;
      const ticks = (value: unknown) => BigInt(Number(value)) * perMs + (BigInt(nanosOf(value)) * perMs) / 1_000_000n;
      return {type: isFine ? new TimestampNanosecond() : new TimestampMicrosecond(), values: known(ticks)};
    }
    default:
      return {type: new Utf8(), values: known(textOf)};
  }
}

function kindOf(value: unknown): "boolean" | "date" | "number" | "text" | "whole" {
  if (typeof value === "bigint") return BigInt.asIntN(64, value) === value ? "whole" : "text";
  if (typeof value === "number") return Number.isSafeInteger(value) ? "whole" : "number";
  if (typeof value === "boolean") return "boolean";
  return value instanceof Date ? "date" : "text";
}

function nanosOf(value: unknown): number {
  return value instanceof Date && "nanos" in value ? Number(value.nanos) : 0;
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function dataOf(type: DataType, values: readonly unknown[]): Data {
  const isKnown = values.map((value) => value !== null && value !== undefined);
  const nullCount = isKnown.filter((known) => !known).length;
  const buffers = buffersOf(type, values);
  const props = {type, length: values.length, nullCount, nullBitmap: bitsOf(isKnown), ...buffers};
  return makeData(props as Parameters<typeof makeData>[0]);
}

function buffersOf(type: DataType, values: readonly unknown[]): object {
  if (DataType.isBool(type)) return {data: bitsOf(values.map((value) => value === true))};
  if (DataType.isList(type)) {
    const lists = values.map((value) => (value ?? []) as readonly unknown[]);
    return {valueOffsets: offsetsOf(lists), child: dataOf(type.valueType, lists.flat())};
  }
  if (DataType.isStruct(type)) {
    const fieldOf = (name: string) => values.map((value) => (value as Record<string, unknown> | null)?.[name] ?? null);
    return {children: type.children.map((field) => dataOf(field.type, fieldOf(field.name)))};
  }
  if (DataType.isUtf8(type) || DataType.isBinary(type)) {
    const encoder = new TextEncoder();
    const parts = values.map((value) => (value instanceof Uint8Array ? value : encoder.encode(String(value ?? ""))));
    return {valueOffsets: offsetsOf(parts), data: joined(parts)};
  }
  if (DataType.isDecimal(type))
    return {
      data: new Uint32Array(joined(values.map((value) => wordsOf(BigInt((value as bigint | null) ?? 0)))).buffer)
    };
  const zero = type.ArrayType === BigInt64Array || type.ArrayType === BigUint64Array ? 0n : 0;
  return {data: type.ArrayType.from(values, (value: unknown) => value ?? zero)};
}

function bitsOf(flags: readonly boolean[]): Uint8Array {
  const bits = new Uint8Array(Math.ceil(flags.length / 64) * 8);
  flags.forEach((flag, i) => {
    if (flag) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7));
  });
  return bits;
}

function offsetsOf(parts: readonly {readonly length: number}[]): Int32Array {
  const offsets = new Int32Array(parts.length + 1);
  parts.forEach(({length}, i) => {
    offsets[i + 1] = (offsets[i] ?? 0) + length;
  });
  return offsets;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const data = new Uint8Array(parts.reduce((total, {length}) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    data.set(part, at);
    at += part.length;
  }
  return data;
}

// The 16 bytes of a decimal.
function wordsOf(value: bigint): Uint8Array {
  const words = BigUint64Array.of(BigInt.asUintN(64, value), BigInt.asUintN(64, value >> 64n));
  return new Uint8Array(words.buffer);
}
