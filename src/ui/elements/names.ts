import {formatAge, type Instant, type Quantity} from "../../format/format.js";
import type {Payment} from "./countdown.js";
import {html} from "./dom.js";

/** What identifies a feed to readers. */
export interface FeedNames {
  priceFeedId: number | bigint;
  symbol?: string | null;
  name?: string | null;
  assetType?: string | null;
  marketSession?: string | null;
  /** Age of the feed's last own update, in seconds, and whether it is too old for its session, by `is_stale` of SQL. */
  ageSeconds?: Quantity;
  stale?: boolean | null;
  /** When its regular session opens and closes next, by its schedule. */
  nextOpenAt?: Instant | null;
  nextCloseAt?: Instant | null;
  /** What else is wrong with it now, of `price_board` in SQL: `stale`, `crossed`, `wide` or `stalled`. */
  issue?: string | null;
  /** The rule that it breaks: of its worst open event. */
  event?: string | null;
  /** A sparkline: a letter per time step, from `A`, the lowest, to `z`, the highest; other characters are gaps. */
  spark?: string | null;
}

/** A price feed's last values: in human units, changes as fractions, spread and confidence in bps of the price. */
export interface PriceFeed extends FeedNames {
  price?: Quantity;
  exponent?: Quantity;
  change1h?: Quantity;
  change24h?: Quantity;
  spreadBps?: Quantity;
  confidenceBps?: Quantity;
  publisherCount?: Quantity;
}

/** A feed's last funding rate, as fractions, and how often it is paid. */
export interface RateFeed extends FeedNames, Payment {
  rate8h?: Quantity;
  apr?: Quantity;
}

/** A feed's symbol as views show it, or its id if it has none. */
export function feedLabel({symbol, priceFeedId}: Pick<FeedNames, "symbol" | "priceFeedId">): string {
  return short(symbol ?? `feed ${priceFeedId}`);
}

/** A feed's full symbol and name, for `title` attributes. */
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

/** Sessions as one text: `regular session`, `regular, pre-market sessions`; null is an unknown session. */
export function sessionNames(sessions: Iterable<string | null> | null | undefined): string {
  const all = Array.from(sessions ?? [], (session) => (session === null ? "unknown" : sessionName(session)));
  return all.length === 0 ? "no session" : `${all.join(", ")} ${all.length === 1 ? "session" : "sessions"}`;
}

/** The readable name of a market session. The service may add sessions: one not listed here keeps its name. */
export function sessionName(session: string): string {
  return Object.hasOwn(names, session) ? (names[session] ?? session) : short(session);
}

/** A text of a column as people write it: in `marketSession` the name of the session. */
export function wordOf(column: string, text: string): string {
  return column === "marketSession" ? sessionName(text) : text;
}

const most = 60;

/** A text of the service as views show it: beyond 60 characters only its start and its end, which say most. */
export function short(text: string): string {
  return text.length <= most ? text : `${text.slice(0, most / 2)}…${text.slice(1 - most / 2)}`;
}

/** {@link short} for use as a child of an element: the title of a shortened text is the full text. */
export function shortened(text: string): HTMLElement | string {
  return text.length > most ? html("span", {title: text}, short(text)) : text;
}

/** The market session as a badge, or `stale` for a stale feed. Without a session, a dash. */
export function sessionBadge(
  session: string | null | undefined,
  {ageSeconds, stale}: Pick<FeedNames, "ageSeconds" | "stale"> = {}
): HTMLElement {
  if (session === null || session === undefined || session === "")
    return html("span", {class: "fb-badge", "data-state": "none"}, "–");
  if (!stale) return html("span", {class: "fb-badge", "data-state": session, title: session}, sessionName(session));
  const title = `no update of its own for ${formatAge(ageSeconds)} in the ${sessionName(session)} session`;
  return html("span", {class: "fb-badge", "data-state": "stale", title}, "stale");
}

/** The tone of an age: `warn` for a stale feed, `quiet` for a closed market, which repeats its last update, else none. */
export function ageTone({
  marketSession,
  stale
}: Pick<FeedNames, "marketSession" | "stale">): "warn" | "quiet" | undefined {
  if (stale) return "warn";
  return marketSession === "closed" ? "quiet" : undefined;
}

/** Whether a feed's symbol, name, class or id has each word of a query; `is_found` in SQL is the same rule. */
export function matches(
  {priceFeedId, symbol, name, group}: FeedNames & {group?: string | null | undefined},
  query: string
): boolean {
  return hasWords([symbol, name, group, `feed ${priceFeedId}`].join(" "), query);
}

/** Whether a text has every word of a query, in any case and order; `has_words` in SQL is the same rule. */
export function hasWords(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
