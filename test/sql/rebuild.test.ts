import {randomLcg, shuffler} from "d3";
import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {namesOf} from "../../loaders/sql/list.js";
import {eachStore} from "../helpers/each-store.js";
import {soaking} from "../helpers/soak.js";
import {bodyAt, type Told} from "../helpers/store.js";
import {contentsOf} from "../store/contents.js";
import {body, midnight, quote} from "../store/midnight.js";

const tables = [
  ...namesOf("store", "table"),
  ...["sessions", "quality_1h", "funding_1h", "funding_1d", "funding_intervals", "events"]
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

// Feeds that change their steps, pause and are requested in vain.
function randomPoints(random: () => number): {feed: number; us: number; missed: boolean}[] {
  const pick = (of: readonly number[]) => of[Math.floor(random() * of.length)] ?? 0;
  return Array.from({length: 40}, (_, feed) => {
    const points: {feed: number; us: number; missed: boolean}[] = [];
    const [jitter, dropped] = feed % 2 === 0 ? [0, 0.02] : [0.1, 0.05];
    for (let at = 120 * random(); at < 900 && points.length < 120; at += pick([0, 5, 70 / 60, 60])) {
      const step = pick([1 / 6, 0.5, 1, 5, 5, 10, 20, 40, 90]);
      const vain = feed % 3 === 0 && random() < 0.3 ? 10 : 0;
      for (let left = vain + pick([1, 2, 3, 5, 8, 20, 40]); left > 0; left--) {
        const missed = left <= vain || random() < dropped;
        if (!missed || feed % 3 === 0) points.push({feed, us: midnight + Math.round(at * 6e7), missed});
        at += step * (1 + jitter * (2 * random() - 1));
      }
    }
    return points;
  }).flat();
}

describe("derive(withStore), of gaps", () => {
  it.each(soaking ? [1, 2, 3, 4, 5, 6, 7, 8] : [1])(
    "gives what a rebuild gives for random steps in any order, seed %i",
    async (seed) => {
      const random = randomLcg(seed / 10);
      const points = shuffler(random)(randomPoints(random));
      const loads = 4;
      for (let load = 0; load < loads; load++) {
        const own = points.filter((_, i) => i % loads === load);
        const bodies = own.map(({feed, us, missed}) => {
          const entry = {priceFeedId: feed, price: 1, marketSession: random() < 0.5 ? "closed" : "regular"};
          const request = {priceFeedIds: [feed], timestamp: us};
          const text = bodyAt(us, ...(missed ? [] : [entry]));
          return {text, endpoint: "price", request, requestedAt: new Date(), missingFeeds: missed ? [feed] : []};
        });
        await test.book(...bodies);
        await test.derive();
      }
      const kinds = await test.records("SELECT DISTINCT kind FROM gap_runs WHERE kind LIKE 'no%'");
      expect(kinds).toHaveLength(2);
      const followed = await contentsOf(test, ["gap_runs", "gaps", "quality_1h"]);
      await test.derive({rebuild: true});
      expect(followed).toEqual(await contentsOf(test, ["gap_runs", "gaps", "quality_1h"]));
    },
    120_000
  );
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
