import {addAbortSignal, pipeline, Readable} from "node:stream";
import {StringDecoder} from "node:string_decoder";
import {createGunzip} from "node:zlib";
import {ConfigError} from "../../config/errors.js";
import {isRowFile} from "../../store/row-files.js";
import {isParquet, startOf} from "../../store/row-source.js";

/** The content of a file: bodies as JSON, rows as Parquet or CSV, or neither, with the reason. */
export type Format = {kind: "bodies" | "rows"} | {kind: "neither"; reason: string};

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
  let start: ReturnType<typeof startOf>;
  try {
    start = startOf(path);
  } catch {
    return {kind: "bodies"};
  }
  const {bytes} = start;
  if (isParquet(bytes)) return start.isGzip ? neither("it is gzipped Parquet: unpack it first") : {kind: "rows"};
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
  const isRows = isParquet(start) || hasNames(new TextDecoder(encodingOf(start)).decode(start));
  const reason = isRows ? "these are rows: give the file" : packedBy(start);
  if (reason !== null) throw new ConfigError(`no bodies on standard input: ${reason}`);
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

/**
 * The text of a stream in pieces, inflated if it is gzipped, and decoded if it is UTF-16, without a byte order mark at its
 * start. `onBytes` gets the length of each chunk, `onStart` the first inflated bytes. @throws AbortError when `signal` aborts
 */
export async function* textOf(
  input: Readable,
  signal: AbortSignal,
  {
    onBytes,
    onStart
  }: {onBytes?: ((bytes: number) => void) | undefined; onStart?: ((start: Uint8Array) => void) | undefined} = {}
): AsyncGenerator<string> {
  const {start, whole} = await withStart(addAbortSignal(signal, input), onBytes);
  // An error of the input reaches the reader through the inflater.
  const bytes = isGzip(start) ? pipeline(Readable.from(whole), createGunzip(), () => {}) : whole;
  // A short gzipped text may inflate to a long one, so `signal` must also stop inflating after the input has ended.
  const plain = await withStart(addAbortSignal(signal, Readable.from(bytes)));
  const decoder = decoderOf(plain.start);
  onStart?.(plain.start);
  let isStart = true;
  for await (const chunk of plain.whole) {
    const text = decoder.write(chunk);
    yield isStart ? text.replace(/^\uFEFF/, "") : text;
    isStart &&= text === "";
  }
  yield decoder.end();
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

// By its first bytes: a byte order mark, or else a zero byte beside the first character of ASCII.
function encodingOf([first, second]: Uint8Array): "utf8" | "utf-16le" | "utf-16be" {
  if ((first === 0xff && second === 0xfe) || (second === 0 && first !== 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && second !== undefined)) return "utf-16be";
  return "utf8";
}

function decoderOf(start: Uint8Array): {write(bytes: Uint8Array): string; end(): string} {
  const encoding = encodingOf(start);
  if (encoding === "utf8") return new StringDecoder("utf8"); // three times as fast as a TextDecoder of a stream
  const decoder = new TextDecoder(encoding);
  return {write: (bytes) => decoder.decode(bytes, {stream: true}), end: () => decoder.decode()};
}

// The first bytes of a stream, at least the four that mark a Parquet file, and the whole stream.
async function withStart(
  stream: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void = () => {}
): Promise<{start: Uint8Array; whole: AsyncIterable<Uint8Array>}> {
  const chunks = stream[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let start = Buffer.of();
  while (start.length < 4) {
    const {done, value} = await chunks.next();
    if (done) break;
    first.push(value);
    start = Buffer.concat(first);
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    const rest = {[Symbol.asyncIterator]: () => chunks};
    for (const bytes of first) onBytes(bytes.length);
    yield* first;
    for await (const bytes of rest) {
      onBytes(bytes.length);
      yield bytes;
    }
  }
  return {start, whole: whole()};
}
