import {sqlText} from "./list.js";

/** An argument of a named query. One name means the same in all of them. */
export interface Argument {
  name: string;
  type: string;
  /** With its unit in brackets at the end. */
  meaning: string;
  /** Its default, in SQL; null if it has to be given. */
  usual: string | null;
}

const meanings: Readonly<Record<string, readonly [type: string, meaning: string]>> = {
  feed: ["BIGINT", "the feed's id"],
  feeds: ["BIGINT[]", "the feeds' ids"],
  rateFeed: ["BIGINT", "id of the funding feed"],
  rateFeeds: ["BIGINT[]", "ids of funding feeds"],
  other: ["BIGINT", "the id of the feed that it is compared with"],
  since: ["TIMESTAMP", "start of the time range, in UTC"],
  until: ["TIMESTAMP", "end of the time range, in UTC"],
  instant: ["TIMESTAMP", "the time that is asked for, in UTC"],
  step: ["DOUBLE", "length of a step [s]"],
  resolution: [
    "VARCHAR",
    "raw, every update, or bars of 1m, 1h or 1d (funding: 1h, 1d); one text, no column of a join. A snapshot has raw only from snapshot_parts.since on"
  ],
  mode: ["VARCHAR", "indexed, difference or ratio"],
  base: ["TIMESTAMP", "when each line is 100, in UTC; null: at the start of the time range"],
  baseResolution: ["VARCHAR", "the resolution at the base; null: as resolution"],
  closed: ["VARCHAR", "skipped leaves the closed session out"],
  session: ["VARCHAR", "which session counts: open, all but the closed one; any; or one's name, such as regular"],
  maxAge: ["DOUBLE", "how old a price may be to be carried forward [s]"],
  adjusted: ["BOOLEAN", "whether prices are adjusted for later splits"],
  contracts: ["BIGINT[]", "ids of dated futures"],
  method: ["VARCHAR", "difference or ratio"],
  rollDays: ["DOUBLE", "how long before a contract expires the next one takes its place [d]"],
  ahead: ["DOUBLE", "how much later the truth is taken [s]"],
  factors: ["DOUBLE[]", "numbers of confidences"],
  quantiles: ["DOUBLE[]", "shares of the time, each from 0 to 1"],
  source: ["VARCHAR", "name of a view with priceFeedId, publishedAt and validSeconds; one text, no column of a join"],
  updates: ["VARCHAR", "name of the table prices, or of one with its columns; one text"],
  rates: ["VARCHAR", "name of the table funding, or of one with its columns; one text"],
  bars: ["VARCHAR", "name of the table bars_1m, or of one with its columns; one text"],
  windowSeconds: ["DOUBLE", "in which time the price has to move [s]"],
  amount: ["column", "a column of the source, or an expression of some"],
  longFeed: ["BIGINT", "id of the funding feed where the position is long"],
  shortFeed: ["BIGINT", "id of the funding feed where it is short"],
  entryBps: ["DOUBLE", "cost of entry of both positions together, of one position's size [bps]"],
  exitBps: ["DOUBLE", "cost of exit, the same way [bps]"],
  costBps: ["DOUBLE", "cost of entry and exit of both positions together, of one position's size [bps]"],
  holdDays: ["DOUBLE", "for how long the positions are held: the costs are spread over it [d]"],
  lags: ["BIGINT", "the largest lag, either way [steps]"],
  yearHours: ["DOUBLE", "hours of a year in which the market is open; null: as its sessions say [h]"],
  hours: ["INTEGER", "how many hours, up to the last update of the store [h]"],
  windowHours: ["DOUBLE[]", "lengths of windows, in open time [h]"],
  days: ["INTEGER", "how many days, up to the last update of the store [d]"],
  aside: ["DOUBLE", "how long before and after the payment [s]"],
  around: ["BIGINT", "how many updates on either side [updates]"],
  least: ["DOUBLE", "the smallest deviation of an outlier [robust standard deviations]"],
  smoothing: ["BIGINT", "how many steps are averaged [steps]"],
  positions: ["STRUCT[]", "a list of {priceFeedId, quantity}, as of list(positions)"],
  most: ["BIGINT", "how many there are at most"],
  search: ["VARCHAR", "words that a feed's symbol, name, class or id must have"],
  zone: ["VARCHAR", "time zone of the clocks, such as America/New_York"]
};

/** The arguments of a named query, in their order. @throws Error if one of them is undocumented */
export function argumentsOf(name: string): Argument[] {
  const [, list = ""] = /^CREATE OR REPLACE MACRO \w+\((.*)\) AS TABLE$/m.exec(sqlText(name) ?? "") ?? [];
  return list
    .split(", ")
    .filter(Boolean)
    .map((text) => {
      const [argument = "", usual = null] = text.split(" := ");
      const [type, meaning] = meanings[argument] ?? [];
      if (type === undefined || meaning === undefined)
        throw new Error(`${name} has an undocumented argument: ${argument}`);
      return {name: argument, type, meaning, usual};
    });
}
