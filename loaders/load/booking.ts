import {createHash} from "node:crypto";
import {v7 as uuidv7} from "uuid";
import type {Settings} from "../config/settings.js";
import {type Body, BodyError, emptyBody, readBody} from "../rows/body.js";
import {feedIdsOf} from "../rows/columns.js";
import type {Answer} from "../service/answer.js";
import type {Booking} from "../store/book.js";
import {addProblem, type LoadReport} from "./report.js";

const mostUnasked = 5000; // more than a service has feeds, if it sends all of them whatever it is asked for

/** SHA-256 of a body, in hex, by which bodies are distinguished that were loaded from files. */
export function hashBody(body: string): string {
  return createHash("sha256").update(body).digest("hex");
}

/** The booking of a response; a body that is no update body is a problem of the load, and is put into its report. */
export function bookingOf(answer: Answer, settings: Settings, report: LoadReport): Booking {
  const {body: text, ...about} = answer;
  return {
    ...about,
    ...readingOf(answer, settings, report),
    responseId: uuidv7(),
    loadId: report.loadId,
    bodyBytes: Buffer.byteLength(text),
    bodyHash: answer.bodyHash ?? hashBody(text)
  };
}

type Reading = Pick<Booking, "body" | "received" | "missingFeeds"> & {failure: BodyError | null};

// A refusal has no entries; a 200 that is no update body is a problem of the load.
function readingOf(answer: Answer, {rows}: Settings, report: LoadReport): Reading {
  const {body: text, asked = [], httpStatus, endpoint, baseUrl} = answer;
  const nothing = emptyBody();
  if (httpStatus !== null && httpStatus !== 200) {
    const {received, missingFeeds} = comparedOf(asked, nothing);
    return {body: nothing, received, missingFeeds, failure: null};
  }
  try {
    const body = readBody(text, rows.timestampUnit);
    const {received, missingFeeds, unasked} = comparedOf(asked, body);
    const unwanted = countUnasked(report, unasked);
    const kept = unwanted.size === 0 ? body : readBody(text, rows.timestampUnit, unwanted);
    return {body: kept, received, missingFeeds, failure: null};
  } catch (failure) {
    if (!(failure instanceof BodyError)) throw failure;
    addProblem(report, `${endpoint === "file" ? baseUrl : endpoint}: ${failure.message}`);
    return {body: nothing, received: 0, missingFeeds: null, failure}; // what is no update says nothing of any feed
  }
}

interface Compared {
  received: number;
  missingFeeds: number[] | null;
  unasked: number[];
}

// Answers name ids only: of symbols nobody knows which are missing, and only how many feeds are too many.
function comparedOf(asked: readonly (number | string)[], {rows}: Body): Compared {
  if (asked.length === 0) return {received: 0, missingFeeds: null, unasked: []}; // of a file
  const held = new Set(feedIdsOf(rows));
  const ids = new Set(asked.filter((feed) => typeof feed === "number"));
  if (ids.size === 0) {
    return {received: Math.min(asked.length, held.size), missingFeeds: null, unasked: [...held].slice(asked.length)};
  }
  const missingFeeds = [...ids].filter((id) => !held.has(id));
  return {received: ids.size - missingFeeds.length, missingFeeds, unasked: [...held].filter((id) => !ids.has(id))};
}

// Each feed takes room in everything that is derived: no service may make as many as it likes. Gives those beyond.
function countUnasked({unaskedFeeds}: LoadReport, unasked: readonly number[]): Set<number> {
  let room = unasked.length === 0 ? 0 : mostUnasked - Object.keys(unaskedFeeds).length;
  const unwanted = new Set<number>();
  for (const id of unasked) {
    const times = unaskedFeeds[id] ?? 0;
    if (times === 0 && room-- <= 0) unwanted.add(id);
    else unaskedFeeds[id] = times + 1;
  }
  return unwanted;
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
