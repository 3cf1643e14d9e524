import {
  Bool,
  type DataType,
  Float64,
  Int64,
  makeData,
  makeVector,
  Table,
  TimestampMillisecond,
  tableToIPC,
  Utf8
} from "apache-arrow";

/**
 * Rows as an Arrow stream: whole numbers as Int64, others as Float64, dates as Timestamp in ms, booleans as Bool; all
 * else, and columns of mixed kinds, as text. With `integers` false only bigints become Int64, as its readers get
 * bigints. Arrow's own builders compile code at run time, which the policy of a page forbids.
 */
export function streamOf(records: readonly Record<string, unknown>[], {integers = true} = {}): Uint8Array {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const columns = names.map(
    (name) =>
      [
        name,
        vectorOf(
          records.map((record) => record[name] ?? null),
          integers
        )
      ] as const
  );
  return tableToIPC(new Table(Object.fromEntries(columns)), "stream");
}

function vectorOf(values: readonly unknown[], integers: boolean) {
  const known = values.filter((value) => value !== null);
  const kinds = new Set(known.map((value) => (typeof value === "number" && !integers ? "number" : kindOf(value))));
  if (kinds.size === 2 && kinds.has("whole") && kinds.has("number")) kinds.delete("whole");
  const [kind = "text"] = kinds;
  const nulls = values.filter((value) => value === null).length;
  const {type, parts} = columns[kinds.size === 1 ? kind : "text"];
  const valid = {length: values.length, nullCount: nulls, nullBitmap: bitsOf(values.map((value) => value !== null))};
  return makeVector(makeData({type, ...valid, ...parts(values)} as Parameters<typeof makeData>[0]));
}

type Kind = "boolean" | "date" | "number" | "text" | "whole";

function kindOf(value: unknown): Kind {
  if (typeof value === "bigint") return "whole";
  if (typeof value === "number") return Number.isSafeInteger(value) ? "whole" : "number";
  if (typeof value === "boolean") return "boolean";
  return value instanceof Date ? "date" : "text";
}

const columns: Record<Kind, {type: DataType; parts(values: readonly unknown[]): object}> = {
  boolean: {type: new Bool(), parts: (values) => ({data: bitsOf(values.map((value) => value === true))})},
  date: {
    type: new TimestampMillisecond(),
    parts: (values) => ({data: BigInt64Array.from(values, (value) => BigInt(Number(value)))})
  },
  number: {type: new Float64(), parts: (values) => ({data: Float64Array.from(values, Number)})},
  text: {type: new Utf8(), parts: textsOf},
  whole: {
    type: new Int64(),
    parts: (values) => ({data: BigInt64Array.from(values, (value) => BigInt((value as number | null) ?? 0))})
  }
};

function bitsOf(flags: readonly boolean[]): Uint8Array {
  const bits = new Uint8Array(Math.ceil(flags.length / 64) * 8);
  flags.forEach((flag, i) => {
    if (flag) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7));
  });
  return bits;
}

function textsOf(values: readonly unknown[]): object {
  const encoder = new TextEncoder();
  const texts = values.map((value) => encoder.encode(textOf(value)));
  const valueOffsets = new Int32Array(texts.length + 1);
  texts.forEach(({length}, i) => {
    valueOffsets[i + 1] = (valueOffsets[i] ?? 0) + length;
  });
  const data = new Uint8Array(valueOffsets.at(-1) ?? 0);
  for (const [i, text] of texts.entries()) data.set(text, valueOffsets[i]);
  return {data, valueOffsets};
}

function textOf(value: unknown): string {
  if (value === null) return "";
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
