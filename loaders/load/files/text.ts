import {addAbortSignal, pipeline, Readable} from "node:stream";
import {StringDecoder} from "node:string_decoder";
import {createGunzip} from "node:zlib";

/** Functions that get the bytes of a stream. */
interface Watching {
  onBytes?: ((bytes: number) => void) | undefined;
  onStart?: ((start: Uint8Array) => void) | undefined;
}

/**
 * The text of a stream in pieces, inflated if it is gzipped, and decoded if it is UTF-16, without a byte order mark at its
 * start. `onBytes` gets the length of each chunk, `onStart` the first inflated bytes. @throws AbortError when `signal` aborts
 */
export async function* textOf(
  input: Readable,
  signal: AbortSignal,
  {onBytes, onStart}: Watching = {}
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

/** Whether bytes begin as a gzip file does. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** The encoding of a text by its first bytes: a byte order mark, or else a zero byte beside the first character of ASCII. */
export function encodingOf([first, second]: Uint8Array): "utf8" | "utf-16le" | "utf-16be" {
  if ((first === 0xff && second === 0xfe) || (second === 0 && first !== 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && second !== undefined)) return "utf-16be";
  return "utf8";
}

interface Decoder {
  write(bytes: Uint8Array): string;
  end(): string;
}

function decoderOf(start: Uint8Array): Decoder {
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
  let start: Uint8Array = new Uint8Array();
  while (start.length < 4) {
    const chunk = await chunks.next();
    if (chunk.done) break;
    start = start.length === 0 ? chunk.value : Buffer.concat([start, chunk.value]);
  }
  return {start, whole: chain(start, {[Symbol.asyncIterator]: () => chunks}, onBytes)};
}

async function* chain(
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void
): AsyncGenerator<Uint8Array> {
  onBytes(first.length);
  if (first.length > 0) yield first;
  for await (const bytes of rest) {
    onBytes(bytes.length);
    yield bytes;
  }
}
