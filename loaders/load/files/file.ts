import {statSync} from "node:fs";
import {sum} from "d3-array";
import type {TimestampUnit} from "../../config/choices.js";
import {ConfigError} from "../../config/errors.js";
import {type Body, BodyError, readSaved} from "../../parse/body.js";
import {readKeptBody} from "../bodies.js";
import type {Load} from "../books.js";
import {addProblem} from "../report.js";
import {bodiesOf, type Inputs, inputsOf, readWhole, type SavedBody} from "./inputs.js";
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
  const {signal, settings, log} = load;
  const inputs = await inputsOf(paths, timeFormat);
  reportLeftOut(load, inputs);
  const tally = openTally(load);
  const reading = {
    signal,
    most: settings.service.maxBodyBytes,
    timeFormat,
    note: log.note,
    onBytes: counterOf(inputs, log)
  };
  try {
    for (const input of inputs.files) {
      for await (const saved of bodiesOf(input, reading)) {
        if (signal.aborted) return;
        await book(load, saved, {tally, again});
      }
    }
    await load.books.flush();
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    tally.report();
    reportRepeats(load);
  }
}

const manyBytes = 4e6;

// Shows how many bytes were read, if they are many. The total of standard input is unknown.
function counterOf({files}: Inputs, log: Load["log"]): (bytes: number) => void {
  const total = sum(files, ({path, kind}) => (path === "-" || kind === "rows" ? 0 : statSync(path).size));
  const megabytes = (bytes: number) => Math.round(bytes / 1e5) / 10;
  let read = 0;
  return (bytes) => {
    read += bytes;
    if (Math.max(read, total) > manyBytes) log.step(megabytes(read), megabytes(total), "MB");
  };
}

async function book(load: Load, saved: SavedBody, {tally, again}: {tally: Tally; again: boolean}): Promise<void> {
  const {source, body} = saved;
  if (saved.unread !== undefined) return addProblem(load.report, saved.unread);
  const read = saved.read ?? readOrFail(body, load.settings.rows.timestampUnit);
  if (!(read instanceof BodyError)) tally.see(source, read);
  else if (tally.takes(source, read)) return;
  const [now, about] = [new Date(), {endpoint: "file", request: undefined, latencyMs: null, httpStatus: null}];
  await load.books.add({...about, baseUrl: source, requestedAt: now, receivedAt: now, body, isSaved: !again, read});
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
function reportRepeats({report: {alreadyThere, firstRepeat: first}, log}: Load): void {
  if (first === null) return;
  log.note(
    alreadyThere === 1
      ? `${first} is in the store already: skipped (--again loads it once more)`
      : `${alreadyThere} bodies are in the store already: skipped, the first of them ${first} (--again loads them once more)`
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
  const {signal, settings} = load;
  const reading = {signal, most: settings.service.maxBodyBytes};
  const payload = file === undefined ? readKeptBody(settings.storePath, `${response}`) : await readWhole(file, reading);
  await load.books.add({...(await load.client().reducePrice(payload, feeds, {signal})), asked: feeds});
}
