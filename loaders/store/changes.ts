import type {CatalogueEntry} from "../service/catalogue.js";

/** A feed that was called otherwise. */
export interface Renaming {
  priceFeedId: number;
  from: string;
  to: string;
}

/** A feed whose state is another one than before; null where the catalogue did not say. */
export interface StateChange {
  priceFeedId: number;
  symbol: string | null;
  from: string | null;
  to: string | null;
}

/** What a catalogue says otherwise than the one before; `gone` feeds are those that it lists no longer. */
export interface FeedChanges {
  fresh: CatalogueEntry[];
  renamed: Renaming[];
  gone: CatalogueEntry[];
  states: StateChange[];
}

/** Compares two catalogues by id. Only one that is complete can show that a feed is gone. */
export function feedChanges(
  before: readonly CatalogueEntry[],
  after: readonly CatalogueEntry[],
  {complete}: {complete: boolean}
): FeedChanges {
  const [held, listed] = [byId(before), byId(after)];
  const changes: FeedChanges = {fresh: [], renamed: [], gone: [], states: []};
  for (const feed of after) {
    const old = held.get(feed.priceFeedId);
    const {priceFeedId, symbol, state} = feed;
    if (old === undefined) changes.fresh.push(feed);
    else if (old.state !== state) changes.states.push({priceFeedId, symbol, from: old.state, to: state});
    if (old?.symbol && symbol && old.symbol !== symbol)
      changes.renamed.push({priceFeedId, from: old.symbol, to: symbol});
  }
  const gone = complete && after.length > 0 ? before.filter(({priceFeedId}) => !listed.has(priceFeedId)) : [];
  changes.gone = gone.filter(({state}) => state !== "gone").map((feed) => ({...feed, state: "gone"}));
  return changes;
}

function byId(feeds: readonly CatalogueEntry[]): Map<number, CatalogueEntry> {
  return new Map(feeds.map((feed) => [feed.priceFeedId, feed]));
}
