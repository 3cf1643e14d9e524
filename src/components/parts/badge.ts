import {formatAge, type Quantity, toNumber} from "../../lib/format.js";
import {html} from "./dom.js";
import {sessionName} from "./names.js";

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
