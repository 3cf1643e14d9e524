import {derive} from "../../../loaders/sql/derive.js";
import type {TestStore} from "../../helpers/store.js";
import {body} from "../../store/midnight.js";

/** A rate: seconds after midnight, 1e-4 per interval, and the interval in hours. */
export type Rate = [seconds: number, bps: number, hours: number | null];

/** An entry of a feed's rate, in 1e-12 per interval, and its interval in hours. */
export function rateOf(priceFeedId: number, fundingRate: number, hours: number | null): object {
  const fundingRateInterval = hours === null ? null : hours * 3.6e9;
  return {priceFeedId, exponent: -12, fundingRate, fundingRateInterval};
}

/** An entry of a rate of feed 5, in 1e-4 per interval. */
export const rate = (bps: number, hours: number | null) => rateOf(5, bps * 1e8, hours);

/** Rates of a text such as "0:30 8 4; 1:00 -2 null": hour and minute, 1e-4 per interval, and the interval in hours. */
export function ratesOf(text: string): Rate[] {
  return text.split("; ").map((rate) => {
    const [time = "", bps, hours] = rate.split(" ");
    const [hour, minute] = time.split(":").map(Number);
    return [at(hour ?? 0, minute), Number(bps), hours === "null" ? null : Number(hours)];
  });
}

/** Seconds after midnight. */
export const at = (hours: number, minutes = 0, seconds = 0) => hours * 3600 + minutes * 60 + seconds;

/** Books rates of a feed, and a price of another as the store's last update; then derives. */
export async function bookRates(test: TestStore, rates: Rate[], end: number): Promise<void> {
  await test.book(
    ...rates.map(([seconds, bps, hours]) => body(seconds, rate(bps, hours))),
    body(end, {priceFeedId: 1, exponent: 0, price: 1})
  );
  await derive((work) => work(test.store));
}
