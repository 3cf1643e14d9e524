import duckdb from "@duckdb/node-bindings";
import type {ColumnType} from "./tables.js";

/** Rows of a DuckDB vector, and so the most that a chunk holds. */
export const vectorRows = 2048;

/** A value for a column: timestamps in Unix microseconds, UUID and JSON as text. */
export type CellValue = boolean | number | string | null;

/** Collects the values of one column of a chunk, then copies them into DuckDB's vector at once. */
export interface VectorWriter {
  set(row: number, value: CellValue): void;
  /** Copies the first `rows` values, and is empty again. */
  flush(vector: duckdb.Vector, rows: number): void;
}

/** Makes the writer of a column. The library's own vectors take a BigInt per null and per 64-bit value: too slow here. */
export function makeWriter(type: ColumnType): VectorWriter {
  if (type === "VARCHAR" || type === "JSON") return textWriter();
  const data = new ArrayBuffer(vectorRows * widths[type]);
  const put = putters[type](data);
  return nullable(put, (vector, rows) => duckdb.copy_data_to_vector(vector, 0, data, 0, rows * widths[type]));
}

type FixedType = Exclude<ColumnType, "VARCHAR" | "JSON">;
type Put = (row: number, value: NonNullable<CellValue>) => void;

const widths: Record<FixedType, number> = {BIGINT: 8, BOOLEAN: 1, DOUBLE: 8, INTEGER: 4, TIMESTAMP: 8, UUID: 16};

const putters: Record<FixedType, (data: ArrayBuffer) => Put> = {
  BIGINT: putInteger,
  TIMESTAMP: putInteger,
  UUID: putUuid,
  BOOLEAN(data) {
    const items = new Uint8Array(data);
    return (row, value) => {
      items[row] = value ? 1 : 0;
    };
  },
  DOUBLE(data) {
    const items = new Float64Array(data);
    return (row, value) => {
      items[row] = Number(value);
    };
  },
  INTEGER(data) {
    const items = new Int32Array(data);
    return (row, value) => {
      items[row] = Number(value);
    };
  }
};

// A double that is a whole number, as a 64-bit integer in two halves (two's complement, little endian).
function putInteger(data: ArrayBuffer): Put {
  const halves = new Int32Array(data);
  return (row, value) => {
    const number = Number(value);
    halves[2 * row] = (number % 2 ** 32) | 0;
    halves[2 * row + 1] = Math.floor(number / 2 ** 32);
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
    words.set(bits, 4 * row);
  };
}

function textWriter(): VectorWriter {
  const texts: string[] = [];
  const put: Put = (row, value) => {
    texts[row] = String(value);
  };
  const {set, flush, isNull} = nullable(put, () => {});
  return {
    set,
    flush(vector, rows) {
      for (let row = 0; row < rows; row++) if (!isNull(row)) assign(vector, row, texts[row] ?? "");
      flush(vector, rows);
    }
  };
}

// The binding ends a string at its first NUL: such text goes as bytes.
function assign(vector: duckdb.Vector, row: number, text: string): void {
  if (text.includes("\0")) duckdb.vector_assign_string_element_len(vector, row, Buffer.from(text));
  else duckdb.vector_assign_string_element(vector, row, text);
}

// A bit per row says whether it is valid; all are, until one is set to null.
function nullable(put: Put, copy: VectorWriter["flush"]): VectorWriter & {isNull(row: number): boolean} {
  const valid = new Uint32Array(vectorRows / 32).fill(0xffffffff);
  let nulls = 0;
  return {
    set(row, value) {
      if (value !== null) return put(row, value);
      valid[row >> 5] = (valid[row >> 5] ?? 0) & ~(1 << (row & 31));
      nulls += 1;
    },
    flush(vector, rows) {
      copy(vector, rows);
      if (nulls === 0) return;
      duckdb.vector_ensure_validity_writable(vector);
      duckdb.copy_data_to_vector_validity(vector, 0, valid.buffer, 0, valid.byteLength);
      valid.fill(0xffffffff);
      nulls = 0;
    },
    isNull: (row) => ((valid[row >> 5] ?? 0) & (1 << (row & 31))) === 0
  };
}
