import {ascending, group, rollup} from "d3-array";
import type {Series} from "../../charts/model.js";
import {dashes, feedLooks} from "../../ui/elements/looks.js";
import {feedLabel, short} from "../../ui/elements/names.js";
import {color} from "../../ui/elements/theme.js";
import type {FundingRate} from "./basis.js";

/** The rows of one feed, with its venue and underlying. */
export interface Line<Row> extends Owner {
  id: string;
  rows: Row[];
}

/** Rows as a line per feed, by underlying, then venue. */
export function linesOf<Row extends FundingRate>(rows: readonly Row[]): Line<Row>[] {
  const byFeed = group(rows, ({priceFeedId}) => String(priceFeedId));
  const lines = Array.from(ownersOf(rows), ([id, owner]) => ({...owner, id, rows: byFeed.get(id) ?? []}));
  return lines.sort((a, b) => ascending(a.underlying, b.underlying) || ascending(a.venue, b.venue));
}

// How much of the text's colour the lines of a venue have, as dashes alone are hard to distinguish where lines cross.
const strength = [0, 60, 25, 85];

/** Labels and looks of lines: a hue per underlying, as in all charts, a dash per venue, and for one underlying a shade per venue. */
export function stylesOf(lines: readonly Owner[]): (line: Owner) => Pick<Series, "label" | "color" | "dash" | "size"> {
  const venues = [...new Set(lines.map(({venue}) => venue))];
  const underlyings = underlyingsOf(lines);
  const looks = feedLooks(underlyings);
  return (line) => {
    const {venue, underlying} = line;
    const at = venues.indexOf(venue) % dashes.length;
    const dash = dashes[at];
    const label = underlyings.length === 1 ? venue || underlying : venues.length === 1 ? underlying : nameOf(line);
    const hue = looks[underlyings.indexOf(underlying)]?.color ?? color.price;
    const isPlain = at === 0 || underlyings.length > 1;
    const shade = isPlain ? hue : `color-mix(in oklab, ${color.ink} ${strength[at]}%, ${hue})`;
    return {label, color: shade, ...(dash && {dash, size: 2})};
  };
}

/** The subject of a chart's title: the lines' common underlying, if they have one. */
export function subjectOf(lines: readonly Owner[]): string {
  const [one, ...others] = underlyingsOf(lines);
  return one !== undefined && others.length === 0 ? `${one} funding` : "Funding";
}

/** Venue and underlying as one name. */
export function nameOf({venue, underlying}: Owner): string {
  return `${venue} ${underlying}`.trim();
}

function underlyingsOf(lines: readonly Owner[]): string[] {
  return [...new Set(lines.map(({underlying}) => underlying))];
}

/** The venue and underlying of a funding feed, as charts name them; unique among feeds. */
export interface Owner {
  venue: string;
  underlying: string;
}

/**
 * Venues and underlyings by feed id, read from `FundingRate.<venue>.<underlying>/<quote>`. If feeds share both, the
 * quote is added to the venue, and if needed the id. A feed with another symbol, or none, is its own underlying.
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

function distinct(feeds: Parts[], rename: (feed: Parts) => string): Parts[] {
  const counts = rollup(feeds, ({length}) => length, keyOf);
  return feeds.map((feed) => ((counts.get(keyOf(feed)) ?? 0) > 1 ? {...feed, venue: rename(feed).trim()} : feed));
}

function keyOf({venue, underlying}: Owner): string {
  return JSON.stringify([venue, underlying]);
}
