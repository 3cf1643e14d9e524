import {closeSync, openSync, readdirSync, readSync, statSync} from "node:fs";
import {join, resolve} from "node:path";
import {setImmediate} from "node:timers/promises";
import {pathToFileURL} from "node:url";
import {sum} from "d3-array";
import type {TimestampUnit} from "../config/choices.js";
import {ConfigError} from "../config/errors.js";
import {readKeptBody} from "../load/bodies.js";
import type {Load} from "../load/books.js";
import {hashBody} from "../rows/body.js";
import {bodiesOfRows, checkRows, isRowFile} from "../store/row-files.js";
import {bodiesOf, type Reading, type SavedBody, unread} from "./bodies.js";
import {findRepeats} from "./repeats.js";
import {isGzip} from "./text.js";
import {bodiesByThread} from "./thread.js";

/** Files of saved bodies: paths (`-`: standard input; a folder: its body files), and whether to load stored bodies again. */
export interface Files {
  paths: string[];
  again?: boolean | undefined;
  /** How times in files of rows are written (as strptime has it). */
  timeFormat?: string | undefined;
}

/**
 * Loads saved response bodies: one per `.json` file, one per line of `.ndjson`, either of them gzipped (`.gz`); and rows of
 * `.parquet` and `.csv`.
 */
export async function loadFiles(load: Load, {paths, again = false, timeFormat}: Files): Promise<void> {
  const repeats = again ? null : await findRepeats(load);
  const bookRest = async () => {
    if (repeats && !load.signal.aborted) await book(load, await repeats.rest());
  };
  let breathedAt = performance.now();
  try {
    for await (const saved of bodiesOfAll(paths.flatMap(bodyFiles), load, timeFormat)) {
      if (performance.now() - breathedAt > breathMs) {
        await setImmediate(); // lets the thread handle signals
        breathedAt = performance.now();
      }
      if (load.signal.aborted) return;
      await book(load, repeats === null ? [saved] : await repeats.next(saved));
    }
    await bookRest();
  } catch (error) {
    if (load.signal.aborted) return;
    await bookRest().catch(() => {}); // keeps earlier bodies; the first error is the one to report
    throw error;
  } finally {
    reportRepeats(load, repeats?.first() ?? null);
  }
}

const breathMs = 50;
const leastBytes = 4e6; // below, starting a thread takes longer than it saves

async function* bodiesOfAll(files: readonly string[], load: Load, timeFormat?: string): AsyncGenerator<SavedBody> {
  const bodies = files.filter((path) => path !== "-" && !isRowFile(path));
  const total = sum(bodies, (path) => statSync(path).size);
  const reading = readingOf(load, total);
  if (total > leastBytes && bodies.length === files.length) return yield* bodiesByThread(files, reading);
  for (const path of files) yield* isRowFile(path) ? bodiesOfRowFile(path, load, timeFormat) : bodiesOf(path, reading);
}

// Shows the bytes that are read, if they are many; of standard input those so far.
function readingOf({signal, settings, log}: Load, total: number): Reading & {unit: TimestampUnit} {
  let bytes = 0;
  return {
    signal,
    most: settings.service.maxBodyBytes,
    unit: settings.rows.timestampUnit,
    onBytes(more) {
      bytes += more;
      if (Math.max(bytes, total) > leastBytes)
        log.step(Math.round(bytes / 1e5) / 10, Math.round(total / 1e5) / 10, "MB");
    }
  };
}

async function* bodiesOfRowFile(path: string, {signal, log}: Load, timeFormat?: string): AsyncGenerator<SavedBody> {
  const source = pathToFileURL(resolve(path)).href;
  try {
    for await (const {row, ...saved} of bodiesOfRows(path, {signal, timeFormat, note: log.note}))
      yield {source: `${source}#${row}`, hash: hashBody(saved.body), ...saved};
  } catch (error) {
    throw unread(path, error);
  }
}

async function book({books}: Load, bodies: readonly SavedBody[]): Promise<void> {
  for (const {source, body, hash, read} of bodies) {
    const now = new Date();
    await books.add({
      endpoint: "file",
      baseUrl: source,
      request: undefined,
      requestedAt: now,
      receivedAt: now,
      latencyMs: null,
      httpStatus: null,
      body,
      bodyHash: hash,
      read
    });
  }
}

// One note for all bodies that were left out: a load of a folder may find all of them in the store.
function reportRepeats({report: {alreadyThere}, log}: Load, first: string | null): void {
  if (first === null) return;
  const text =
    alreadyThere === 1
      ? `${first} is in the store already: skipped (--again loads it once more)`
      : `${alreadyThere} bodies are in the store already: skipped, the first of them ${first} (--again loads them once more)`;
  log.note(text);
}

const bodyName = /\.(nd)?json(\.gz)?$/;

/** The files of a path: itself, or those of a folder. @throws ConfigError if there is none, or it is no body file */
export function bodyFiles(path: string): string[] {
  if (path === "-") return [path];
  if (!statSync(path, {throwIfNoEntry: false})?.isDirectory()) {
    assertFile(path);
    if (!bodyName.test(path) && !isRowFile(path)) assertBody(path);
    return [path];
  }
  const entries = readdirSync(path, {withFileTypes: true}).filter(({name}) => bodyName.test(name));
  if (entries.length === 0)
    throw new ConfigError(`no .json or .ndjson file in folder ${path}; name .parquet and .csv files one by one`);
  for (const entry of entries) if (!entry.isFile()) assertFile(join(path, entry.name)); // as a link may lead to a pipe or device
  return entries.map(({name}) => join(path, name)).sort();
}

/**
 * Checks that a path is a regular file: opening a pipe without a writer blocks for good, and a device may have no end.
 * @throws ConfigError
 */
function assertFile(path: string): void {
  const stats = statSync(path, {throwIfNoEntry: false});
  if (stats === undefined) throw new ConfigError(`no such file: ${path}`);
  if (!stats.isFile())
    throw new ConfigError(`no regular file: ${path}; pipe what it holds into standard input, given as -`);
}

/**
 * Checks files before a store is made for them. Gives whether their rows are simulated: as `given`, or as files of rows are
 * marked. @throws ConfigError if a path is no body file, or some files say so and others do not; an error if one cannot be read
 */
export async function checkFiles({paths, timeFormat}: Omit<Files, "again">, given: boolean): Promise<boolean> {
  const [simulated, others]: [string[], string[]] = [[], []];
  for (const path of paths.flatMap(bodyFiles)) {
    const isSimulated = isRowFile(path) && (await isOfSandbox(path, timeFormat));
    (isSimulated ? simulated : others).push(path);
  }
  if (given || simulated.length === 0) return given;
  if (others.length === 0) return true;
  throw new ConfigError(
    `${simulated[0]} has simulated rows, and ${others[0]} does not say so: load them into stores of their own, or add --simulated`
  );
}

async function isOfSandbox(path: string, timeFormat: string | undefined): Promise<boolean> {
  try {
    return await checkRows(path, timeFormat);
  } catch (error) {
    throw unread(path, error);
  }
}

// A file with any name is accepted if it begins like a JSON object or is gzipped.
function assertBody(path: string): void {
  const start = Buffer.alloc(1000);
  const file = openSync(path, "r");
  const length = readSync(file, start);
  closeSync(file);
  if (isGzip(start) || /^\uFEFF?\s*\{/.test(start.toString("utf8", 0, length))) return;
  throw new ConfigError(
    `no body file: ${path}; it does not begin as JSON does: give .json, .ndjson, .parquet or .csv files`
  );
}

/** Which saved body is reduced (a kept response, or a file), and to which feeds. */
export interface Reduction {
  response?: string;
  file?: string;
  feeds: number[];
}

/** Sends a saved body back to the service, unmodified, and books the reduced one. @throws ConfigError if there is none */
export async function loadReduced(load: Load, {response, file, feeds}: Reduction): Promise<void> {
  if ((response === undefined) === (file === undefined))
    throw new ConfigError("give either --response ID or --file PATH");
  const payload =
    file === undefined ? readKeptBody(load.settings.storePath, `${response}`) : await readPayload(load, file);
  await load.books.add({...(await load.client().reducePrice(payload, feeds, {signal: load.signal})), asked: feeds});
}

async function readPayload(load: Load, path: string): Promise<string> {
  assertFile(path);
  const reading = {signal: load.signal, most: load.settings.service.maxBodyBytes};
  for await (const {body} of bodiesOf(path, reading, false)) return body;
  return "";
}
