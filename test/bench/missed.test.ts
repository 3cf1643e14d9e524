import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {bodyAt, makeStore, type TestStore, type Told} from "../helpers/store.js";
import {missedByCause} from "./missed.js";

const start = Date.UTC(2026, 4, 12, 14);
let store: TestStore;

beforeEach(async () => {
  store = await makeStore();
});

afterEach(() => store.remove());

// A question that was asked and answered so many ms after the start, and the instant of its answer's update; null: it was refused.
function question([asked, answered, instant]: readonly [number, number, number | null]): Told {
  const entries = instant === null ? [] : [{priceFeedId: 1, price: "100", exponent: -2}];
  return {
    text: bodyAt(1000 * (start + (instant ?? asked)), ...entries),
    request: {priceFeedIds: [1]},
    requestedAt: new Date(start + asked),
    receivedAt: new Date(start + answered),
    ...(instant === null && {httpStatus: 503})
  };
}

describe("missedByCause(store, {everyMs, deriving})", () => {
  it("tells why an instant has no update", async () => {
    const asked = [
      [10, 20, 0],
      [210, 220, null], // the instant 200
      [410, 820, 400], // so 600 is asked for by nobody
      [830, 840, 800],
      [1190, 1210, 1200], // for 1000
      [1610, 1620, 1600], // none for 1400
      [2010, 2020, 2000] // none for 1800
    ] as const;
    await store.book(...asked.map(question));
    const causes = await missedByCause(store.store, {everyMs: 200, deriving: [[start + 1900, start + 1950]]});
    expect(Object.fromEntries(causes)).toEqual({
      "refused, or no answer": 1,
      "the answer before took too long": 1,
      "answered with the next update": 1,
      "not asked in time": 1,
      "while deriving": 1
    });
  });

  it("tells of each batch, and nothing where none is missed", async () => {
    const other = {...question([410, 420, 400]), request: {priceFeedIds: [2]}};
    await store.book(question([10, 20, 0]), question([210, 220, 200]), question([410, 420, 400]));
    expect(await missedByCause(store.store, {everyMs: 200, deriving: []})).toEqual([]);
    await store.book(other);
    expect(await missedByCause(store.store, {everyMs: 200, deriving: []})).toEqual([["not asked in time", 2]]);
  });
});
