import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {eachStore} from "../helpers/each-store.js";
import {soaking} from "../helpers/soak.js";
import type {Told} from "../helpers/store.js";
import {contentsOf} from "../store/contents.js";
import {body, midnight, quote} from "../store/midnight.js";

const tables = [
  "bars_1m",
  "bars_1h",
  "bars_1d",
  "session_runs",
  "sessions",
  "quality_hours",
  "quality_1h",
  "gap_runs",
  "funding_runs",
  "funding_1h",
  "funding_1d",
  "funding_intervals"
];
const test = eachStore();

const updates = fc.record({
  feed: fc.integer({min: 1, max: 2}),
  second: fc.oneof(
    fc.integer({min: 0, max: 90}),
    fc.integer({min: 0, max: 50}).map((n) => n * 1800)
  ),
  price: fc.integer({min: -500, max: 50_000}),
  half: fc.integer({min: -3, max: 40}),
  marketSession: fc.constantFrom("regular", "closed", null),
  late: fc.integer({min: 0, max: 3}),
  exponent: fc.constantFrom(-2, -4),
  bad: fc.constantFrom("", "", "", "price", "priceFeedId"),
  missingFeeds: fc.constantFrom([], [], [2], [1, 3]),
  fundingRate: fc.constantFrom(null, -7, 0, 7, 900),
  interval: fc.constantFrom(8, 8, 4, 0, null)
});

type Update = typeof updates extends fc.Arbitrary<infer Each> ? Each : never;

describe("derive(withStore)", () => {
  it("gives what a rebuild gives, in whatever order the rows came", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(updates, {maxLength: 12}), {minLength: 1, maxLength: 5}), async (loads) => {
        for (const load of loads) {
          await test.book(...load.map(bodyOf));
          await test.derive();
        }
        const followed = await contentsOf(test, tables);
        await test.derive({rebuild: true});
        expect(followed).toEqual(await contentsOf(test, tables));
      }),
      {numRuns: soaking ? 100 : 3}
    );
  }, 240_000);
});

function bodyOf({feed, second, half, late, bad, missingFeeds, ...entry}: Update): Told {
  const {price, exponent, marketSession, fundingRate, interval} = entry;
  return {
    text: body(second, {
      ...quote(price, {feed, bid: price - half, ask: price + half, exponent}),
      marketSession,
      fundingRate,
      fundingRateInterval: interval === null ? null : interval * 3.6e9,
      feedUpdateTimestamp: midnight + (second - late) * 1e6,
      ...(bad === "" ? {} : {[bad]: "x"})
    }),
    receivedAt: new Date(midnight / 1000 + (second + half) * 1000),
    missingFeeds
  };
}
