import type {Answer, FeedSelection} from "./answer.js";
import {RefusalError} from "./errors.js";
import {type Batch, rejectedFeeds} from "./rejected-feeds.js";

/** A feed that the service refuses: it was taken out, and the rest of its batch asked again. */
export interface RejectedFeed {
  kind: "removed";
  feed: number | string;
  /** The service's text. */
  reason: string;
  /** The refusal. */
  answer: Answer;
}

/** Asks the service for some feeds, once. */
export type Ask = (feeds: FeedSelection) => Promise<Answer>;

/** Feeds of a selection, without duplicates, in batches of `size`. */
export function batchesOf(feeds: FeedSelection, size: number): Batch[] {
  const all = [...new Set<number | string>("ids" in feeds ? feeds.ids : feeds.symbols)];
  return Array.from({length: Math.ceil(all.length / size)}, (_, index) => all.slice(index * size, (index + 1) * size));
}

/**
 * Asks for the feeds of a batch that are not in `removed`, adding refused ones to it. What comes is reported at once, and what
 * `report` throws ends the asking.
 */
export async function askBatch(
  ask: Ask,
  batch: Batch,
  removed: Set<number | string>,
  report: (result: Answer | RejectedFeed) => void
): Promise<void> {
  const left = batch.filter((feed) => !removed.has(feed));
  if (left.length === 0) return;
  try {
    report(await ask(selectionOf(left)));
  } catch (error) {
    const culprits = rejectedFeeds(error, left);
    if (culprits === null || !(error instanceof RefusalError) || error.answer === null) throw error;
    if (culprits !== "split") {
      takeOut(culprits.feeds, removed, error.serviceText, error.answer).forEach(report);
      return askBatch(ask, left, removed, report);
    }
    const middle = Math.ceil(left.length / 2);
    await askBatch(ask, left.slice(0, middle), removed, report);
    await askBatch(ask, left.slice(middle), removed, report);
  }
}

// Another batch may have been first: a feed is reported once.
function takeOut(feeds: Batch, removed: Set<number | string>, reason: string, answer: Answer): RejectedFeed[] {
  const fresh = feeds.filter((feed) => !removed.has(feed));
  for (const feed of fresh) removed.add(feed);
  return fresh.map((feed) => ({kind: "removed", feed, reason, answer}));
}

/** Feeds of a batch as a selection: they are all ids, or all symbols. */
export function selectionOf(batch: Batch): FeedSelection {
  const ids = batch.filter((feed) => typeof feed === "number");
  return ids.length > 0 ? {ids} : {symbols: batch.filter((feed) => typeof feed === "string")};
}
