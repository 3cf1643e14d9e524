import {statSync} from "node:fs";
import {resolve} from "node:path";
import {setImmediate} from "node:timers/promises";
import {pathToFileURL} from "node:url";
import {sum} from "d3-array";
import type {TimestampUnit} from "../../config/choices.js";
import {ConfigError} from "../../config/errors.js";
import {type Body, BodyError, readSaved} from "../../parse/body.js";
import {bodiesOfRows} from "../../store/row-files.js";
import {readKeptBody} from "../bodies.js";
import type {Load} from "../books.js";
import {addProblem} from "../report.js";
import {bodiesOf, type Reading, readWhole, type SavedBody, unread} from "./bodies.js";
import {assertFile, type Input, type Inputs, inputsOf} from "./inputs.js";
import {openTally, type Tally} from "./tally.js";

/** Files of saved bodies: paths (`-`: standard input; a folder: its files), and whether to load stored bodies again. */
export interface Files {
  paths: string[];
  again?: boolean | undefined;
  /** How times in files of rows are written (as strptime has it). */
  timeFormat?: string | undefined;
}

/**
 * Loads saved response bodies from files of JSON in any form (see `splitRoots` and `updatesIn`), and rows of `.parquet` and
 * `.csv`.
 */
export async function loadFiles(load: Load, {paths, again = false, timeFormat}: Files): Promise<void> {
  const inputs = await inputsOf(paths, timeFormat);
  reportLeftOut(load, inputs);
  const tally = openTally(load);
  let breathedAt = performance.now();
  try {
    for await (const saved of bodiesOfAll(inputs.files, load, timeFormat)) {
      if (performance.now() - breathedAt > breathMs) {
        await setImmediate(); // lets the thread handle signals
        breathedAt = performance.now();
      }
      if (load.signal.aborted) return;
      await book(load, saved, {tally, again});
    }
    await load.books.flush();
  } catch (error) {
    if (!load.signal.aborted) throw error;
  } finally {
    tally.report();
    reportRepeats(load);
  }
}

const breathMs = 50;
const manyBytes = 4e6;

async function* bodiesOfAll(files: readonly Input[], load: Load, timeFormat?: string): AsyncGenerator<SavedBody> {
  const bodies = files.filter(({path, kind}) => path !== "-" && kind === "bodies");
  const reading = readingOf(
    load,
    sum(bodies, ({path}) => statSync(path).size)
  );
  for (const {path, kind} of files)
    yield* kind === "rows" ? bodiesOfRowFile(path, load, timeFormat) : bodiesOf(path, reading);
}

// Shows how many bytes were read, if they are many. The total of standard input is unknown.
function readingOf({signal, settings, log}: Load, total: number): Reading {
  let bytes = 0;
  return {
    signal,
    most: settings.service.maxBodyBytes,
    onBytes(more) {
      bytes += more;
      if (Math.max(bytes, total) > manyBytes)
        log.step(Math.round(bytes / 1e5) / 10, Math.round(total / 1e5) / 10, "MB");
    }
  };
}

async function* bodiesOfRowFile(path: string, {signal, log}: Load, timeFormat?: string): AsyncGenerator<SavedBody> {
  const source = pathToFileURL(resolve(path)).href;
  try {
    for await (const {row, ...saved} of bodiesOfRows(path, {signal, timeFormat, note: log.note}))
      yield {source: `${source}#${row}`, ...saved};
  } catch (error) {
    throw unread(path, error);
  }
}

async function book(load: Load, saved: SavedBody, {tally, again}: {tally: Tally; again: boolean}): Promise<void> {
  const {source, body} = saved;
  if (saved.unread !== undefined) return addProblem(load.report, saved.unread);
  const read = saved.read ?? readOrFail(body, load.settings.rows.timestampUnit);
  if (!(read instanceof BodyError)) tally.see(source, read);
  else if (tally.takes(source, read)) return;
  const now = new Date();
  await load.books.add({
    endpoint: "file",
    baseUrl: source,
    request: undefined,
    requestedAt: now,
    receivedAt: now,
    latencyMs: null,
    httpStatus: null,
    body,
    isSaved: !again,
    read
  });
}

function readOrFail(body: string, unit: TimestampUnit): Body | BodyError {
  try {
    return readSaved(body, unit);
  } catch (error) {
    if (error instanceof BodyError) return error;
    throw error;
  }
}

const mostLeftOut = 10;

function reportLeftOut({report, log}: Load, {leftOut}: Inputs): void {
  const others = leftOut.filter(({isFailure}) => !isFailure);
  for (const {reason} of leftOut.filter(({isFailure}) => isFailure)) addProblem(report, reason);
  for (const {reason} of others.slice(0, mostLeftOut)) log.note(`left out: ${reason}`);
  if (others.length > mostLeftOut) log.note(`left out: ${others.length - mostLeftOut} more`);
}

// One note for all: a load of a folder may find each of its bodies in the store.
function reportRepeats({report: {alreadyThere}, log, books}: Load): void {
  const first = books.firstRepeat();
  if (first === null) return;
  const text =
    alreadyThere === 1
      ? `${first} is in the store already: skipped (--again loads it once more)`
      : `${alreadyThere} bodies are in the store already: skipped, the first of them ${first} (--again loads them once more)`;
  log.note(text);
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

async function readPayload({signal, settings}: Load, path: string): Promise<string> {
  assertFile(path);
  return readWhole(path, {signal, most: settings.service.maxBodyBytes});
}
