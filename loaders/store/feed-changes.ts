import {isDeepStrictEqual} from "node:util";
import {index} from "d3-array";
import {toJson} from "../parse/json.js";
import type {CatalogueEntry} from "../service/catalogue.js";

/** A change of a feed's entry: a column, or a field of `more`, with its values as JSON; null if there is none. */
export interface EntryChange {
  priceFeedId: number;
  columnName: string;
  before: string | null;
  after: string | null;
}

/** The differences between two catalogues; the new one lists `gone` feeds no more. A symbol or state may be missing. */
export interface FeedChanges {
  fresh: CatalogueEntry[];
  renamed: {priceFeedId: number; from: string; to: string}[];
  gone: CatalogueEntry[];
  states: {priceFeedId: number; symbol: string | null; from: string | null; to: string | null}[];
  /** Every change of a listed feed, those above included. */
  entries: EntryChange[];
}

/** Compares two catalogues by id. Only a complete one can show that a feed is gone. */
export function compareFeeds(
  before: readonly CatalogueEntry[],
  after: readonly CatalogueEntry[],
  {complete}: {complete: boolean}
): FeedChanges {
  const held = index(before, ({priceFeedId}) => priceFeedId);
  const present = new Set(after.map(({priceFeedId}) => priceFeedId));
  const changes: FeedChanges = {fresh: [], renamed: [], gone: [], states: [], entries: []};
  for (const feed of after) {
    const old = held.get(feed.priceFeedId);
    const {priceFeedId, symbol, state} = feed;
    if (old === undefined) changes.fresh.push(feed);
    else if (old.state !== state) changes.states.push({priceFeedId, symbol, from: old.state, to: state});
    if (old?.symbol && symbol && old.symbol !== symbol)
      changes.renamed.push({priceFeedId, from: old.symbol, to: symbol});
  }
  const gone = complete && after.length > 0 ? before.filter(({priceFeedId}) => !present.has(priceFeedId)) : [];
  changes.gone = gone.filter(({state}) => state !== "gone").map((feed) => ({...feed, state: "gone"}));
  changes.entries = [...after, ...changes.gone].flatMap((feed) => entryChanges(held.get(feed.priceFeedId), feed));
  return changes;
}

// Stores of older versions, and the config, know only these columns: a first value of the others does not count as a change.
const always = [
  "symbol",
  "name",
  "description",
  "assetType",
  "exponent",
  "minChannel",
  "state",
  "fundingIntervalHours"
];

function entryChanges(before: CatalogueEntry | undefined, after: CatalogueEntry): EntryChange[] {
  if (before === undefined) return [];
  const [old, today] = [fieldsOf(before), fieldsOf(after)];
  const names = before.more === null ? always : [...new Set([...Object.keys(old), ...Object.keys(today)])];
  return names
    .filter((name) => !isDeepStrictEqual(old[name] ?? null, today[name] ?? null))
    .map((columnName) => ({
      ...{priceFeedId: after.priceFeedId, columnName},
      ...{before: jsonOf(old[columnName]), after: jsonOf(today[columnName])}
    }));
}

// The columns of an entry, and the fields of `more`.
function fieldsOf({priceFeedId: _, more, ...columns}: CatalogueEntry): Record<string, unknown> {
  return {...JSON.parse(more ?? "{}"), ...columns};
}

function jsonOf(value: unknown): string | null {
  return value === undefined || value === null ? null : toJson(value);
}
