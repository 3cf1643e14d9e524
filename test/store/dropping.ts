import {sqlOf} from "../../loaders/inspect/status.js";
import {bodyAt, type TestStore} from "../helpers/store.js";
import {midnight} from "./midnight.js";

/** So many hours after midnight, in epoch ms. */
export function instant(hours: number): number {
  return midnight / 1000 + hours * 3_600_000;
}

const common = {exponent: -2, marketSession: "regular", fundingRateInterval: 8 * 3.6e9};

/** A body published so many hours after midnight: of feeds 1 and 2, with a reject and a value that becomes null. */
export function body(hours: number, price = 10_000, ...more: object[]): string {
  const priceFeeds = [
    {priceFeedId: 1, ...common, price, bestBidPrice: price - 1, bestAskPrice: price + 1, fundingRate: price},
    {priceFeedId: 2, exponent: -2, price: "x"},
    {priceFeedId: -1},
    ...more
  ];
  return bodyAt(instant(hours) * 1000, ...priceFeeds);
}

/** The derived tables whose rows stay when updates are dropped. */
export const tables = [
  "bars_1m",
  "bars_1h",
  "bars_1d",
  "session_runs",
  "quality_hours",
  "funding_runs",
  "funding_1h",
  "funding_1d",
  "funding_intervals"
];

/** The integrity of a store's books: `whole`, if nothing is lost. */
export async function booksOf(test: TestStore): Promise<unknown> {
  return (await test.records(sqlOf("integrity")))[0];
}
