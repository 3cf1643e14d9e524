import {createHash} from "node:crypto";
import {v7 as uuidv7} from "uuid";
import type {Settings} from "../config/settings.js";
import {columnOf} from "../rows/batch.js";
import {type Body, emptyBody, readBody} from "../rows/body.js";
import {BodyError} from "../rows/envelope.js";
import type {Booking} from "../store/book.js";
import {addProblem, type LoadReport} from "./report.js";

/** A response as received, from the service or from a file. `asked` are the feeds it was asked for, none for a file. */
export interface Received {
  endpoint: string;
  baseUrl: string;
  request: unknown;
  requestedAt: Date;
  receivedAt: Date;
  latencyMs: number | null;
  httpStatus: number | null;
  body: string;
  /** Its hash (see `hashBody`), where it is known already. */
  bodyHash?: string;
  asked?: readonly (number | string)[];
  /** Whether the service says that it is a sandbox; undefined for files, where the user says it. */
  simulated?: boolean;
}

/** A response to book, and how many feeds it was asked for and has. */
export interface Counted extends Booking {
  asked: number;
  received: number;
}

/** SHA-256 of a body, in hex: tells bodies apart that were loaded from files. */
export function hashBody(body: string): string {
  return createHash("sha256").update(body).digest("hex");
}

/** The booking of a response; a body that is no update body is a problem of the load, told in its report. */
export function bookingOf(received: Received, settings: Settings, report: LoadReport): Counted {
  const {endpoint, baseUrl, request, requestedAt, receivedAt, latencyMs, httpStatus, asked = [], body: text} = received;
  const read = bodyOf(received, settings, report);
  const failure = read instanceof BodyError ? read : null;
  const body = read instanceof BodyError ? emptyBody() : read;
  const {came, missing} = comparedOf(asked, body);
  return {
    responseId: uuidv7(),
    loadId: report.loadId,
    endpoint,
    baseUrl,
    requestedAt: requestedAt.getTime() * 1000,
    receivedAt: receivedAt.getTime() * 1000,
    httpStatus,
    latencyMs,
    bodyBytes: Buffer.byteLength(text),
    bodyHash: received.bodyHash ?? hashBody(text),
    request: request === undefined ? null : JSON.stringify(request),
    missingFeeds: failure === null && missing ? JSON.stringify(missing) : null, // what is no update tells nothing of any feed
    asked: asked.length,
    received: came,
    body,
    failure
  };
}

// A refusal has no entries; a 200 that is no update body is a problem of the load.
function bodyOf(
  {body, httpStatus, endpoint, baseUrl}: Received,
  {rows: {timestampUnit}}: Settings,
  report: LoadReport
): Body | BodyError {
  if (httpStatus !== null && httpStatus !== 200) return emptyBody();
  try {
    return readBody(body, timestampUnit);
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    addProblem(report, `${endpoint === "file" ? baseUrl : endpoint}: ${error.message}`);
    return error;
  }
}

// Answers name ids only: of symbols it cannot be told which are missing.
function comparedOf(asked: readonly (number | string)[], {rows}: Body): {came: number; missing: number[] | null} {
  if (asked.length === 0) return {came: 0, missing: null};
  const held = new Set<unknown>(columnOf(rows, "priceFeedId").slice(0, rows.length));
  const ids = asked.filter((feed) => typeof feed === "number");
  if (ids.length === 0) return {came: Math.min(asked.length, held.size), missing: null};
  const missing = ids.filter((id) => !held.has(id));
  return {came: ids.length - missing.length, missing};
}

/** Counts a booked response in the report of its load. */
export function count(report: LoadReport, {httpStatus, missingFeeds, asked, received, body}: Counted): void {
  report.responses += 1;
  report.asked += asked;
  report.received += received;
  report.missing += asked - received;
  report.entries += body.entries;
  report.rows += body.rows.length;
  report.rejected += body.rejects.length;
  report.coercions += body.coercions.length;
  if (httpStatus === 404) report.nothingThere += 1;
  if (httpStatus !== 200 || missingFeeds === null) return;
  for (const id of JSON.parse(missingFeeds) as number[]) report.missingFeeds[id] = (report.missingFeeds[id] ?? 0) + 1;
}
