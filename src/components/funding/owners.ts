import {rollup} from "d3-array";
import {feedLabel} from "../parts/feeds.js";
import {short} from "../parts/short.js";
import type {FundingRate} from "./basis.js";

/** Whose rate a feed carries, as charts name it: no two feeds alike. */
export interface Owner {
  venue: string;
  underlying: string;
}

/**
 * The owners of funding rates by feed id, read from `FundingRate.<venue>.<underlying>/<quote>`. Where feeds share venue
 * and underlying, the venue has the quote too, else the id. A feed with another symbol, or none, is an underlying itself.
 */
export function ownersOf(rows: Iterable<FundingRate>): Map<string, Owner> {
  const symbols = new Map(Array.from(rows, ({priceFeedId, symbol}) => [String(priceFeedId), symbol]));
  const read = Array.from(symbols, ([id, symbol]) => ({id, ...parts(id, symbol)}));
  const quoted = distinct(read, ({venue, quote}) => `${venue} ${quote}`);
  const named = distinct(quoted, ({venue, id}) => `${venue} (${id})`.trim());
  return new Map(named.map(({id, venue, underlying}) => [id, {venue, underlying}]));
}

interface Parts extends Owner {
  id: string;
  quote: string;
}

function parts(id: string, symbol: string | null | undefined): Omit<Parts, "id"> {
  const found = /^[^.]+\.([^.]+)\.([^/]+)(?:\/(.+))?$/.exec(symbol ?? "");
  if (found === null)
    return {venue: "", underlying: feedLabel({symbol: symbol ?? null, priceFeedId: Number(id)}), quote: ""};
  const [venue = "", underlying = "", quote = ""] = found.slice(1).map((part = "") => short(part));
  return {venue, underlying, quote};
}

// Those that are alike get another name for their venue.
function distinct(feeds: Parts[], rename: (feed: Parts) => string): Parts[] {
  const counts = rollup(feeds, ({length}) => length, nameOf);
  return feeds.map((feed) => ((counts.get(nameOf(feed)) ?? 0) > 1 ? {...feed, venue: rename(feed).trim()} : feed));
}

function nameOf({venue, underlying}: Owner): string {
  return JSON.stringify([venue, underlying]);
}
