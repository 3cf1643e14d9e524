import type {SnapshotPart} from "../snapshot/parts.js";
import type {Drift} from "../store/drift.js";

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
