import {countText} from "../config/size.js";
import {exponentlessFeeds} from "../parse/columns.js";
import type {SnapshotPart} from "../snapshot/parts.js";
import type {Booking} from "../store/book.js";
import type {OffTimes} from "./off-times.js";

const maxProblems = 100;

/** Updates of a feed without an exponent: their number, the catalogue's exponent, and the exponent of its other updates. */
interface Exponentless {
  updates: number;
  symbol: string | null;
  exponent: number | null;
  ownExponent: number | null;
}

/**
 * What a load did, in counts; `entries` = `rows` + `rejected`. What it asked the service is counted in feeds, for a
 * history in feeds × instants: `asked` = `received` + `missing` + `refused`.
 */
export type LoadReport = ReturnType<typeof emptyReport>;

/** A report before anything was done. */
export function emptyReport(loadId: string, command: string) {
  return {
    loadId,
    command,
    /** Whether the rows are simulated; null until the service has said so. */
    simulated: null as boolean | null,
    responses: 0,
    entries: 0,
    rows: 0,
    rejected: 0,
    /** Values set to null. */
    coercions: 0,
    /** Updates that have mantissas and no exponent, by feed. */
    exponentless: {} as Record<string, Exponentless>,
    /** Responses with rows and no readable time: a saved one is dated by its latest `feedUpdateTimestamp`, else by its receipt. */
    undated: 0,
    asked: 0,
    received: 0,
    /** No update at the instant, a feed missing in the answer, a rejected entry, or an answer of another instant. */
    missing: 0,
    /** Answers of `price` of another instant than requested, whose rows are kept; null: none. */
    misplaced: null as OffTimes | null,
    /** Answers of `latest_price` that are over a minute old, or in the future; null: none. */
    untimely: null as OffTimes | null,
    /** Refused by the service. A feed counts once, however often a watch asks for it again. */
    refused: 0,
    /** Not asked for, as the store has them: feeds × instants of a history, bodies of files. */
    alreadyThere: 0,
    /** Messages of websockets without prices in files, by type. They are not booked. */
    messages: {} as Record<string, number>,
    /** Responses that said that no update exists at the instant (404). */
    nothingThere: 0,
    /** Feeds that answers left out, and how often. */
    missingFeeds: {} as Record<string, number>,
    /** Feeds in answers that were not requested, and how often. They are stored. */
    unaskedFeeds: {} as Record<string, number>,
    /** Feeds that were not loaded, with the reason: the service's, or that their symbol is unknown. */
    removed: [] as {feed: number | string; reason: string}[],
    /** The first problems that did not end the load. */
    problems: [] as string[],
    /** How many more problems there were. */
    furtherProblems: 0,
    interrupted: false,
    /** Until everything was committed. */
    seconds: 0,
    /** Time to bring the derived tables up to date after that. */
    deriveSeconds: 0,
    /** Time to write the snapshot after that; 0 if there was nothing new. */
    publishSeconds: 0,
    /** Size of that snapshot, and its tables that do not hold all of the store's rows; null if none was written. */
    snapshot: null as {bytes: number; cut: SnapshotPart[]} | null
  };
}

/** Counts a booked response in the report of its load. */
export function count(report: LoadReport, {httpStatus, missingFeeds, asked = [], received, body}: Booking): void {
  report.responses += 1;
  report.asked += asked.length;
  report.received += received;
  report.missing += asked.length - received;
  report.entries += body.entries;
  report.rows += body.rows.length;
  report.rejected += body.rejects.length;
  report.coercions += body.coercions.filter(({columnName}) => columnName !== "publishedAt").length;
  if (body.isUndated && body.rows.length > 0) report.undated += 1;
  for (const id of exponentlessFeeds(body.rows)) {
    const {updates} = report.exponentless[id] ?? {updates: 0};
    report.exponentless[id] = {updates: updates + 1, symbol: null, exponent: null, ownExponent: null};
  }
  if (httpStatus === 404) report.nothingThere += 1;
  if (httpStatus !== 200 || missingFeeds === null) return;
  for (const id of missingFeeds) report.missingFeeds[id] = (report.missingFeeds[id] ?? 0) + 1;
}

/** Reports a problem that does not end the load. The first hundred are kept, further ones only counted. */
export function addProblem(report: LoadReport, problem: string): void {
  if (report.problems.length < maxProblems) report.problems.push(problem);
  else report.furtherProblems += 1;
}

/** The message if more than `mostShare` (0 to 1) of the entries were rejected; else null. */
export function tooManyRejected({rejected, entries}: LoadReport, mostShare: number): string | null {
  if (rejected === 0 || rejected / entries <= mostShare) return null;
  const percent = (share: number) => `${Number((100 * share).toPrecision(3))} %`;
  const allowed = mostShare === 0 ? "none are allowed" : `rows.maxRejectedShare allows ${percent(mostShare)}`;
  return `rejected ${rejected} of ${countText(entries, "entry")} (${percent(rejected / entries)}), and ${allowed}: see feedbook rejects`;
}

/** The log of a job. `step` counts finished units of a known total; `done` ends the counting. */
export interface Log {
  note(text: string): void;
  warn(text: string): void;
  step(done: number, total: number, what: string): void;
  done(): void;
}

/** Reports nothing. */
export const silent: Log = {note() {}, warn() {}, step() {}, done() {}};

/** A log that adds a subject to each step. */
export function withSubject(log: Log, subject: string): Log {
  return {...log, step: (done, total, what) => log.step(done, total, `${what} (${subject})`)};
}
