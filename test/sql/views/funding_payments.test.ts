import {expect, it} from "vitest";
import {eachStore} from "../../helpers/each-store.js";
import {body, midnight} from "../../store/midnight.js";
import {at, rateOf} from "./rates.js";

const test = eachStore();

/** Books rates of a feed each half hour, with the instants that `named` gives for the seconds after midnight. */
async function book(feed: number, rateAt: (seconds: number) => [hours: number, instant: number | null]): Promise<void> {
  const steps = Array.from({length: 49}, (_, i) => i * 1800 + 2);
  await test.book(
    ...steps.map((seconds) => {
      const [hours, instant] = rateAt(seconds);
      const fundingTimestamp = instant === null ? null : midnight + instant * 1e6;
      return body(seconds, {...rateOf(feed, seconds * 1e6, hours), fundingTimestamp});
    })
  );
}

const last = (hours: number, seconds: number) => Math.floor(seconds / at(hours)) * at(hours);
const before = (hour: number) => (at(hour) - 1798) * 1e-6; // the rate of the last update before it
const first = (hour: number) => (at(hour) + 1802) * 1e-6; // the last rate of the hour after it
const after = (hour: number) => (at(hour) + 2) * 1e-6;
const payments = (feed: number) =>
  test.derived(`SELECT hour(paidAt) + 24 * (day(paidAt) - 8), rate, intervalHours, instantFrom
    FROM funding_payments WHERE priceFeedId = ${feed} ORDER BY paidAt`);

it.each<
  [
    what: string,
    instant: (seconds: number, hours: number) => number | null,
    rate: (hour: number) => number,
    from: string
  ]
>([
  ["just now, or nothing", (seconds) => (seconds % 3600 === 2 ? seconds - 0.27 : null), before, "interval"],
  ["an instant that cannot be", () => -midnight / 1e6, before, "interval"],
  ["the next one, some ms late", (seconds, hours) => last(hours, seconds) + at(hours) + 0.008, before, "service"]
])("has payments where the service sends %s, over a change from 8 to 4 hours", async (_, instant, rateAt, from) => {
  const hoursAt = (seconds: number) => (seconds < at(16) ? 8 : 4);
  await book(5, (seconds) => [hoursAt(seconds), instant(seconds, hoursAt(seconds))]);
  expect(await payments(5)).toEqual(
    [8, 16, 20, 24].map((hour) => [hour, expect.closeTo(rateAt(hour), 12), hour > 16 ? 4 : 8, from])
  );
});

it("pays the first rate after an instant that the service names afterwards, and once", async () => {
  await book(6, (seconds) => [8, last(8, seconds)]);
  expect(await payments(6)).toEqual([
    [0, expect.closeTo(first(0), 12), 8, "service"],
    [8, expect.closeTo(first(8), 12), 8, "service"],
    [16, expect.closeTo(first(16), 12), 8, "service"],
    [24, expect.closeTo(after(24), 12), 8, "service"]
  ]);
});

it("has no payment while no rate is valid", async () => {
  await test.book(body(at(1), rateOf(7, 8e8, 4)), body(at(23), rateOf(7, 4e8, 4)), body(at(25), rateOf(8, 1, 8)));
  expect(await payments(7)).toEqual([
    [4, 8e-4, 4, "interval"],
    [24, 4e-4, 4, "interval"]
  ]);
});
