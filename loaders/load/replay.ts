import {group} from "d3-array";
import type {TimestampUnit} from "../config/choices.js";
import type {Settings} from "../config/settings.js";
import {type Body, BodyError, readBody} from "../parse/body.js";
import type {ColumnName} from "../parse/columns.js";
import {outdateSnapshot} from "../snapshot/snapshot.js";
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
    const book = async (write: () => Promise<void>) => {
      if (dryRun) return;
      outdateSnapshot(settings.snapshotPath);
      await write();
    };
    const unit = settings.rows.timestampUnit;
    for await (const page of pagesOf((after: RejectedEntry | null) => rejectedAfter(store, after), signal)) {
      report.entries += page.length;
      for (const {items, body} of readable(page, ({entry}) => entry, unit)) {
        if (body.rows.length > 0) await book(() => bookReplayed(store, items, body));
        report.booked += body.rows.length;
      }
    }
    for await (const page of pagesOf((after: CoercedValue | null) => coercedAfter(store, after), signal)) {
      report.values += page.length;
      for (const [name, values] of group(page, ({columnName}) => columnName)) {
        const fitting = fittingOf(name, values, unit);
        if (fitting.length > 0) await book(() => fillColumn(store, name, fitting));
        report.filled += fitting.length;
      }
    }
    log.done();
  });
  if (!dryRun && report.booked + report.filled > 0) await deriveStore(settings, {rebuild: false, log, signal});
  report.seconds = (performance.now() - started) / 1000;
  return report;
}

async function* pagesOf<Item>(
  next: (after: Item | null) => Promise<Item[]>,
  signal: AbortSignal
): AsyncGenerator<Item[]> {
  let page: Item[] = [];
  while (!signal.aborted) {
    page = await next(page.at(-1) ?? null);
    if (page.length === 0) return;
    yield page;
  }
}

function fittingOf(name: ColumnName, values: readonly CoercedValue[], unit: TimestampUnit): Filling[] {
  const write = ({priceFeedId, value}: CoercedValue) => `{"priceFeedId":${priceFeedId},"${name}":${value}}`;
  return readable(values, write, unit).flatMap(({items, body}) =>
    items.flatMap((place, i): Filling[] => {
      const value = body.rows[i]?.[name] ?? null;
      return value === null ? [] : [{...place, value}];
    })
  );
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
