import {RefusalError} from "./errors.js";

/** Ids or symbols that were asked for together. */
export type Batch = readonly (number | string)[];

/** Which feeds of a batch a refusal is about; `split`: one of them, but nobody knows which. */
export type Rejected = {feeds: Batch} | "split" | null;

const aboutFeeds = /unknown (price )?(feed|symbol)|not entitled|not available for channel/i;
const named = /\b(?:feed|symbol)s?(?: ids?)?(?::\s*|\s+)(.+)/i;
const remark = /\([^)]*\)?/g; // "Not entitled: feed 3063 (it requires access to …)"

/**
 * The feeds that a refusal names, as in `Unknown feed: 4000000`, `Not entitled: feed 3063 (…)` or `Price feed id 112 is
 * not available for channel real_time`; null if it is about something else. Asked by symbol, the service may name an id.
 */
export function rejectedFeeds(error: unknown, batch: Batch): Rejected {
  if (!(error instanceof RefusalError) || ![400, 403, 404].includes(error.status)) return null;
  const spelled = new Map(batch.map((feed) => [String(feed), feed]));
  const text = error.serviceText.replace(remark, " ");
  const names =
    named
      .exec(text)?.[1]
      ?.split(/[\s,;]+/)
      .map(bare) ?? [];
  const feeds = leading(names, spelled);
  if (feeds.length > 0) return {feeds};
  const otherwiseNamed = names.length > 0 && /^\d+$/.test(names[0] ?? "") !== (typeof batch[0] === "number");
  if (!otherwiseNamed || !aboutFeeds.test(text)) return null;
  return batch.length === 1 ? {feeds: batch} : "split";
}

// The names at the start of a list, up to the first word that was not asked for.
function leading(list: readonly string[], spelled: ReadonlyMap<string, number | string>): Batch {
  const feeds: (number | string)[] = [];
  for (const name of list) {
    const feed = spelled.get(name);
    if (feed === undefined) return feeds;
    feeds.push(feed);
  }
  return feeds;
}

function bare(name: string): string {
  return name.replace(/^["'`[]+|["'`\].:!]+$/g, "");
}
