import {shorten} from "../config/size.js";
import {toJson} from "./json.js";

/** The object of a response that has its entries. */
export interface Update {
  timestampUs?: unknown;
  priceFeeds: unknown[];
}

/** A websocket message without prices: its type, and its text if it reports an error or ignored feeds. */
export interface Message {
  type: string;
  text: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

const mostNested = 4; // levels of envelopes around an update

/**
 * Finds the updates in a body: the object with `priceFeeds`, as the service sends it, by itself, or within the envelopes of a
 * websocket or a recorder, where it may also be JSON text, which `parse` reads.
 */
export function updatesIn(whole: unknown, parse: (text: string) => unknown, levels = mostNested): Update[] {
  const value = read(whole, parse);
  if (!isFields(value)) return [];
  if (Array.isArray(value.priceFeeds)) return [value as unknown as Update];
  const update = value.parsed;
  if (isFields(update) && Array.isArray(update.priceFeeds)) return [update as unknown as Update];
  return levels === 0 ? [] : Object.values(value).flatMap((part) => updatesIn(part, parse, levels - 1));
}

// Any value but the text of an object stays as it is.
function read(value: unknown, parse: (text: string) => unknown): unknown {
  if (typeof value !== "string" || !/^\s*\{/.test(value)) return value;
  try {
    return parse(value);
  } catch {
    return null; // a text that only looks like JSON
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The problem of a body that has only signed data. */
export const signedOnly = "body has no parsed object, only signed data: ask for parsed";

/** Why a body has no update, and which body it is, if that is known. */
export function problemOf(whole: unknown): string {
  const names = new Set(namesIn(whole));
  const has = (...some: string[]) => some.some((name) => names.has(name));
  if (has("publish_time", "price_feed", "proof_available_time") || (has("binary") && !has("priceFeeds")))
    return "body is of Hermes, a service of other feeds, prices and ids: ask the price feed service";
  if (has("price_feeds", "price_feed_id", "timestamp_us") || (has("t", "s") && has("o", "c")))
    return "body is of the history API, whose prices are not mantissas: feedbook load history asks the price feed service";
  if (has("priceFeedId") && isFields(whole) && "priceFeedId" in whole)
    return "body is an entry without its response, which has the time: save whole responses";
  if (!isFields(whole)) return "body is not an object";
  if (has("evm", "solana", "leEcdsa", "leUnsigned") && !("parsed" in whole)) return signedOnly;
  if (isFields(whole.parsed)) return "body has no array at parsed.priceFeeds";
  const type = typedIn(whole)?.type;
  return type === undefined || type === "streamUpdated"
    ? "body has no parsed object"
    : `message of unknown type ${type.slice(0, 80)}`;
}

// The object with a type, in the envelopes of a recorder.
function typedIn(whole: unknown, levels = 2): (Fields & {type: string}) | null {
  if (!isFields(whole)) return null;
  if (typeof whole.type === "string") return whole as Fields & {type: string};
  if (levels === 0) return null;
  const found = Object.values(whole).map((part) => typedIn(read(part, JSON.parse), levels - 1));
  return found.find((typed) => typed !== null) ?? null;
}

// The names of fields; of an array, only its first element counts.
function namesIn(whole: unknown, levels = mostNested): string[] {
  if (Array.isArray(whole)) return namesIn(whole[0], levels);
  if (!isFields(whole) || levels === 0) return [];
  return Object.entries(whole)
    .slice(0, 100)
    .flatMap(([name, value]) => [name, ...namesIn(value, levels - 1)]);
}

const quiet = /^(?:(?:un)?subscribed?|subscribedWithInvalidFeedIdsIgnored|ping|pong|heartbeat|connected|welcome)$/i;

/** The websocket message in a body without an update; null if there is none. */
export function messageIn(whole: unknown): Message | null {
  const typed = typedIn(whole);
  if (typed === null) return null;
  const {type, error, message, reason, ignoredInvalidFeedIds: ignored} = typed;
  const problem = error ?? (/error/i.test(type) ? (message ?? reason ?? typed) : null);
  if (problem != null) return {type, text: textOf(problem)};
  if (!quiet.test(type)) return null;
  const left = Object.entries(isFields(ignored) ? ignored : {}).filter(
    ([, ids]) => !Array.isArray(ids) || ids.length > 0
  );
  return {type, text: left.length === 0 ? null : `feeds are left out: ${textOf(Object.fromEntries(left))}`};
}

function textOf(value: unknown): string {
  return shorten(typeof value === "string" ? value : toJson(value), 200);
}
