import type {Opening} from "../duckdb/sql/opening.js";
import {toMs} from "../format/format.js";
import {html} from "../ui/elements/dom.js";
import {feedLabel} from "../ui/elements/names.js";
import type {Control} from "../ui/elements/segments.js";
import {type Dropped, type Picked, ranges} from "./pick.js";

const command = "npm run -s feedbook -- load history";
const everies = {"1s": 1, "10s": 10, "1m": 60, "5m": 300, "1h": 3600, "1d": 86_400}; // in seconds
const mostInstants = 300;

/** The command that loads the time shown, for charts without data in it, in lines that fit a phone. */
export function loadHint({feeds, from, until}: Pick<Picked, "feeds" | "from" | "until">): string | undefined {
  const seconds = (toMs(until) - toMs(from)) / 1000;
  if (!(seconds > 0)) return undefined;
  const [every = "1d"] = Object.entries(everies).find(([, step]) => seconds / step <= mostInstants) ?? [];
  return [
    "to load them:",
    command,
    `--from ${from?.replace(".000Z", "Z")}`,
    `--to ${until?.replace(".000Z", "Z")}`,
    `--every ${every}${feedsOption(feeds)}`
  ].join("\n");
}

function feedsOption(feeds: readonly number[] | null): string {
  const named = (feeds ?? []).filter((id) => id > 0); // 0 stands for all feeds
  return named.length === 0 ? "" : ` --feeds ${named.join()}`;
}

/** A note on each part of the URL that the page cannot show, with the reason; `missing` names the data of the page. */
export function droppedNote({feeds, others = []}: Opening, missing: string): Control<Picked> {
  const element = html("p", {class: "fb-dropped", role: "status"});
  const reasons: Record<Dropped["name"], (value: string, picked: Pick<Picked, "feed">) => string> = {
    feed(named) {
      if (!/^\d+$/.test(named)) return `“${named}” is not a feed id`;
      const other = others.find(({priceFeedId}) => priceFeedId === Number(named));
      if (other === undefined) return `feed ${named} is not in the store`;
      return `${other.symbol === null ? feedLabel(other) : `${feedLabel(other)} (feed ${named})`} has no ${missing}`;
    },
    with(value, {feed}) {
      if (Number(value) === feed) return `feed ${value} would be compared with itself`;
      const isKnown = feeds.some(({priceFeedId}) => priceFeedId === Number(value));
      return isKnown ? `feed ${value} is one too many to compare` : reasons.feed(value, {feed: null});
    },
    range: (value) => `the range “${value}” is none of ${Object.keys(ranges).join(", ")}`,
    zoom: (value) => `the zoom “${value}” is not a time range`,
    step: (value) => `the step “${value}” does not fit`,
    base: (value) => `the base “${value}” is not a time`
  };
  return {
    element,
    show(picked) {
      const why = picked.dropped.map(({name, value}) => reasons[name](value, picked)).join("; ");
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
