import {closeSync, existsSync, lstatSync, openSync, readdirSync, readSync, statSync} from "node:fs";
import {join, resolve} from "node:path";
import {Readable} from "node:stream";
import {setImmediate} from "node:timers/promises";
import {pathToFileURL} from "node:url";
import {ConfigError, messageOf} from "../../config/errors.js";
import type {Body} from "../../parse/body.js";
import {bodiesOfRows, checkRows} from "../../store/row-files.js";
import {assertBodies, formatOf, textOf} from "./format.js";
import {type Lake, readLake} from "./lake.js";
import {assertLength, splitRoots} from "./roots.js";

/** A file to load (`-`: standard input): of bodies, or of rows, which may be marked as simulated. */
export interface Input {
  path: string;
  kind: "bodies" | "rows";
  isSimulated: boolean;
  /** Whether the rows of a response are apart from each other, as they are sorted by feed. */
  isByFeed?: boolean;
}

/** The files to load, in order, and the reason for each other file of a folder; a failure if that cannot be read. */
export interface Inputs {
  files: Input[];
  leftOut: {reason: string; isFailure: boolean}[];
}

/**
 * Finds the files of paths: each file, and the files in a folder and its folders that have bodies or rows. `timeFormat`: how
 * times of rows are written. @throws ConfigError for a file without bodies or rows, or a folder without such a file
 */
export async function inputsOf(paths: readonly string[], timeFormat?: string): Promise<Inputs> {
  const all: Inputs = {files: [], leftOut: []};
  for (const path of paths) {
    if (path !== "-" && statSync(path, {throwIfNoEntry: false})?.isDirectory()) await addFolder(all, path, timeFormat);
    else all.files.push(await inputOf(path, timeFormat));
  }
  return all;
}

async function addFolder(all: Inputs, folder: string, timeFormat?: string): Promise<void> {
  const found: Inputs = {files: [], leftOut: []};
  await addEntries(found, folder, timeFormat);
  const reasons = found.leftOut.map(({reason}) => reason);
  if (found.files.length === 0)
    throw new ConfigError([`no file of bodies or rows in folder ${folder}`, ...reasons.slice(0, 3)].join("; "));
  all.files.push(...found.files);
  all.leftOut.push(...found.leftOut);
}

async function addEntries(found: Inputs, folder: string, timeFormat?: string): Promise<void> {
  const lake = readLake(folder);
  if (lake !== null) return addLake(found, folder, lake);
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    const stats = lstatSync(path);
    if (stats.isDirectory() && !isHidden(name)) await addEntries(found, path, timeFormat);
    else await addFile(found, path, timeFormat);
  }
}

// Folders of unfinished and deleted files, by the convention of Hive.
function isHidden(name: string): boolean {
  return /^[._]/.test(name);
}

async function addLake(found: Inputs, folder: string, {paths, isSimulated}: Lake): Promise<void> {
  for (const path of paths) await addFile(found, path, undefined, {isSimulated, isByFeed: true});
  found.leftOut.push({reason: `${folder} is a lake: other tables than its feed_updates`, isFailure: false});
}

async function addFile(found: Inputs, path: string, timeFormat?: string, more: Partial<Input> = {}): Promise<void> {
  try {
    found.files.push({...(await inputOf(path, timeFormat)), ...more});
  } catch (error) {
    found.leftOut.push({reason: messageOf(error), isFailure: !(error instanceof ConfigError && existsSync(path))});
  }
}

async function inputOf(path: string, timeFormat?: string): Promise<Input> {
  if (path === "-") return {path, kind: "bodies", isSimulated: false};
  assertFile(path);
  const format = formatOf(path);
  if (format.kind === "neither")
    throw new ConfigError(`no body file: ${path}; ${format.reason}: give JSON, .parquet or .csv files`);
  if (format.kind === "bodies") return {path, kind: "bodies", isSimulated: false};
  const isSimulated = await checkRows(path, timeFormat).catch((error: unknown) => {
    throw unread(path, error);
  });
  return {path, kind: "rows", isSimulated};
}

// A pipe may never begin, and a device may never end.
function assertFile(path: string): void {
  const stats = statSync(path, {throwIfNoEntry: false});
  if (stats === undefined) throw new ConfigError(`no such file: ${path}`);
  if (stats.isDirectory()) throw new ConfigError(`${path} is a folder: name it by itself`);
  if (!stats.isFile())
    throw new ConfigError(`no regular file: ${path}; pipe its content into standard input, and give - as path`);
}

/**
 * Checks files before a store is made for them. Gives whether their rows are simulated: `given`, or marked so.
 * @throws as `inputsOf` does; ConfigError if only some files are marked as simulated
 */
export async function checkFiles(
  {paths, timeFormat}: {paths: readonly string[]; timeFormat?: string | undefined},
  given: boolean
): Promise<boolean> {
  const {files} = await inputsOf(paths, timeFormat);
  const [simulated, other] = [true, false].map((is) => files.find(({isSimulated}) => isSimulated === is));
  if (given || simulated === undefined) return given;
  if (other === undefined) return true;
  throw new ConfigError(
    `${simulated.path} has simulated rows, and ${other.path} does not say so: load them into stores of their own, or add --simulated`
  );
}

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
  onBytes?(bytes: number): void;
  /** How times of rows are written. */
  timeFormat?: string | undefined;
  note(text: string): void;
}

/**
 * Reads the saved bodies of a JSON file, of standard input (`-`), or of a file of rows. The last one may say why the rest
 * cannot be read. @throws AbortError once `signal` is aborted; if a file of rows cannot be read
 */
export async function* bodiesOf({path, kind, isByFeed}: Input, reading: Reading): AsyncGenerator<SavedBody> {
  const {signal, most, onBytes} = reading;
  const source = path === "-" ? "standard input" : pathToFileURL(resolve(path)).href;
  const onStart = path === "-" ? assertBodies : undefined;
  try {
    if (kind === "rows")
      for await (const {row, ...saved} of bodiesOfRows(path, {...reading, isByFeed}))
        yield {source: `${source}#${row}`, ...saved};
    else
      for await (const {body, place} of splitRoots(textOf(streamOf(path), signal, {onBytes, onStart}), most))
        yield {source: `${source}#${place}`, body};
  } catch (error) {
    if (signal.aborted) throw error;
    if (kind === "rows") throw unread(path, error);
    yield {source, body: "", unread: messageOf(unread(path, error))};
  }
}

/** The whole text of a JSON file. @throws if it cannot be read, or has more than `most` characters */
export async function readWhole(path: string, {signal, most}: Pick<Reading, "signal" | "most">): Promise<string> {
  assertFile(path);
  let text = "";
  try {
    for await (const piece of textOf(streamOf(path), signal)) {
      text += piece;
      assertLength(text.length, most);
    }
    return text;
  } catch (error) {
    throw unread(path, error);
  }
}

function streamOf(path: string): Readable {
  return path === "-" ? process.stdin : Readable.from(bytesOf(path));
}

// The text of a larger piece would not fit into V8's young generation, whose garbage is collected cheaply.
const pieceBytes = 2 ** 16;

// Reads on this thread, as asking another one for each piece takes longer.
async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  const file = openSync(path, "r");
  try {
    for (;;) {
      const bytes = Buffer.allocUnsafe(pieceBytes);
      const length = readSync(file, bytes);
      if (length === 0) return;
      yield bytes.subarray(0, length);
      await setImmediate(); // lets the thread handle signals
    }
  } finally {
    closeSync(file);
  }
}

function unread(path: string, error: unknown): unknown {
  return error instanceof ConfigError ? error : new Error(`cannot read ${path}: ${messageOf(error)}`);
}
