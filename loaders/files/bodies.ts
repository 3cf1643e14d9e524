import {closeSync, openSync, readSync} from "node:fs";
import {resolve} from "node:path";
import {Readable} from "node:stream";
import {pathToFileURL} from "node:url";
import {ConfigError, messageOf} from "../config/errors.js";
import {hashBody, type ReadBody} from "../rows/body.js";
import {splitBodies, textOf} from "./text.js";

/** A body of a file, its place in the file, and its hash. If it is read already, `body` is empty. */
export interface SavedBody {
  source: string;
  body: string;
  hash: string;
  read?: ReadBody;
}

/** How files are read. */
export interface Reading {
  signal: AbortSignal;
  /** Most characters of a body. */
  most: number;
  /** Takes the numbers of bytes that were read. */
  onBytes?(bytes: number): void;
}

/**
 * Reads the saved bodies of a JSON file, or of standard input; `perLine` null: the first line decides.
 * @throws if it cannot be read, or a body is too long. Stops when `signal` is aborted
 */
export async function* bodiesOf(
  path: string,
  {signal, most, onBytes}: Reading,
  perLine: boolean | null = path === "-" ? null : /\.ndjson(\.gz)?$/.test(path)
): AsyncGenerator<SavedBody> {
  const source = path === "-" ? "standard input" : pathToFileURL(resolve(path)).href;
  try {
    const input = path === "-" ? process.stdin : Readable.from(bytesOf(path));
    for await (const {body, line} of splitBodies(textOf(input, signal, onBytes), perLine, most)) {
      const text = body.replace(/^\uFEFF/, ""); // a byte order mark is no part of JSON
      yield {source: line === null ? source : `${source}#${line}`, body: text, hash: hashBody(text)};
    }
  } catch (error) {
    throw unread(path, error);
  }
}

// Text of such pieces is not too large to be made where garbage is collected cheaply.
const pieceBytes = 2 ** 16;

// Asking another thread for each piece would take longer than reading it.
function* bytesOf(path: string): Generator<Uint8Array> {
  const file = openSync(path, "r");
  try {
    for (;;) {
      const bytes = Buffer.allocUnsafe(pieceBytes);
      const length = readSync(file, bytes);
      if (length === 0) return;
      yield bytes.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

/** What to throw where a file cannot be read. */
export function unread(path: string, error: unknown): unknown {
  return error instanceof ConfigError ? error : new Error(`cannot read ${path}: ${messageOf(error)}`);
}
