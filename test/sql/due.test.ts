import {describe, expect, it} from "vitest";
import {dueParts} from "../../loaders/sql/due.js";
import {eachStore} from "../helpers/each-store.js";
import {bodyAt} from "../helpers/store.js";
import {midnight} from "../store/midnight.js";

const test = eachStore();

/** A body published so many minutes after midnight, with these feeds. */
function body(minutes: number, ...feeds: number[]): string {
  return bodyAt(midnight + minutes * 6e7, ...feeds.map((priceFeedId) => ({priceFeedId, exponent: 0, price: 1})));
}

describe("dueParts(connection, mostRows)", () => {
  const [first, second] = ["2026-03-08 00:00:00", "2026-03-08 01:00:00"];

  /** Marks the first two hours of feeds 1 and 2 as due. */
  async function due(mostRows: number) {
    await test.records(`INSERT INTO derived_stale
      FROM range(1, 3) AS feeds(feed), (VALUES (TIMESTAMP '${first}'), (TIMESTAMP '${second}')) AS hours(hour)`);
    return dueParts(test.store.connection, mostRows);
  }

  it("takes all that fits together, by hour, then feed", async () => {
    await test.book(body(0, 1, 2), body(60, 1, 2));
    expect(await due(9)).toEqual([{first, firstFeed: 1, last: second, lastFeed: 2, hours: 4}]);
  });

  it("parts it by rows, and counts an hour without any as one", async () => {
    await test.book(body(0, 1, 2), body(1, 1), body(60, 2)); // 2, 1, 0 and 1 rows, and one more for each hour
    expect(await due(5)).toEqual([
      {first, firstFeed: 1, last: first, lastFeed: 1, hours: 1},
      {first, firstFeed: 2, last: second, lastFeed: 2, hours: 3}
    ]);
  });

  it("leaves whole an hour of a feed that is larger than a part", async () => {
    await test.book(body(0, 1), ...Array.from({length: 30}, (_, i) => body(i, 2)), body(60, 1, 2));
    expect(await due(5)).toEqual([
      {first, firstFeed: 1, last: first, lastFeed: 1, hours: 1},
      {first, firstFeed: 2, last: first, lastFeed: 2, hours: 1},
      {first: second, firstFeed: 1, last: second, lastFeed: 2, hours: 2}
    ]);
  });

  it("begins a part after more than a day in which nothing is due", async () => {
    const later = ["2026-03-09 01:00:00", "2026-03-10 02:00:00"];
    await test.records(`INSERT INTO derived_stale VALUES ${later.map((hour) => `(3, TIMESTAMP '${hour}')`)}`);
    expect(await due(100)).toEqual([
      {first, firstFeed: 1, last: later[0], lastFeed: 3, hours: 5},
      {first: later[1], firstFeed: 3, last: later[1], lastFeed: 3, hours: 1}
    ]);
  });
});
