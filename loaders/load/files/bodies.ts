import {closeSync, openSync, readSync} from "node:fs";
import {resolve} from "node:path";
import {Readable} from "node:stream";
import {pathToFileURL} from "node:url";
import {ConfigError, messageOf} from "../../config/errors.js";
import type {Body} from "../../parse/body.js";
import {assertBodies} from "./format.js";
import {assertLength, splitRoots} from "./roots.js";
import {textOf} from "./text.js";

/** A body of a file, and its place in the file. */
export interface SavedBody {
  source: string;
  body: string;
  read?: Body;
  /** The reason why the rest of the file cannot be read, in place of a body. */
  unread?: string;
}

/** How files are read. */
export interface Reading {
  signal: AbortSignal;
  /** Most characters of a body. */
  most: number;
  /** Gets the number of bytes of each chunk. */
  onBytes?: ((bytes: number) => void) | undefined;
}

/**
 * Reads the saved bodies of a JSON file, or of standard input (`-`). The last one may say why the rest cannot be read.
 * @throws AbortError once `signal` is aborted
 */
export async function* bodiesOf(path: string, {signal, most, onBytes}: Reading): AsyncGenerator<SavedBody> {
  const source = path === "-" ? "standard input" : pathToFileURL(resolve(path)).href;
  const onStart = path === "-" ? assertBodies : undefined;
  try {
    for await (const {body, place} of splitRoots(textOf(inputOf(path), signal, {onBytes, onStart}), most))
      yield {source: `${source}#${place}`, body};
  } catch (error) {
    if (signal.aborted) throw error;
    yield {source, body: "", unread: messageOf(unread(path, error))};
  }
}

/** The whole text of a JSON file. @throws if it cannot be read, or has more than `most` characters */
export async function readWhole(path: string, {signal, most}: Reading): Promise<string> {
  try {
    const pieces: string[] = [];
    let length = 0;
    for await (const piece of textOf(inputOf(path), signal)) {
      length += piece.length;
      assertLength(length, most);
      pieces.push(piece);
    }
    return pieces.join("");
  } catch (error) {
    throw unread(path, error);
  }
}

function inputOf(path: string): Readable {
  return path === "-" ? process.stdin : Readable.from(bytesOf(path));
}

// The text of a larger piece would not fit into V8's young generation, whose garbage is collected cheaply.
const pieceBytes = 2 ** 16;

// Reads on this thread, as asking another one for each piece takes longer.
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

/** The error to throw where a file cannot be read. */
export function unread(path: string, error: unknown): unknown {
  return error instanceof ConfigError ? error : new Error(`cannot read ${path}: ${messageOf(error)}`);
}
