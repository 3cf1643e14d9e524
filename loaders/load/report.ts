import type {Settings} from "../config/settings.js";
import {isColumn} from "../rows/columns.js";
import type {FieldWatch} from "../rows/fields.js";
import {endpoints} from "../service/endpoints.js";
import type {SnapshotPart} from "../snapshot/parts.js";
import type {WithStore} from "../store/access.js";
import type {Booking} from "../store/book.js";
import {bookDrift, type Drift} from "../store/drift.js";

const maxProblems = 100;

/**
 * What a load did, in counts; `entries` = `rows` + `rejected`. What it asked the service is counted in feeds, for a
 * history in feeds × instants: `asked` = `received` + `missing` + `refused`.
 */
export interface LoadReport {
  loadId: string;
  command: string;
  /** Whether the rows are simulated; null until the service has said so. */
  simulated: boolean | null;
  responses: number;
  entries: number;
  rows: number;
  rejected: number;
  coercions: number;
  /** Responses of which it cannot be read when they were published: when they were received stands in its place. */
  undated: number;
  asked: number;
  received: number;
  /** Nothing there, left out of an answer, or sent as an entry that was rejected. */
  missing: number;
  /** A feed that the service refuses counts once, also where a watch asks for it again and it is still refused. */
  refused: number;
  /** Not asked, as the store has it: feeds × instants of a history, bodies of files. */
  alreadyThere: number;
  /** Responses that said there is nothing at the instant asked for. */
  nothingThere: number;
  /** Feeds that an answer left out, with how often. */
  missingFeeds: Record<string, number>;
  /** Feeds that an answer had though nobody asked for them, with how often. They are kept. */
  unaskedFeeds: Record<string, number>;
  /** Feeds that were not loaded, with the reason: the service's, or that their symbol is unknown. */
  removed: {feed: number | string; reason: string}[];
  /** How the fields that came differ from those of the loads before. */
  drift: Drift[];
  /** What went wrong without ending the load: the first of it. */
  problems: string[];
  /** How much more went wrong. */
  furtherProblems: number;
  interrupted: boolean;
  /** Until everything was committed. */
  seconds: number;
  /** Time that the derived tables took after that. */
  deriveSeconds: number;
  /** Time that writing the snapshot took after that; 0 if there was nothing new. */
  publishSeconds: number;
  /** The size of that snapshot, and which of its tables do not hold all of the store's rows; null: none was written. */
  snapshot: {bytes: number; cut: SnapshotPart[]} | null;
}

/** A report before anything was done. */
export function emptyReport(loadId: string, command: string): LoadReport {
  return {
    loadId,
    command,
    simulated: null,
    responses: 0,
    entries: 0,
    rows: 0,
    rejected: 0,
    coercions: 0,
    undated: 0,
    asked: 0,
    received: 0,
    missing: 0,
    refused: 0,
    alreadyThere: 0,
    nothingThere: 0,
    missingFeeds: {},
    unaskedFeeds: {},
    removed: [],
    drift: [],
    problems: [],
    furtherProblems: 0,
    interrupted: false,
    seconds: 0,
    deriveSeconds: 0,
    publishSeconds: 0,
    snapshot: null
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
  report.coercions += body.coercions.length;
  if (body.coercions[0]?.columnName === "publishedAt") report.undated += 1;
  if (httpStatus === 404) report.nothingThere += 1;
  if (httpStatus !== 200 || missingFeeds === null) return;
  for (const id of missingFeeds) report.missingFeeds[id] = (report.missingFeeds[id] ?? 0) + 1;
}

/** Reports a problem that does not end the load. However long the load, the first hundred are kept, the others counted. */
export function addProblem(report: LoadReport, problem: string): void {
  if (report.problems.length < maxProblems) report.problems.push(problem);
  else report.furtherProblems += 1;
}

/** Makes room for one problem more, which is then the last of `problems`. */
export function roomForProblem(report: LoadReport): void {
  report.furtherProblems += report.problems.splice(maxProblems - 1).length;
}

/** Says it if more than `mostShare` (0 to 1) of the entries were rejected; null if not. */
export function tooManyRejected({rejected, entries}: LoadReport, mostShare: number): string | null {
  if (rejected === 0 || rejected / entries <= mostShare) return null;
  const percent = (share: number) => `${Number((100 * share).toPrecision(3))} %`;
  const allowed = mostShare === 0 ? "none are allowed" : `rows.maxRejectedShare allows ${percent(mostShare)}`;
  return `rejected ${rejected} of ${entries} entries (${percent(rejected / entries)}), and ${allowed}: see feedbook rejects`;
}

/** Where a job reports what it does. `step` counts finished units of a known total; `done` ends the counting. */
export interface Log {
  note(text: string): void;
  warn(text: string): void;
  step(done: number, total: number, what: string): void;
  done(): void;
}

/** Reports nothing. */
export const silent: Log = {note() {}, warn() {}, step() {}, done() {}};

/** A log that says of every count what it is about. */
export function withSubject(log: Log, subject: string): Log {
  return {...log, step: (done, total, what) => log.step(done, total, `${what} (${subject})`)};
}

const mostChanges = 1000; // in a report
const mostReported = 20;

// It sends no property that was not asked for.
function isAsked({properties}: Settings["service"]): (endpoint: string, field: string) => boolean {
  return (endpoint, field) => {
    const asked = properties.some((name) => name === field);
    return asked || !isColumn(field) || !(endpoint in endpoints);
  };
}

/** What of a load says how its fields changed. */
interface Drifting {
  books: {readonly fields: FieldWatch};
  report: LoadReport;
  log: Log;
  withStore: WithStore;
  settings: Settings;
}

/**
 * Books how the fields that came differ from those known before, adds it to the load's report, and warns of it. `stopped` says
 * whether enough came to know which fields stopped; if so, the next look begins anew.
 */
export async function reportDrift(load: Drifting, {stopped}: {stopped: boolean}): Promise<void> {
  const {books, report, log, withStore, settings} = load;
  const {seen, since, forget} = books.fields;
  if (seen.size === 0) return;
  const asked = stopped ? isAsked(settings.service) : () => false;
  const changes = await withStore((store) => bookDrift(store, report.loadId, seen, {asked, since: since()}));
  if (stopped) forget();
  report.drift.push(...changes.slice(0, mostChanges - report.drift.length));
  for (const change of changes.slice(0, mostReported)) log.warn(driftText(change));
  if (changes.length > mostReported) log.warn(`and ${changes.length - mostReported} fields more that changed`);
}

/** A change of fields as a sentence. */
export function driftText({endpoint, field, change, was, now, priceFeedId}: Drift): string {
  switch (change) {
    case "new":
      return `${endpoint} sends a field never seen before: ${field} (${now}), as for feed ${priceFeedId}`;
    case "stopped":
      return `${endpoint} sends ${field} no more: feed ${priceFeedId} had it`;
    case "back":
      return `${endpoint} sends ${field} again`;
    case "kind":
      return `${endpoint} sends ${field} as ${now}; it was ${was}`;
  }
}
