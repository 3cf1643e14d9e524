import {formatAge, type Quantity, toNumber} from "../../lib/format.js";
import type {Feed} from "../../lib/opening.js";
import type {Payment} from "./countdown.js";
import {html} from "./dom.js";

/** What a feed is named by. */
export interface FeedNames {
  priceFeedId: number | bigint;
  symbol?: string | null;
  name?: string | null;
  assetType?: string | null;
  marketSession?: string | null;
  /** Age of the feed's last own update, in seconds. */
  ageSeconds?: Quantity;
  /** A letter for each step of time, from `A`, the lowest, to `z`, the highest; anything else is a gap. */
  spark?: string | null;
}

/** The last values of a feed that has prices: in human units, changes as fractions, spread and confidence in bps of the price. */
export interface PriceFeed extends FeedNames {
  price?: Quantity;
  exponent?: Quantity;
  change1h?: Quantity;
  change24h?: Quantity;
  spreadBps?: Quantity;
  confidenceBps?: Quantity;
  publisherCount?: Quantity;
}

/** The last funding rate of a feed, as fractions, and how often it is paid. */
export interface RateFeed extends FeedNames, Payment {
  rate8h?: Quantity;
  apr?: Quantity;
}

/** A feed's symbol as views show it, or its id if it has none. */
export function feedLabel({symbol, priceFeedId}: Pick<FeedNames, "symbol" | "priceFeedId">): string {
  return short(symbol ?? `feed ${priceFeedId}`);
}

/** A feed's whole symbol and its name: the title of what shows it. */
export function feedTitle({symbol, name}: Pick<FeedNames, "symbol" | "name">): string {
  return [symbol, name].filter(Boolean).join(", ");
}

const names: Record<string, string> = {
  regular: "regular",
  preMarket: "pre-market",
  postMarket: "post-market",
  overNight: "overnight",
  closed: "closed"
};

/** Sessions as one text: `regular session`, `regular, pre-market sessions`; those that are not known are null. */
export function sessionNames(sessions: Iterable<string | null> | null | undefined): string {
  const all = Array.from(sessions ?? [], (session) => (session === null ? "unknown" : sessionName(session)));
  return all.length === 0 ? "no session" : `${all.join(", ")} ${all.length === 1 ? "session" : "sessions"}`;
}

/** The readable name of a market session. The service's list may grow: a session that is not known keeps its own name. */
export function sessionName(session: string): string {
  return Object.hasOwn(names, session) ? (names[session] ?? session) : short(session);
}

const most = 60;
const cuts = new Map<string, string>(); // what was cut, by what is shown of it

/** A text of the service as views show it: of one of more than 60 characters its start and its end, which say most. */
export function short(text: string): string {
  if (text.length <= most) return text;
  const shown = `${text.slice(0, most / 2)}…${text.slice(1 - most / 2)}`;
  cuts.set(shown, text);
  return shown;
}

/** The same to put into an element: of a longer one the whole is in its title. */
export function shortened(text: string): HTMLElement | string {
  return text.length > most ? html("span", {title: text}, short(text)) : text;
}

/** The title of an element whose text has shortened ones in it: the same with their wholes; null where nothing was cut. */
export function wholeOf(text: string): string | null {
  let whole = text;
  for (const [shown, uncut] of cuts) whole = whole.replaceAll(shown, () => uncut);
  return whole === text ? null : whole;
}

/** Options of {@link sessionBadge}. */
export interface BadgeOptions {
  /** Age of the feed's last own update in seconds. */
  ageSeconds?: Quantity;
  /** From which age on a feed in its regular session is stale; default 60. */
  staleAfterSeconds?: number;
}

/** The market session as a badge: `closed` and old is normal, `regular` and old says stale. A feed without session shows a dash. */
export function sessionBadge(session: string | null | undefined, options: BadgeOptions = {}): HTMLElement {
  if (session === null || session === undefined || session === "")
    return html("span", {class: "fb-badge", "data-state": "none"}, "–");
  if (!isStale(session, options))
    return html("span", {class: "fb-badge", "data-state": session, title: session}, sessionName(session));
  const title = `no update of its own for ${formatAge(options.ageSeconds)} in the ${sessionName(session)} session`;
  return html("span", {class: "fb-badge", "data-state": "stale", title}, "stale");
}

/** Whether a feed is older than it may be in its session. `is_stale` in SQL says the rule, and the same. */
export function isStale(
  session: string | null | undefined,
  {ageSeconds, staleAfterSeconds = 60}: BadgeOptions
): boolean {
  return session === "regular" && toNumber(ageSeconds) > staleAfterSeconds;
}

/** The tone of an age: `warn` for a stale feed, `quiet` for a closed market, which repeats its last update, else none. */
export function ageTone(session: string | null | undefined, options: BadgeOptions): "warn" | "quiet" | undefined {
  if (isStale(session, options)) return "warn";
  return session === "closed" ? "quiet" : undefined;
}

/**
 * Whether a feed's symbol, name, class or id has every word of a query, as {@link hasWords} says; `is_found` in SQL
 * says the same.
 */
export function matches({priceFeedId, symbol, name, group}: Feed, query: string): boolean {
  return hasWords([symbol, name, group, `feed ${priceFeedId}`].join(" "), query);
}

/**
 * Whether a text has every word of a query, whatever their case and order. Words end at any blank, also one that does
 * not break; `has_words` in SQL says the same.
 */
export function hasWords(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
