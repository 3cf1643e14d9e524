import {max} from "d3-array";
import type {TimestampUnit} from "../config/choices.js";
import {messageOf} from "../config/errors.js";
import {shorten} from "../config/size.js";
import type {UpdateRow} from "./columns.js";
import {type Coercion, type EntryResult, quickRow, readEntry, toInstant} from "./entry.js";
import {type Message, messageIn, problemOf, type Update, updatesIn} from "./forms.js";
import {excessOf, hasLongNumbers, isDeeper, mayRepeat, mostDepth, parseExact, sourceOf, toJson} from "./json.js";

interface Reject {
  entryIndex: number;
  reason: string;
  entry: string;
}

interface PlacedCoercion extends Coercion {
  entryIndex: number;
  priceFeedId: number;
}

/** Everything a response body holds: `entries` = `rows.length` + `rejects.length`; `publishedAt` in Unix µs. */
export interface Body {
  publishedAt: number | null;
  /** Whether `timestampUs` does not say when it was published. */
  isUndated: boolean;
  entries: number;
  rows: UpdateRow[];
  rejects: Reject[];
  coercions: PlacedCoercion[];
}

/** A body without entries, as a refusal has. */
export function emptyBody(): Body {
  return {publishedAt: null, isUndated: true, entries: 0, rows: [], rejects: [], coercions: []};
}

/** Reads a response body into rows, rejects and coercions. @throws BodyError if it is not an update body */
export function readBody(text: string, unit: TimestampUnit = "auto"): Body {
  return bodyOf(readEnvelope(text), unit);
}

function bodyOf(envelope: Envelope, unit: TimestampUnit): Body {
  const {publishedAt, unreadable, isExact, entries, asWritten} = envelope;
  const quick = !isExact && (unit === "auto" || unit === "us"); // `quickRow` reads microseconds only
  const body: Body = {...emptyBody(), publishedAt, isUndated: publishedAt === null, entries: entries.length};
  for (let entryIndex = 0; entryIndex < entries.length; entryIndex++) {
    const row = quick ? quickRow(entries[entryIndex], entryIndex) : null;
    if (row !== null) {
      body.rows.push(row);
      continue;
    }
    add(body, entryIndex, readEntry(asWritten().priceFeeds[entryIndex], unit));
  }
  if (unreadable !== null) body.coercions.unshift(...undatedAt(body, unreadable));
  return body;
}

/**
 * Reads a saved body. Without a time of publication, or with one before 2000 or in the future, it is dated by the latest
 * `feedUpdateTimestamp` of its entries. Without such a timestamp, a future time stays. @throws BodyError if it is not an update
 * body, or has no time at all
 */
export function readSaved(text: string, unit: TimestampUnit): Body {
  const envelope = readEnvelope(text, {lists: true});
  const {publishedAt, asWritten} = envelope;
  const body = bodyOf(envelope, unit);
  if (publishedAt !== null && isDated(publishedAt)) return body;
  const latest = latestOf(body.rows);
  const isKept = latest === null && publishedAt !== null && isAhead(publishedAt);
  if (isKept) return body;
  const {timestampUs} = asWritten();
  const time =
    timestampUs == null
      ? "no timestampUs"
      : `timestampUs ${shorten(toJson(timestampUs), 40)}, which cannot be its time`;
  if (latest === null) throw refusal(`body has ${time}, and no entry has a feedUpdateTimestamp to date it by`, text);
  const coercions =
    publishedAt === null ? body.coercions : [...undatedAt(body, toJson(timestampUs)), ...body.coercions];
  return {...body, isUndated: true, publishedAt: latest, coercions};
}

/** Whether a time (Unix µs) is more than a day ahead. */
export function isAhead(micros: number): boolean {
  const dayMs = 86_400_000;
  return micros > (Date.now() + dayMs) * 1000;
}

function latestOf(rows: readonly UpdateRow[]): number | null {
  return max(rows, ({feedUpdateTimestamp: time}) => (time !== null && isDated(time) ? time : null)) ?? null;
}

// The rule `is_dated` of SQL: any other time has another unit, or comes from a broken clock.
function isDated(micros: number): boolean {
  return micros >= Date.UTC(2000) * 1000 && !isAhead(micros);
}

// The time belongs to all rows of a response; its coercion is booked once, with the first row.
function undatedAt({rows}: Body, value: string): PlacedCoercion[] {
  return rows
    .slice(0, 1)
    .map(({entryIndex, priceFeedId}) => ({entryIndex, priceFeedId, columnName: "publishedAt", value}));
}

function add({rows, rejects, coercions: all}: Body, entryIndex: number, result: EntryResult): void {
  if ("reason" in result) {
    rejects.push({entryIndex, ...result});
    return;
  }
  const {row, extra, coercions} = result;
  rows.push({...row, entryIndex, extra});
  for (const coercion of coercions) all.push({entryIndex, priceFeedId: row.priceFeedId, ...coercion});
}

// Limits far above real bodies: parsed entries and values take many times the memory of their text.
const mostEntries = 200_000;
const most = {depth: 10_000, values: 20 * mostEntries};
const longBody = 2 ** 20; // characters; a shorter body cannot exhaust memory, so it is not checked

/** A response body that is not an update: not JSON, or without `parsed.priceFeeds[]`. `start`: its first characters. */
export class BodyError extends Error {
  override readonly name = "BodyError";

  constructor(
    readonly problem: string,
    readonly start: string,
    /** For a body that is other JSON: the websocket message that it is, if any. */
    readonly foreign: {message: Message | null} | null = null
  ) {
    super(`${problem}; it begins: ${shorten(JSON.stringify(start), 200)}`);
  }
}

/** The entries of an update body, unread, and its publication time (Unix µs; null if it has none). */
interface Envelope {
  publishedAt: number | null;
  /** Its publication time as JSON text, if it is unreadable. */
  unreadable: string | null;
  /** Whether `exactEntry` has read `entries` already. */
  isExact: boolean;
  entries: unknown[];
  /** The update with its numbers as written (see `parseExact`). The first call parses a body with long numbers again. */
  asWritten(): Update;
}

/**
 * Reads the text of a response body. With `lists`, a repeated name gets all its values, else the last one.
 * @throws BodyError if it is not an update body
 */
function readEnvelope(body: string, {lists = false} = {}): Envelope {
  const parsed = parse(body);
  const isExact = lists && mayRepeat(body, parsed);
  const whole = isExact ? parseExact(body, {lists}) : parsed;
  const [update, another] = updatesIn(whole, isExact ? (text) => parseExact(text, {lists}) : JSON.parse);
  if (update === undefined) throw new BodyError(problemOf(whole), body.slice(0, 1000), {message: messageIn(whole)});
  if (another !== undefined) throw refusal("body has several updates: each must be a body of its own", body);
  if (isDeeper([whole, update], mostDepth, update.priceFeeds))
    throw refusal(`body is nested deeper than ${mostDepth} levels outside of its entries`, body);
  if (update.priceFeeds.length > mostEntries)
    throw refusal(`body has ${update.priceFeeds.length} entries, more than ${mostEntries}`, body);
  let exact: Update | null = isExact ? update : null;
  const asWritten = () => {
    exact ??= (hasLongNumbers(body) ? updatesIn(parseExact(body), (text) => parseExact(text))[0] : undefined) ?? update;
    return exact;
  };
  const {timestampUs, priceFeeds: entries} = update;
  const publishedAt = toInstant(
    typeof timestampUs === "number" ? sourceOf(asWritten().timestampUs) : sourceOf(timestampUs)
  );
  const unreadable = publishedAt === null && timestampUs != null ? toJson(asWritten().timestampUs) : null;
  return {publishedAt, unreadable, isExact, entries, asWritten};
}

function parse(body: string): unknown {
  const excess = body.length > longBody ? excessOf(body, most) : null;
  if (excess === "depth") throw refusal(`body is nested deeper than ${most.depth} levels`, body);
  if (excess === "values") throw refusal(`body holds more than ${most.values} values`, body);
  try {
    return JSON.parse(body);
  } catch (error) {
    throw refusal(body.trim() === "" ? "body is empty" : `body is no JSON (${syntaxProblem(error)})`, body);
  }
}

function syntaxProblem(error: unknown): string {
  const message = messageOf(error).replace(/,? (?:is not valid|in) JSON/, "");
  return message.charAt(0).toLowerCase() + message.slice(1);
}

function refusal(problem: string, body: string): BodyError {
  return new BodyError(problem, body.slice(0, 1000));
}
