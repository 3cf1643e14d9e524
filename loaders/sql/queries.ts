import {readdirSync, readFileSync} from "node:fs";
import {basename} from "node:path";

/** An argument of a named query. One name means the same in all of them. */
export interface Argument {
  name: string;
  type: string;
  /** With its unit in brackets at the end. */
  meaning: string;
  /** Its default, in SQL; null if it has to be given. */
  usual: string | null;
}

const folder = new URL("./queries/", import.meta.url);

const meanings: Readonly<Record<string, readonly [type: string, meaning: string]>> = {
  feed: ["BIGINT", "the feed's id"],
  feeds: ["BIGINT[]", "the feeds' ids"],
  other: ["BIGINT", "the id of the feed that it is compared with"],
  since: ["TIMESTAMP", "start of the time range, in UTC"],
  until: ["TIMESTAMP", "end of the time range, in UTC"],
  instant: ["TIMESTAMP", "the time that is asked for, in UTC"],
  step: ["DOUBLE", "length of a step [s]"],
  resolution: [
    "VARCHAR",
    "raw, every update, or bars of 1m, 1h or 1d (funding: 1h, 1d); one text, no column of a join. A snapshot has raw only from snapshot_parts.since on"
  ],
  closed: ["VARCHAR", "skipped leaves the closed session out"],
  session: ["VARCHAR", "which session counts: open, all but the closed one; or one's name, such as regular"],
  maxAge: ["DOUBLE", "how old a price may be to be carried forward [s]"],
  ahead: ["DOUBLE", "how much later the truth is taken [s]"],
  factors: ["DOUBLE[]", "numbers of confidences"],
  quantiles: ["DOUBLE[]", "shares of the time, each from 0 to 1"],
  source: ["VARCHAR", "name of a view with priceFeedId, publishedAt and validSeconds; one text, no column of a join"],
  amount: ["column", "a column of the source, or an expression of some"],
  longFeed: ["BIGINT", "id of the funding feed where the position is long"],
  shortFeed: ["BIGINT", "id of the funding feed where it is short"],
  entryBps: ["DOUBLE", "cost of entry of both positions together, of one position's size [bps]"],
  exitBps: ["DOUBLE", "cost of exit, the same way [bps]"],
  lags: ["BIGINT", "the largest lag, either way [steps]"],
  yearHours: ["DOUBLE", "hours of a year in which the market is open; null: as its sessions say [h]"],
  hours: ["INTEGER", "how many hours, up to the last update of the store [h]"],
  most: ["BIGINT", "how many there are at most"],
  search: ["VARCHAR", "words that a feed's symbol, name, class or id must have"],
  zone: ["VARCHAR", "time zone of the clocks, such as America/New_York"]
};

// The file of each named query; folders are named after the pages that draw it, or `analysis`.
const files = filesByName(
  readdirSync(folder, {recursive: true, encoding: "utf8"}).filter((file) => file.endsWith(".sql"))
);

/** Paths by the names of their queries. @throws Error if two have one name: the second would replace the first */
export function filesByName(paths: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of paths) {
    const name = basename(path, ".sql");
    const other = found.get(name);
    if (other !== undefined) throw new Error(`two queries of one name: ${other} and ${path}`);
    found.set(name, path);
  }
  return found;
}

/** Names of the named queries in alphabetical order: the table macros of pages and analyses. */
export const namedQueries: readonly string[] = [...files.keys()].toSorted();

/** The text that creates a named query, with the comment at its head; null for an unknown name. */
export function queryText(name: string): string | null {
  const file = files.get(name);
  return file ? readFileSync(new URL(file, folder), "utf8") : null;
}

/** The arguments of a named query, in their order. @throws Error if one of them is undocumented */
export function argumentsOf(name: string): Argument[] {
  const [, list = ""] = /^CREATE OR REPLACE MACRO \w+\((.*)\) AS TABLE$/m.exec(queryText(name) ?? "") ?? [];
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
