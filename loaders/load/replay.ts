import {group} from "d3-array";
import type {TimestampUnit} from "../config/choices.js";
import type {Settings} from "../config/settings.js";
import {type Body, BodyError, readBody} from "../parse/body.js";
import {outdateSnapshot} from "../snapshot/snapshot.js";
import type {Store} from "../store/database/store.js";
import {useStore, writerWaitMs} from "../store/open.js";
import {
  bookReplayed,
  type CoercedValue,
  coercedAfter,
  type Filling,
  fillColumn,
  type RejectedEntry,
  rejectedAfter
} from "../store/replay.js";
import type {Log} from "./report.js";
import {deriveStore} from "./upkeep.js";

/** How rejects are read again: `dryRun` books nothing. */
interface ReplayOptions {
  dryRun?: boolean | undefined;
  log: Log;
  signal: AbortSignal;
}

/** The result of a replay: rejected entries that became rows, and null values that were filled. */
export interface ReplayReport {
  entries: number;
  booked: number;
  values: number;
  filled: number;
  dryRun: boolean;
  seconds: number;
}

/**
 * Reads rejected entries, and values that became null, with today's schema and settings. An entry that fits now becomes a
 * row of its response instead of a reject; a value that fits now fills its column. A second run changes nothing more.
 * @throws StoreError if the store is missing or stays in use
 */
export async function replayRejects(
  settings: Settings,
  {dryRun = false, log, signal}: ReplayOptions
): Promise<ReplayReport> {
  const started = performance.now();
  const {storePath} = settings;
  const report: ReplayReport = {entries: 0, booked: 0, values: 0, filled: 0, dryRun, seconds: 0};
  await useStore(storePath, {readOnly: true, waitMs: writerWaitMs, signal}, async () => {}); // fails if the store is missing
  await useStore(storePath, {...settings.rows, readOnly: dryRun, waitMs: writerWaitMs, signal}, async (store) => {
    await replayEntries(store, settings, report, signal);
    await replayValues(store, settings, report, signal);
    log.done();
  });
  if (!dryRun && report.booked + report.filled > 0) await deriveStore(settings, {rebuild: false, log, signal});
  report.seconds = (performance.now() - started) / 1000;
  return report;
}

async function replayEntries(
  store: Store,
  {rows, snapshotPath}: Settings,
  report: ReplayReport,
  signal: AbortSignal
): Promise<void> {
  let page: RejectedEntry[] = [];
  while (!signal.aborted) {
    page = await rejectedAfter(store, page.at(-1) ?? null);
    if (page.length === 0) return;
    for (const {items, body} of readable(page, ({entry}) => entry, rows.timestampUnit)) {
      if (!report.dryRun && body.rows.length > 0) {
        outdateSnapshot(snapshotPath);
        await bookReplayed(store, items, body);
      }
      report.booked += body.rows.length;
    }
    report.entries += page.length;
  }
}

async function replayValues(
  store: Store,
  {rows, snapshotPath}: Settings,
  report: ReplayReport,
  signal: AbortSignal
): Promise<void> {
  let page: CoercedValue[] = [];
  while (!signal.aborted) {
    page = await coercedAfter(store, page.at(-1) ?? null);
    if (page.length === 0) return;
    report.values += page.length;
    for (const [name, values] of group(page, ({columnName}) => columnName)) {
      const write = ({priceFeedId, value}: CoercedValue) => `{"priceFeedId":${priceFeedId},"${name}":${value}}`;
      const fitting = readable(values, write, rows.timestampUnit).flatMap(({items, body}) => {
        return items.flatMap((place, i): Filling[] => {
          const value = body.rows[i]?.[name] ?? null;
          return value === null ? [] : [{...place, value}];
        });
      });
      if (!report.dryRun && fitting.length > 0) {
        outdateSnapshot(snapshotPath);
        await fillColumn(store, name, fitting);
      }
      report.filled += fitting.length;
    }
  }
}

// Reads items one by one if they are too large together.
function readable<Item>(
  items: readonly Item[],
  write: (item: Item) => string,
  unit: TimestampUnit
): {items: readonly Item[]; body: Body}[] {
  try {
    return [{items, body: readBody(updateOf(items.map(write)), unit)}];
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    return items.length === 1 ? [] : items.flatMap((item) => readable([item], write, unit));
  }
}

function updateOf(entries: readonly string[]): string {
  return `{"parsed":{"priceFeeds":[${entries.join(",")}]}}`;
}
