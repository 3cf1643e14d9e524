import {ConfigError} from "../config/errors.js";
import {explainRefusal, feedName} from "../load/catalogue.js";
import type {FeedProblem, Verdict} from "./check.js";
import type {Visit} from "./visit.js";

/** Whether each configured feed comes, and of each that does not: by name, why, and what to do. */
export function feedsVerdict(visit: Visit): Verdict {
  const {feeds: configured, asked, failure} = visit;
  if (failure instanceof ConfigError) throw failure;
  if (asked === 0 && failure !== null) return {ok: false, text: "not checked: the service gave no update"};
  const feeds = problemsOf(visit);
  const left =
    asked < configured ? `; ${configured - asked} of ${configured} not checked, as time was short or it failed` : "";
  if (feeds.length === 0 && left === "") return `all ${configured} configured feeds come`;
  return {ok: false, text: `${feeds.length} of ${asked} feeds asked for do not come${left}`, feeds};
}

function problemsOf({unknown, refused, leftOut, known}: Visit): FeedProblem[] {
  return [
    ...refused.map(({feed, reason}) => {
      const problem = /unknown/i.test(reason) ? "unknown" : "refused";
      return problemOf(feed, problem, explainRefusal({feed, reason}, known));
    }),
    ...unknown.map(({feed, reason}) => problemOf(feed, "unknown", `${reason}; correct it in feeds`)),
    ...leftOut.map((feed) => problemOf(feed, "left out", leftOutText(feed)))
  ];

  function problemOf(feed: number | string, problem: FeedProblem["problem"], text: string): FeedProblem {
    if (typeof feed === "string") return {priceFeedId: null, symbol: feed, problem, text};
    return {priceFeedId: feed, symbol: known.get(feed)?.symbol ?? null, problem, text};
  }

  function leftOutText(feed: number | string): string {
    if (typeof feed === "string") return `${feed}: this or another symbol was left out of an answer; give ids instead`;
    const entry = known.get(feed);
    const name = feedName(feed, entry?.symbol ?? null);
    if (entry === undefined) return `${name}: left out of the answer; no catalogue lists it: leave it out of feeds`;
    if (entry.state === "stable")
      return `${name}: left out of the answer, though the catalogue lists it as stable; ask the service why`;
    return `${name}: left out of the answer, as it is ${entry.state ?? "in no known state"}; leave it out of feeds until it is stable`;
  }
}
