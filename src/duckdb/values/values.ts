import type {Data, Field} from "apache-arrow";
import {bignumText, bitText, exact, hexText, intervalText, timeText} from "./texts.js";
import {parseType, type SqlType} from "./types.js";

/** Returns the value of a row in one batch of a column. */
export type Read = (row: number) => unknown;

/**
 * Reads a column of an Arrow batch as DuckDB-Wasm sends it, each type of DuckDB as one JavaScript value that Plot,
 * `Inputs.table` and `JSON.stringify` take:
 *
 * | DuckDB | JavaScript |
 * |---|---|
 * | BOOLEAN | boolean |
 * | TINYINT … UHUGEINT, BIGNUM | number, exact; text of its digits where it is beyond ±(2^53 − 1) |
 * | FLOAT, DOUBLE | number, with NaN and infinities |
 * | DECIMAL | number: the nearest double |
 * | VARCHAR, ENUM, UUID, JSON | text |
 * | BLOB | text: its bytes in hexadecimal digits, as hex() writes them |
 * | BIT | text of 0 and 1 |
 * | DATE, TIMESTAMP (of any unit, with or without zone) | Date, in milliseconds; an infinite one is an invalid Date |
 * | TIME, INTERVAL | text, as DuckDB writes it |
 * | LIST, ARRAY | array |
 * | STRUCT | object; array where its fields have no names |
 * | MAP | array of {key, value}, in order |
 * | UNION | the value of its member |
 * | NULL | null |
 *
 * `type`: DuckDB's own text of the type, needed where Arrow has one type for two (see `isAmbiguous`).
 * @throws TypeError for a type whose values Arrow loses, with what to write instead
 */
export function readerOf(field: Field, data: Data, type: string | null): Read {
  return nullable(field, data, type === null ? null : parseType(type));
}

/** Whether Arrow's type is ambiguous: BLOB or BIT, with or without zone, UHUGEINT or HUGEINT. */
export function isAmbiguous(field: Field, batches: readonly Data[]): boolean {
  const {typeId, children} = field.type;
  if (typeId === binary) return !isBignum(field);
  if (typeId === time || typeId === fixedSizeBinary) return true;
  if (typeId === decimal && isHuge(field)) return batches.some((data) => someLarge(data.values as Uint32Array));
  return (children ?? []).some((child: Field, i: number) =>
    isAmbiguous(
      child,
      batches.flatMap((data) => data.children[i] ?? [])
    )
  );
}

// Ids of Arrow's types; importing the enum would load the package.
const [int, float, binary, utf8, bool, decimal, date, time, timestamp] = [2, 3, 4, 5, 6, 7, 8, 9, 10];
const [interval, list, struct, union, fixedSizeBinary, fixedSizeList, map, dictionary] = [
  11, 12, 13, 14, 15, 16, 17, -1
];

const decoder = new TextDecoder("utf-8", {ignoreBOM: true});

function nullable(field: Field, data: Data, type: SqlType | null): Read {
  const read = valueReader(field, data, type);
  if (field.type.typeId === union) return read; // its members decide
  return data.nullCount === 0 ? read : (row) => (data.getValid(row) ? read(row) : null);
}

function valueReader(field: Field, data: Data, type: SqlType | null): Read {
  const {values, valueOffsets: offsets} = data;
  switch (field.type.typeId) {
    case int:
    case float:
      return (row) => exact(values[row]);
    case bool:
      return (row) => ((values[(data.offset + row) >> 3] >> ((data.offset + row) & 7)) & 1) === 1;
    case utf8:
      return (row) => decoder.decode(values.subarray(offsets[row], offsets[row + 1]));
    case dictionary:
      return (row) => data.dictionary?.get(values[row]);
    case binary: {
      const name = isBignum(field) ? "BIGNUM" : type?.name;
      if (name === "GEOMETRY") throw lost(field, name);
      const write = name === "BIGNUM" ? bignumText : name === "BIT" ? bitText : hexText;
      return (row) => write(values.subarray(offsets[row], offsets[row + 1]));
    }
    case fixedSizeBinary: {
      const words = new Uint32Array(values.slice().buffer); // aligned
      return (row) => exact(bigintAt(words, row, type?.name !== "UHUGEINT"));
    }
    case decimal: {
      const signed = type?.name !== "UHUGEINT";
      const {scale} = field.type;
      if (isHuge(field) && type?.name !== "DECIMAL") return (row) => exact(bigintAt(values, row, signed));
      return (row) => Number(`${bigintAt(values, row, true)}e-${scale}`);
    }
    case date:
      return (row) => new Date(values[row] * 86_400_000);
    case timestamp: {
      const perSecond = 1000n ** BigInt(field.type.unit);
      return (row) => instant(values[row], perSecond);
    }
    case time: {
      if (type !== null && /WITH TIME ZONE|TIMETZ/.test(type.name)) throw lost(field, "TIME WITH TIME ZONE");
      const perMicro = field.type.unit === 3 ? 1000n : 1n;
      return (row) => timeText(BigInt(values[row]), perMicro);
    }
    case interval: // months, days and (in two halves) nanoseconds
      return (row) => {
        const nanos = (BigInt(values[4 * row + 3]) << 32n) | BigInt(values[4 * row + 2] >>> 0);
        return intervalText(values[4 * row], values[4 * row + 1], nanos / 1000n);
      };
    default:
      return nestedReader(field, data, type);
  }
}

function nestedReader(field: Field, data: Data, type: SqlType | null): Read {
  const {valueOffsets: offsets} = data;
  const child = (i: number): Read =>
    nullable(field.type.children[i], data.children[i] as Data, type?.children[i] ?? null);
  switch (field.type.typeId) {
    case list: {
      const read = child(0);
      return (row) => range(offsets[row] ?? 0, offsets[row + 1] ?? 0, read);
    }
    case fixedSizeList: {
      const [read, size] = [child(0), field.type.listSize];
      return (row) => range(row * size, (row + 1) * size, read);
    }
    case struct:
      return structReader(
        field.type.children.map(({name}: Field) => name),
        field.type.children.map((_: Field, i: number) => child(i))
      );
    case map: {
      const [entries, entryData] = [field.type.children[0] as Field, data.children[0] as Data];
      const reads = entries.type.children.map((each: Field, i: number) =>
        nullable(each, entryData.children[i] as Data, type?.children[i] ?? null)
      );
      const read = structReader(["key", "value"], reads);
      return (row) => range(offsets[row] ?? 0, offsets[row + 1] ?? 0, read);
    }
    case union: {
      const reads = field.type.children.map((_: Field, i: number) => child(i));
      return (row) => reads[field.type.typeIdToChildIndex[data.typeIds[row] as number]]?.(row) ?? null;
    }
    default:
      throw lost(field, String(field.type));
  }
}

function lost({name}: Field, type: string): TypeError {
  return new TypeError(`column ${name} is of type ${type}, which does not reach a page: write ${name}::VARCHAR`);
}

function range(from: number, to: number, read: Read): unknown[] {
  return Array.from({length: to - from}, (_, i) => read(from + i));
}

function structReader(names: readonly string[], reads: readonly Read[]): Read {
  if (names.every((name) => name === "")) return (row) => reads.map((read) => read(row));
  return (row) => Object.fromEntries(names.map((name, i) => [name, reads[i]?.(row)]));
}

// Rounded down to the millisecond.
function instant(value: bigint, perSecond: bigint): Date {
  if (value === infinity || value === -infinity) return new Date(Number.NaN);
  const rest = (1000n * value) % perSecond;
  return new Date(Number((1000n * value - (rest < 0n ? rest + perSecond : rest)) / perSecond));
}

const infinity = 2n ** 63n - 1n;

// HUGEINT and UHUGEINT arrive as DECIMAL(38,0), read as the nearest double if no double is exact.
function isHuge({type}: Field): boolean {
  return type.scale === 0 && type.precision === 38;
}

function someLarge(words: Uint32Array): boolean {
  for (let i = 1; i < words.length; i += 4)
    if ((words[i] as number) >>> 21 !== 0 || words[i + 1] !== 0 || words[i + 2] !== 0) return true;
  return false;
}

function bigintAt(words: Uint32Array, row: number, signed: boolean): bigint {
  let value = 0n;
  for (let i = 3; i >= 0; i--) value = (value << 32n) | BigInt(words[4 * row + i] as number);
  return signed ? BigInt.asIntN(128, value) : value;
}

function isBignum({metadata}: Field): boolean {
  return /"bignum"/.test(metadata.get("ARROW:extension:metadata") ?? "");
}
