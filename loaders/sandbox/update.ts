import type {Encoding, Format} from "../config/choices.js";
import {properties} from "../config/choices.js";
import type {Feed, Quote} from "./feed.js";
import {quote} from "./market.js";
import {type Property, seal} from "./seal.js";

/** An update: the quotes of some feeds at an instant (Unix µs). The market gives the rest, so it is the whole of it. */
export interface Update {
  timestampUs: number;
  feeds: readonly Feed[];
  properties: readonly Property[];
}

/** A binary block of a body: opaque bytes in text. */
export interface Block {
  encoding: Encoding;
  data: string;
}

/** The parsed part of a body. */
export interface Parsed {
  timestampUs: string;
  priceFeeds: Partial<Quote>[];
}

/** A body of any of the three endpoints; what was not asked for is left out. */
export type Body = {parsed?: Parsed} & {[format in Format]?: Block};

/** An update as the parsed part of a body: an entry per feed, in order, with the properties asked for. */
export function parsedOf(seed: number, {timestampUs, feeds, properties: wanted}: Update): Parsed {
  const names = wanted.length === properties.length ? null : new Set<string>(wanted);
  const quotes = feeds.map((feed) => quote(seed, feed, timestampUs));
  return {
    timestampUs: String(timestampUs),
    priceFeeds: names === null ? quotes : quotes.map((entry) => pick(entry, names))
  };
}

/** An update as a binary block. */
export function blockOf(seed: number, update: Update, format: Format, encoding: Encoding): Block {
  const content = {
    timestampUs: update.timestampUs,
    properties: update.properties,
    ids: update.feeds.map(({id}) => id)
  };
  return {encoding, data: seal(seed, format, content).toString(encoding)};
}

const requestable: ReadonlySet<string> = new Set(properties);

// The requested properties only, the id, and anything that cannot be requested.
function pick(quote: Quote, wanted: ReadonlySet<string>): Partial<Quote> {
  return Object.fromEntries(Object.entries(quote).filter(([name]) => wanted.has(name) || !requestable.has(name)));
}
