import {closeSync, openSync, readSync} from "node:fs";
import {constants, gunzipSync} from "node:zlib";
import {ConfigError} from "../../config/errors.js";
import {isRowFile} from "../../store/row-files.js";
import {isParquet} from "../../store/row-source.js";
import {encodingOf, isGzip} from "./text.js";

/** The content of a file: bodies as JSON, rows as Parquet or CSV, or neither, with the reason. */
export type Format = {kind: "bodies" | "rows"} | {kind: "neither"; reason: string};

const startBytes = 2 ** 16;
const jsonName = /\.(?:json|ndjson|jsonl)(?:\.gz)?$/i;

// The first bytes of other files, and the advice for each.
const signatures: [RegExp, string][] = [
  [/^\(\xb5\/\xfd/, "it is packed by zstd: unpack it first"],
  [/^PK/, "it is a zip archive: unpack it first"],
  [/^BZh/, "it is packed by bzip2: unpack it first"],
  [/^\xfd7zXZ/, "it is packed by xz: unpack it first"],
  [/^.{8}DUCK/s, "it is a DuckDB file"],
  [/^SQLite/, "it is a SQLite file"]
];

/**
 * Recognizes a file by its first bytes, and by its name only where they leave it open. A file that has the name of JSON and
 * another content, or that cannot be read, counts as bodies: reading it reports the problem.
 */
export function formatOf(path: string): Format {
  let bytes: Uint8Array;
  try {
    bytes = startOf(path);
  } catch {
    return {kind: "bodies"};
  }
  if (hasParquet(bytes)) return isParquet(path) ? {kind: "rows"} : neither("it is gzipped Parquet: unpack it first");
  const packed = packedBy(bytes);
  if (packed !== null) return neither(packed);
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  if (/^\s*(?:\{\s*["}]|\[\s*[{["\]]|"\s*\{)/.test(text)) return {kind: "bodies"};
  if (isRowFile(path)) return {kind: "rows"};
  if (jsonName.test(path)) return {kind: "bodies"};
  if (text === "") return neither("it is empty");
  return neither(
    hasNames(text)
      ? "it has rows, so let its name end in .csv, or .csv.gz if it is gzipped"
      : "it does not begin as JSON does"
  );
}

/** Checks the first bytes of standard input, inflated. @throws ConfigError if it has rows, or no text */
export function assertBodies(start: Uint8Array): void {
  const isRows = hasParquet(start) || hasNames(new TextDecoder(encodingOf(start)).decode(start));
  const reason = isRows ? "these are rows: give the file" : packedBy(start);
  if (reason !== null) throw new ConfigError(`no bodies on standard input: ${reason}`);
}

function hasParquet(bytes: Uint8Array): boolean {
  return binaryOf(bytes).startsWith("PAR1");
}

function packedBy(bytes: Uint8Array): string | null {
  if (isGzip(bytes)) return "it is gzipped twice: unpack it once"; // they were inflated once
  return signatures.find(([start]) => start.test(binaryOf(bytes)))?.[1] ?? null;
}

function binaryOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 100)).toString("latin1");
}

// Whether text begins with the names of columns.
function hasNames(text: string): boolean {
  return /^[^\n{[]*\bprice_?feed_?id\b/i.test(text);
}

function neither(reason: string): Format {
  return {kind: "neither", reason};
}

function startOf(path: string): Uint8Array {
  const bytes = Buffer.alloc(startBytes);
  const file = openSync(path, "r");
  try {
    const start = bytes.subarray(0, readSync(file, bytes));
    return isGzip(start) ? gunzipSync(start, {finishFlush: constants.Z_SYNC_FLUSH}).subarray(0, startBytes) : start;
  } finally {
    closeSync(file);
  }
}
