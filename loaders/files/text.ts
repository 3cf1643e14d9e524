import {addAbortSignal, pipeline, Readable} from "node:stream";
import {StringDecoder} from "node:string_decoder";
import {createGunzip} from "node:zlib";

/**
 * The text of a stream in pieces, inflated if it is gzipped, whatever its name; `onBytes` takes the lengths of what comes.
 * @throws AbortError once `signal` is aborted
 */
export async function* textOf(
  input: Readable,
  signal: AbortSignal,
  onBytes: (bytes: number) => void = () => {}
): AsyncGenerator<string> {
  const chunks: AsyncIterator<Uint8Array> = addAbortSignal(signal, input)[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const whole = Readable.from(chain(first.value, {[Symbol.asyncIterator]: () => chunks}, onBytes));
  // An error of the input reaches the reader through the inflater.
  const bytes = isGzip(first.value) ? pipeline(whole, createGunzip(), () => {}) : whole;
  const decoder = new StringDecoder("utf8"); // three times as fast as a TextDecoder that is told of a stream
  let isStart = true;
  // A short gzipped text may inflate to a long one, so `signal` must also stop inflating after the input has ended.
  for await (const chunk of addAbortSignal(signal, bytes)) {
    const text = decoder.write(chunk);
    yield isStart ? text.replace(/^\uFEFF/, "") : text; // a byte order mark is no part of the text
    isStart &&= text === "";
  }
  yield decoder.end();
}

/** Whether bytes begin as a gzip file does. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function* chain(
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void
): AsyncGenerator<Uint8Array> {
  onBytes(first.length);
  yield first;
  for await (const bytes of rest) {
    onBytes(bytes.length);
    yield bytes;
  }
}

/** A saved body in a text, and its line; null if the whole text is one body. */
export interface TextBody {
  body: string;
  line: number | null;
}

/**
 * Splits a text that comes in pieces into saved bodies: one per line, or the whole as one. With `perLine` null the first
 * line decides: if it is JSON by itself, every line is a body. @throws if a body has more than `most` characters
 */
export async function* splitBodies(
  text: AsyncIterable<string>,
  perLine: boolean | null,
  most = Infinity
): AsyncGenerator<TextBody> {
  let each = perLine;
  let line = 1;
  let pieces: string[] = []; // of the body that is not complete yet
  let length = 0;

  function keep(piece: string): void {
    length += piece.length;
    if (length > most)
      throw new Error(`a body is longer than ${most} bytes: raise service.maxBodyBytes, or leave it out`);
    pieces.push(piece);
  }

  function take(): string {
    const body = pieces.join("");
    [pieces, length] = [[], 0];
    return body;
  }

  for await (const chunk of text) {
    let start = 0;
    while (each !== false) {
      if (length === 0) {
        const blank = blankLines(chunk, start);
        [start, line] = [blank.end, line + blank.count];
      }
      const end = chunk.indexOf("\n", start);
      if (end < 0) break;
      keep(chunk.slice(start, end));
      start = end + 1;
      const body = take();
      const isBlank = body.trim() === "";
      if (!isBlank) each ??= isJson(body);
      if (each === false) keep(`${body}\n`);
      else if (!isBlank) yield {body, line};
      line += 1;
    }
    keep(chunk.slice(start));
  }
  const rest = take();
  if (!(each ?? isJson(rest))) yield {body: rest, line: null};
  else if (rest.trim() !== "") yield {body: rest, line};
}

// Skips runs of blank lines at once: there may be millions.
function blankLines(text: string, start: number): {end: number; count: number} {
  let [end, count] = [start, 0];
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) [end, count] = [i + 1, count + 1];
    else if (code !== 32 && code !== 13 && code !== 9) break;
  }
  return {end, count};
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false; // the text goes on in the next line
  }
}
