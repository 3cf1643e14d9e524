import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {remainingToAsk} from "../../loaders/load/remaining.js";

describe("remainingToAsk(ids, count, runs)", () => {
  it("leaves everything where nothing was asked, and nothing where all was", () => {
    expect(remainingToAsk([1, 2], 3, [])).toEqual([{ids: [1, 2], places: [0, 1, 2]}]);
    expect(remainingToAsk([1, 2], 3, [{ids: [2, 1], first: 0, count: 3}])).toEqual([]);
    expect(remainingToAsk([1], 0, [])).toEqual([]);
  });

  it("brings instants at which the same feeds are left together", () => {
    const runs = [
      {ids: [1], first: 1, count: 1},
      {ids: [1, 3], first: 3, count: 2},
      {ids: [2], first: 3, count: 1}
    ];
    expect(remainingToAsk([1, 2], 5, runs)).toEqual([
      {ids: [1, 2], places: [0, 2]},
      {ids: [2], places: [1, 4]}
    ]);
  });

  const run = fc.record({
    ids: fc.uniqueArray(fc.integer({min: 1, max: 5})),
    first: fc.integer({min: 0, max: 9}),
    count: fc.integer({min: 1, max: 10})
  });

  it("leaves each feed at just those instants at which no run has it", () => {
    fc.assert(
      fc.property(fc.array(run, {maxLength: 8}), (runs) => {
        const left = remainingToAsk([1, 2, 3, 4], 10, runs).flatMap(({ids, places}) =>
          places.flatMap((place) => ids.map((id) => `${id} at ${place}`))
        );
        const open = [1, 2, 3, 4].flatMap((id) =>
          Array.from({length: 10}, (_, place) => place)
            .filter((at) => !runs.some(({ids, first, count}) => ids.includes(id) && at >= first && at < first + count))
            .map((place) => `${id} at ${place}`)
        );
        expect(left.sort()).toEqual(open.sort());
      })
    );
  });
});
