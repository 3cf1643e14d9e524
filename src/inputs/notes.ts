import type {Span} from "../charts/model.js";
import type {Opening} from "../duckdb/sql/opening.js";
import {formatAge, type Instant, type Quantity, toMs, toNumber} from "../format/format.js";
import {zones} from "../format/zone.js";
import {html} from "../ui/elements/dom.js";
import {feedLabel} from "../ui/elements/names.js";
import type {Control} from "../ui/elements/segments.js";
import {type Dropped, type Picked, ranges, underlyingsOf} from "./pick.js";

const command = "npm run -s feedbook -- load history";
const everies = {"1s": 1, "10s": 10, "1m": 60, "5m": 300, "1h": 3600, "1d": 86_400}; // in seconds
const mostInstants = 300;

/** The command that loads the time shown, for charts without data in it, in lines that fit a phone. */
export function loadHint({feeds, from, until}: Pick<Picked, "feeds" | "from" | "until">): string | undefined {
  const seconds = (toMs(until) - toMs(from)) / 1000;
  return seconds > 0 ? ["to load them:", ...commandOf({feeds, from, until}, seconds)].join("\n") : undefined;
}

function commandOf({feeds, from, until}: Pick<Picked, "feeds" | "from" | "until">, seconds: number): string[] {
  const [every = "1d"] = Object.entries(everies).find(([, step]) => seconds / step <= mostInstants) ?? [];
  const written = (time: string | null): string => String(time).replace(".000Z", "Z");
  return [command, `--from ${written(from)}`, `--to ${written(until)}`, `--every ${every}${feedsOption(feeds)}`];
}

/** A row of `gaps`. */
interface GapRow {
  startedAt: Instant;
  resumedAt: Instant;
  seconds: Quantity;
  reason?: string | null;
}

/** The gaps of a feed as `spans` of a chart: hatched, with their lengths and, unless nothing is there, the commands that load them. */
export function gapSpans(rows: Iterable<GapRow>, {feeds}: Pick<Picked, "feeds">): Span[] {
  return Array.from(rows, ({startedAt, resumedAt, seconds, reason}) => {
    const [from, until] = [startedAt, resumedAt].map((time) => new Date(toMs(time)).toISOString()) as [string, string];
    const text = `gap of ${formatAge(seconds)}${reason ? `, ${reason}` : ""}`;
    const line = commandOf({feeds, from, until}, toNumber(seconds)).join(" ");
    return {from, until, text, hatched: true, ...(reason !== "nothing there" && {command: line})};
  });
}

function feedsOption(feeds: readonly number[] | null): string {
  const named = (feeds ?? []).filter((id) => id > 0); // 0 stands for all feeds
  return named.length === 0 ? "" : ` --feeds ${named.join()}`;
}

/**
 * A note on each part of the URL that the page cannot show, with the reason; `missing` names the data of the page, `choices`
 * has the values of its own choices.
 */
export function droppedNote(
  {feeds, others = []}: Opening,
  missing: string,
  choices: Readonly<Record<string, object>> = {}
): Control<Picked> {
  const element = html("p", {class: "fb-dropped", role: "status"});
  const feedReason = (named: string): string => {
    if (!/^\d+$/.test(named)) return `“${named}” is not a feed id`;
    const other = others.find(({priceFeedId}) => priceFeedId === Number(named));
    if (other === undefined) return `feed ${named} is not in the store`;
    return `${other.symbol === null ? feedLabel(other) : `${feedLabel(other)} (feed ${named})`} has no ${missing}`;
  };
  const reasonOf = ({name, value}: Dropped, {feed, finest}: Picked): string => {
    if (name === "feed") return feedReason(value);
    if (name === "with") {
      if (Number(value) === feed) return `feed ${value} would be compared with itself`;
      const isKnown = feeds.some(({priceFeedId}) => priceFeedId === Number(value));
      return isKnown ? `feed ${value} is one too many to compare` : feedReason(value);
    }
    if (name === "base") return `the base “${value}” is not a time`;
    if (name === "zoom") return `the zoom “${value}” is not a time range`;
    if (name === "step" || name === "candle")
      return `the ${name} “${value}” ${Number(value) > 0 ? `is finer than ${formatAge(finest)}, the finest here` : "does not fit"}`;
    if (name === "underlying") return `the underlying “${value}” is none of ${underlyingsOf(feeds).join(", ")}`;
    const all = {range: ranges, tz: zones, ...choices}[name] ?? {};
    return `the ${name === "tz" ? "time zone" : name} “${value}” is none of ${Object.keys(all).join(", ")}`;
  };
  return {
    element,
    show(picked) {
      const why = picked.dropped.map((dropped) => reasonOf(dropped, picked)).join("; ");
      element.hidden = why === "";
      element.textContent = `${why.charAt(0).toUpperCase()}${why.slice(1)}`;
    }
  };
}

/** The text of a page while the store lacks its data: how to load some. */
export function emptyState(missing = "updates"): HTMLElement {
  const command = html("code", {}, "npm run load");
  return html(
    "div",
    {class: "fb-empty", role: "status"},
    html("strong", {}, `No ${missing} in the store yet`),
    html("p", {}, "Run ", command, " to fill it. In a preview this page then shows them by itself.")
  );
}
