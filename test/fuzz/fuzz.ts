import fc from "fast-check";
import {readConfig} from "../../loaders/config/schema.js";
import {openBooks} from "../../loaders/load/books.js";
import {emptyReport} from "../../loaders/load/report.js";
import {type Body, BodyError, readBody} from "../../loaders/parse/body.js";
import {startLoad} from "../../loaders/store/loads.js";
import {makeStore, type TestStore} from "../helpers/store.js";
import {bodyText} from "./bodies.js";
import {checkReading, checkStore} from "./checks.js";

const batch = 500;

/** The counts of a fuzz run; `failed` are bodies that are not updates. */
export interface FuzzReport {
  bodies: number;
  failed: number;
  rows: number;
  rejects: number;
  coercions: number;
  extras: number;
}

/** How many bodies from which seed, and (to see the checks fail) how they are read. */
export interface FuzzOptions {
  seed: number;
  runs: number;
  read?: (text: string) => Body;
  note?: (report: FuzzReport) => void;
}

/**
 * Generates bodies, reads them, and books them in a real store, batch by batch. @throws AssertionError, with the body,
 * if one is read wrong, throws something else than BodyError, or stands in the store otherwise than it was read
 */
export async function fuzz({seed, runs, read = readBody, note = () => {}}: FuzzOptions): Promise<FuzzReport> {
  const report: FuzzReport = {bodies: 0, failed: 0, rows: 0, rejects: 0, coercions: 0, extras: 0};
  while (report.bodies < runs) {
    const numRuns = Math.min(batch, runs - report.bodies);
    const texts = fc.sample(bodyText, {seed: seed + report.bodies, numRuns});
    const bodies = texts.map((text) => reading(text, read));
    const test = await makeStore();
    try {
      await book(test, texts);
      await checkStore(test, texts, bodies);
    } finally {
      test.remove();
    }
    for (const body of bodies) count(report, body);
    note(report);
  }
  return report;
}

function reading(text: string, read: (text: string) => Body): Body | BodyError {
  try {
    const body = read(text);
    checkReading(text, body);
    return body;
  } catch (error) {
    if (error instanceof BodyError) return error;
    throw new Error(`body ${JSON.stringify(text)}: ${error instanceof Error ? error.stack : error}`);
  }
}

async function book({store, path}: TestStore, texts: readonly string[]): Promise<void> {
  const settings = {...readConfig({}), baseUrl: null, token: null, storePath: path, snapshotPath: ""};
  const report = emptyReport(await startLoad(store, "fuzz", true), "fuzz");
  const books = openBooks(settings, (work) => work(store), report);
  const at = new Date("2026-05-12T14:00:00Z");
  const about = {
    endpoint: "price",
    baseUrl: "",
    request: {},
    requestedAt: at,
    receivedAt: at,
    latencyMs: 1,
    httpStatus: 200
  };
  for (const body of texts) await books.add({...about, body});
  await books.flush();
}

function count(report: FuzzReport, body: Body | BodyError): void {
  report.bodies += 1;
  if (body instanceof BodyError) report.failed += 1;
  else {
    report.rows += body.rows.length;
    report.rejects += body.rejects.length;
    report.coercions += body.coercions.length;
    report.extras += body.rows.filter(({extra}) => extra !== null).length;
  }
}
