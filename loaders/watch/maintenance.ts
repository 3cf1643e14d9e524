import {sum} from "d3-array";
import {derive} from "../derive/derive.js";
import type {Load} from "../load/context.js";
import {reportDrift} from "../load/drift.js";
import {publishNow} from "../load/publish.js";
import {tooManyRejected} from "../load/report.js";
import {dropLoaded} from "../load/retain.js";
import {repeat, type Task} from "./schedule.js";

/** How often, in ms, a watch does what other loads do at their end. */
export interface Maintenance {
  publishEvery: number;
  /** How often it brings the derived tables up to date. Default: five minutes, or less often where that takes long. */
  deriveEvery?: number | undefined;
  /** How often it drops what is older than the settings keep, where that is much. Default: an hour. */
  retainEvery?: number | undefined;
  /** How often it looks for new fields. Default: a minute. */
  newFieldsEvery?: number | undefined;
  /** How often it looks for fields that stopped. Default: an hour, as a feed may leave a field out now and then. */
  stoppedFieldsEvery?: number | undefined;
  /** The share of rejected entries that is reported when it is passed. Default: that of the settings. */
  maxRejectedShare?: number | undefined;
}

/** The tasks that a watch runs beside its polls: it may not end for weeks. */
export function maintain(load: Load, maintenance: Maintenance): Task[] {
  const {log, report, books, settings, signal} = load;
  const {publishEvery, deriveEvery = 300_000, retainEvery = 3_600_000} = maintenance;
  const {newFieldsEvery = 60_000, stoppedFieldsEvery = 3_600_000} = maintenance;
  const {maxRejectedShare = settings.rows.maxRejectedShare} = maintenance;
  let stoppedAt = performance.now() + stoppedFieldsEvery;
  let [fieldsReported, rejectsReported] = [0, false];

  async function reportFields(): Promise<void> {
    const stopped = performance.now() >= stoppedAt;
    const fields = sum(books.fields.seen.values(), (seen) => sum(seen.values(), ({kinds}) => 1 + kinds.size));
    if (fields === fieldsReported && !stopped) return;
    await reportDrift(load, {stopped});
    fieldsReported = fields;
    if (stopped) stoppedAt = performance.now() + stoppedFieldsEvery;
  }

  async function reportRejects(): Promise<void> {
    const text = rejectsReported ? null : tooManyRejected(report, maxRejectedShare);
    if (text === null) return;
    log.warn(`${text}; going on`);
    rejectsReported = true;
  }

  const task = (work: () => Promise<unknown>, every: number, problem: string, share = 0.5) =>
    repeat(work, {every, share, problem, log, signal});
  return [
    task(() => publishNow(load), publishEvery, "not published"),
    task(() => derive(load.withStore, {signal}), deriveEvery, "not derived", 0.05), // it makes whole hours again
    task(() => dropLoaded(load), retainEvery, "old updates are not dropped", 0.05), // it copies the store
    task(reportFields, Math.min(newFieldsEvery, stoppedFieldsEvery), "fields not booked"),
    task(reportRejects, 0, "rejects not counted")
  ];
}
