import {type Channel, channelStepUs} from "../config/choices.js";
import {countText} from "../config/size.js";
import {spanText} from "../config/time.js";
import {exponentlessFeeds} from "../parse/columns.js";
import type {Answer} from "../service/endpoints.js";
import type {SnapshotPart} from "../snapshot/parts.js";
import type {Booking} from "../store/book.js";

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
    /** Refused by the service. A feed counts once, and again in each hour of a watch. */
    refused: 0,
    /** Not asked for, as the store has them: feeds × instants of a history, bodies of files. */
    alreadyThere: 0,
    /** The place of the first body of a file that was left out, as the store has it; null: none. */
    firstRepeat: null as string | null,
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

/** Answers of another time than requested, by how many µs (below zero: early), and the likely cause. */
export interface OffTimes {
  answers: number;
  leastUs: number;
  mostUs: number;
  cause: string;
}

const minuteUs = 60_000_000; // clocks may differ by seconds
const unknownCause = "a cache, a proxy, a clock or a time zone may be wrong";

/**
 * Counts an answer if it is off. An answer of `price` should be of the requested instant, as the view `misplaced_answers`
 * judges, and one of `latest_price` of the last minute.
 */
export function withOff(off: OffTimes | null, answer: Answer, publishedUs: number | null): OffTimes | null {
  const isOf = publishedUs ?? answer.receivedAt.getTime() * 1000;
  const us = offBy(answer, isOf);
  if (us === 0) return off;
  const cause = causeOf(answer, publishedUs);
  if (off === null) return {answers: 1, leastUs: us, mostUs: us, cause};
  return {
    answers: 1 + off.answers,
    leastUs: Math.min(us, off.leastUs),
    mostUs: Math.max(us, off.mostUs),
    cause: cause === off.cause ? cause : unknownCause
  };
}

function offBy({endpoint, request, requestedAt, receivedAt}: Answer, isOf: number): number {
  if (endpoint === "price") {
    const {timestamp, channel} = request as {timestamp: number; channel: Channel};
    const step = channelStepUs[channel];
    const within = step === null ? 1_000_000 : step - 1; // the next step has another update
    return Math.abs(isOf - timestamp) > within ? isOf - timestamp : 0;
  }
  if (endpoint !== "latest_price") return 0;
  const us = isOf - (isOf < requestedAt.getTime() * 1000 ? requestedAt : receivedAt).getTime() * 1000;
  return Math.abs(us) > minuteUs ? us : 0;
}

function causeOf({receivedAt}: Answer, publishedUs: number | null): string {
  if (publishedUs === null) return "they have no time (timestampUs)";
  const isLatest = Math.abs(publishedUs - receivedAt.getTime() * 1000) <= minuteUs;
  return isLatest ? "they are the latest update: the service, or a proxy before it, ignores timestamp" : unknownCause;
}

/** Reports answers of `price` of another instant than requested; null if there are none. */
export function misplacedText(off: OffTimes | null): string | null {
  if (off === null) return null;
  const has = off.answers === 1 ? "has another instant" : "have other instants";
  const found = `${countText(off.answers, "answer")} ${has} than requested (${offText(off)}): ${off.cause}`;
  return `${found}; their rows are kept, the requested instants are missing, and the next load requests them again`;
}

/** Reports answers of `latest_price` that are old, or of the future; null if there are none. */
export function untimelyText(off: OffTimes | null): string | null {
  if (off === null) return null;
  const found = `${countText(off.answers, "answer")} of latest_price ${off.answers === 1 ? "is" : "are"} not of now`;
  return `${found} (${offText(off)}): ${off.cause}`;
}

/** By how much answers are off: `3 h early`, or `3 h early to 5 min late`. */
export function offText({leastUs, mostUs}: OffTimes): string {
  return [...new Set([leastUs, mostUs])].map(sideText).join(" to ");
}

function sideText(us: number): string {
  const seconds = Math.abs(us) / 1e6;
  const span = seconds < 10 ? `${Number(seconds.toPrecision(3))} s` : spanText(Math.round(seconds));
  return `${span} ${us < 0 ? "early" : "late"}`;
}
