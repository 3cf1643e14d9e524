import {addAbortSignal, pipeline, Readable} from "node:stream";
import {createGunzip} from "node:zlib";

/** The text of a stream in pieces, inflated if it is gzipped, whatever its name. @throws AbortError once `signal` is aborted */
export async function* textOf(input: Readable, signal: AbortSignal): AsyncGenerator<string> {
  const chunks: AsyncIterator<Uint8Array> = addAbortSignal(signal, input)[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const whole = Readable.from(chain(first.value, {[Symbol.asyncIterator]: () => chunks}));
  // An error of the input reaches the reader through the inflater.
  const bytes = isGzip(first.value) ? pipeline(whole, createGunzip(), () => {}) : whole;
  const decoder = new TextDecoder();
  // A little gzipped text may be much, which is inflated yet when its input has ended.
  for await (const chunk of addAbortSignal(signal, bytes)) yield decoder.decode(chunk, {stream: true});
  yield decoder.decode();
}

/** Whether bytes begin as a gzip file does. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function* chain(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}
