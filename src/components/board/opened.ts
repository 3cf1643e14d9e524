import type {FeedNames, PriceFeed, RateFeed} from "../parts/feeds.js";

/** A result as a list per column, all of one length; null in each where there are no rows. */
export type Lists = Readonly<Record<string, readonly unknown[] | null>>;

/** What the loader of the board made: a single row of lists each. */
export interface MadeBoard {
  feeds: readonly Lists[];
  rates: readonly Lists[];
  sparks: readonly Lists[];
}

/** The rows of the board, each with its sparkline. */
export function boardRows({feeds, rates, sparks}: MadeBoard): {prices: PriceFeed[]; rates: RateFeed[]} {
  const byFeed = new Map(rowsOf(sparks[0]).map(({priceFeedId, spark}) => [priceFeedId, spark]));
  const told = (lists: Lists | undefined) =>
    rowsOf(lists).map((row) => ({...row, spark: byFeed.get(row.priceFeedId)}) as FeedNames);
  return {prices: told(feeds[0]), rates: told(rates[0])};
}

function rowsOf(lists: Lists = {}): Record<string, unknown>[] {
  const columns = Object.entries(lists);
  const length = columns[0]?.[1]?.length ?? 0;
  return Array.from({length}, (_, i) =>
    Object.fromEntries(columns.map(([name, values]) => [name, values?.[i] ?? null]))
  );
}
