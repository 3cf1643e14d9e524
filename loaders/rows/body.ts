import {createHash} from "node:crypto";
import * as z from "zod";
import type {TimestampUnit} from "../config/choices.js";
import {messageOf} from "../config/errors.js";
import {addRow, closeRows, makeRows, type UpdateRows} from "./columns.js";
import {type Coercion, type EntryResult, quickRow, readEntry, toMicros} from "./entry.js";
import {excessOf, hasLongNumbers, isDeeper, mostDepth, parseExact, sourceOf, toJson} from "./json.js";

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
  entries: number;
  rows: UpdateRows;
  rejects: Reject[];
  coercions: PlacedCoercion[];
}

/** A body that is read before it is booked: what it holds, its bytes, and its text. */
export interface ReadBody {
  held: Body;
  bytes: number;
  text(): string;
  /** Whether the text was made of rows of a file: kinds of values there tell nothing of the service. */
  isMade?: boolean;
}

/** A body without entries, such as that of a refusal. */
export function emptyBody(): Body {
  return {publishedAt: null, entries: 0, rows: makeRows(0), rejects: [], coercions: []};
}

/** SHA-256 of a body, in hex: tells whether a body of a file is loaded already. */
export function hashBody(body: string): string {
  return createHash("sha256").update(body).digest("hex");
}

/**
 * Reads a response body into rows, rejects and coercions; entries of the feeds in `unwanted` are rejected.
 * @throws BodyError if it is no update body
 */
export function readBody(text: string, unit: TimestampUnit = "auto", unwanted?: ReadonlySet<number>): Body {
  const {publishedAt, unreadable, entries, exactEntry} = readEnvelope(text);
  const quick = unwanted === undefined && (unit === "auto" || unit === "us"); // `quickRow` knows microseconds only
  const rows = makeRows(entries.length);
  const body: Body = {publishedAt, entries: entries.length, rows, rejects: [], coercions: []};
  for (let entryIndex = 0; entryIndex < entries.length; entryIndex++) {
    if (quick && quickRow(entries[entryIndex], entryIndex, rows)) continue;
    const entry = exactEntry(entryIndex);
    const result = readEntry(entry, unit);
    add(body, entryIndex, unwanted === undefined ? result : rejectUnwanted(result, unwanted, entry));
  }
  closeRows(rows);
  if (unreadable !== null && rows.length > 0) body.coercions.unshift(undatedAt(rows, unreadable));
  return body;
}

function rejectUnwanted(result: EntryResult, unwanted: ReadonlySet<number>, entry: unknown): EntryResult {
  if ("reason" in result || !unwanted.has(result.row.priceFeedId)) return result;
  return {reason: "nobody asked for this feed, nor for many others that came", entry: toJson(entry)};
}

// The time belongs to all rows of a response; its coercion is booked once, with the first of them.
function undatedAt({columns}: UpdateRows, value: string): PlacedCoercion {
  const [entryIndex = 0] = columns.entryIndex;
  return {entryIndex, priceFeedId: Number(columns.priceFeedId[0]), columnName: "publishedAt", value};
}

function add({rows, rejects, coercions: all}: Body, entryIndex: number, result: EntryResult): void {
  if ("reason" in result) {
    rejects.push({entryIndex, ...result});
    return;
  }
  const {row, extra, coercions} = result;
  addRow(rows, row, entryIndex, extra);
  for (const coercion of coercions) all.push({entryIndex, priceFeedId: row.priceFeedId, ...coercion});
}

const envelopeSchema = z.object({
  parsed: z.object({
    timestampUs: z.unknown().optional(),
    priceFeeds: z.custom<unknown[]>(Array.isArray) // its entries are read one by one
  })
});

// Limits that no honest body reaches: parsed entries and values take many times the memory of their text.
const mostEntries = 200_000;
const most = {depth: 10_000, values: 20 * mostEntries};
const longBody = 2 ** 20; // characters; a shorter body cannot exhaust memory, so it is not checked

/** A response body that is no update body: not JSON, or without `parsed.priceFeeds[]`. `start`: its first characters. */
export class BodyError extends Error {
  override readonly name = "BodyError";

  constructor(
    readonly problem: string,
    readonly start: string
  ) {
    super(`${problem}; it begins: ${startOf(start)}`);
  }
}

/** The entries of an update body, unread, and when the service published it (Unix µs; null if it does not say). */
interface Envelope {
  publishedAt: number | null;
  /** Its publication time as JSON text, if that cannot be read. */
  unreadable: string | null;
  entries: unknown[];
  /** An entry with its numbers as written (see `parseExact`). The first call parses a body with long numbers again. */
  exactEntry(index: number): unknown;
}

/** Reads the text of a response body. @throws BodyError if it is no update body */
export function readEnvelope(body: string): Envelope {
  const whole = parse(body);
  const parsed = envelopeSchema.safeParse(whole);
  if (!parsed.success) throw refusal(problemOf(parsed.error), body);
  const around = [
    {...(whole as object), parsed: null},
    {...parsed.data.parsed, priceFeeds: null}
  ];
  if (isDeeper(around, mostDepth))
    throw refusal(`body is nested deeper than ${mostDepth} levels outside of its entries`, body);
  const update = parsed.data.parsed;
  if (update.priceFeeds.length > mostEntries)
    throw refusal(`body has ${update.priceFeeds.length} entries, more than ${mostEntries}`, body);
  let written: typeof update | null = null;
  const asWritten = () => {
    written ??= hasLongNumbers(body) ? envelopeSchema.parse(parseExact(body)).parsed : update;
    return written;
  };
  const {timestampUs, priceFeeds: entries} = update;
  const publishedAt = toMicros(typeof timestampUs === "number" ? sourceOf(asWritten().timestampUs) : timestampUs);
  const unreadable = publishedAt === null && timestampUs != null ? toJson(asWritten().timestampUs) : null;
  return {publishedAt, unreadable, entries, exactEntry: (index) => asWritten().priceFeeds[index]};
}

function parse(body: string): unknown {
  const excess = body.length > longBody ? excessOf(body, most) : null;
  if (excess === "depth") throw refusal(`body is nested deeper than ${most.depth} levels`, body);
  if (excess === "values") throw refusal(`body holds more than ${most.values} values`, body);
  try {
    return JSON.parse(body);
  } catch (error) {
    throw refusal(body.trim() === "" ? "body is empty" : `body is no JSON (${reasonOf(error)})`, body);
  }
}

function refusal(problem: string, body: string): BodyError {
  return new BodyError(problem, body.slice(0, 1000));
}

function problemOf(error: z.ZodError): string {
  const path = error.issues[0]?.path.join(".") ?? "";
  if (path === "") return "body is no object";
  return path === "parsed" ? "body has no parsed object" : `body has no array at ${path}`;
}

function reasonOf(error: unknown): string {
  const message = messageOf(error);
  return message.replace(/[,\s]*\.*"[\s\S]*$/, ""); // V8 quotes the body, which is quoted once, bounded
}

function startOf(text: string): string {
  const start = JSON.stringify(text.slice(0, 200));
  return text.length > 200 ? `${start}…` : start;
}
