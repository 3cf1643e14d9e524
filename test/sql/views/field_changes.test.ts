import {expect, it} from "vitest";
import {eachStore} from "../../helpers/each-store.js";
import {bodyAt} from "../../helpers/store.js";

const test = eachStore();
const body = (days: number, ...entries: object[]) =>
  bodyAt(
    (Date.UTC(2026, 2, 8) + days * 86_400_000) * 1000,
    ...entries.map((entry, i) => ({priceFeedId: i + 1, exponent: 0, ...entry}))
  );

it("lists the days on which a field began, stopped, came back or was nulled", async () => {
  const price = {price: 1};
  await test.book(
    body(0, {...price, venue: "x"}, price),
    body(1, {...price, confidence: 1}, price),
    body(2, {...price, venue: null, confidence: 1}, price),
    body(3, {...price, venue: 7}, {price: "x"}),
    body(4, {price: "x", confidence: 1, depth: 1}, price),
    body(5, {priceFeedId: 9, price: 1}) // a load of other feeds changes nothing
  );
  const changes = `SELECT dayofmonth(startedAt)::INTEGER - 8, field, change, shareBefore, share, coercions, priceFeedId
    FROM field_changes ORDER BY ALL`;
  expect(await test.derived(changes)).toEqual([
    [0, "venue", "new", null, 1, 0, 1],
    [1, "confidence", "new", 0, 1, 0, 1],
    [1, "venue", "stopped", 1, 0, 0, 1],
    [3, "confidence", "stopped", 1, 0, 0, 1],
    [3, "price", "coerced", 1, 0.5, 1, 1],
    [3, "venue", "back", 0, 1, 0, 1],
    [4, "confidence", "back", 0, 1, 0, 1],
    [4, "depth", "new", 0, 1, 0, 1],
    [4, "venue", "stopped", 1, 0, 0, 1]
  ]);
});
