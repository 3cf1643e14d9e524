import {describe, expect, it} from "vitest";
import {storeStatus} from "../../../loaders/inspect/status.js";
import {fillColumn} from "../../../loaders/store/replay.js";
import {dropOld} from "../../../loaders/store/retain.js";
import {eachStore} from "../../helpers/each-store.js";
import {body, midnight} from "../../store/midnight.js";

const test = eachStore();

const own = (priceFeedId: number, rest: object = {}) => {
  return {priceFeedId, exponent: -2, price: 100, marketSession: "regular", ...rest};
};
const held = () => test.records("FROM feed_held ORDER BY ALL");
const counted = () => test.records("FROM held_where(true) ORDER BY ALL");

describe("feed_held", () => {
  it("is what all updates give, before and after they are derived, and with more since", async () => {
    await test.book(body(0, own(1), own(2, {fundingRate: 5})), body(3600, own(1, {exponent: -3})));
    expect(await held()).toEqual(await counted());
    await test.derive();
    expect(await test.records("SELECT sum(rows)::INTEGER AS rows FROM feed_totals")).toEqual([{rows: 3}]);
    expect(await held()).toEqual(await counted());
    await test.book(body(-7200, own(1, {exponent: -5})), body(7200, own(3, {exponent: null, marketSession: "closed"})));
    expect(await held()).toEqual(await counted());
    await test.derive();
    expect(await held()).toEqual(await counted());
    expect(await test.records("SELECT priceFeedId, rows, fundingRates, exponent FROM feed_held ORDER BY ALL")).toEqual([
      {priceFeedId: 1, rows: 3, fundingRates: 0, exponent: -3},
      {priceFeedId: 2, rows: 1, fundingRates: 1, exponent: -2},
      {priceFeedId: 3, rows: 1, fundingRates: 0, exponent: null}
    ]);
  });

  it("keeps updates of absurd dates apart, however often it is derived", async () => {
    const [past, ahead] = [-60 * 365 * 86_400, Date.now() / 1000 - midnight / 1e6 + 30 * 86_400];
    await test.book(body(past, own(1)), body(ahead, own(1)), body(0, own(1)));
    for (let i = 0; i < 3; i++) {
      expect(await test.records("SELECT dated, rows FROM feed_held ORDER BY dated")).toEqual([
        {dated: false, rows: 2},
        {dated: true, rows: 1}
      ]);
      expect(await held()).toEqual(await counted());
      await test.derive();
      expect(await test.records("SELECT count(*)::INTEGER AS bars FROM bars_1m")).toEqual([{bars: 1}]);
    }
  });

  it("takes in an update of tomorrow's tomorrow once its day has come", async () => {
    await test.book(body(0, own(1)), body(3600, own(1)));
    await test.derive();
    // As if that second update had been too far ahead when it was derived.
    await test.records(`UPDATE derived_state SET horizon = TIMESTAMP '2026-03-08 00:30:00';
      UPDATE feed_totals SET rows = 1, lastPublishedAt = firstPublishedAt, exponentAt = firstPublishedAt`);
    await test.records("DELETE FROM bars_1h WHERE hour(startedAt) = 1");
    expect(await held()).toEqual(await counted());
    expect(await test.derive()).toMatchObject({hours: 1});
    expect(await held()).toEqual(await counted());
    expect(await test.records("SELECT rows FROM feed_totals")).toEqual([{rows: 2}]);
    expect(await test.records("SELECT hour(startedAt)::INTEGER AS hour FROM bars_1h ORDER BY ALL")).toEqual([
      {hour: 0},
      {hour: 1}
    ]);
  });

  it("follows values that are filled in later", async () => {
    await test.book(body(0, own(1)), body(3600, own(1, {exponent: null})), body(7200, own(2)));
    await test.derive();
    const [place] = await test.records("SELECT responseId FROM feed_updates WHERE exponent IS NULL");
    await fillColumn(test.store, "exponent", [{responseId: String(place?.responseId), entryIndex: 0, value: -4}]);
    expect(await held()).toEqual(await counted());
    expect(await test.records("SELECT exponent FROM feed_held WHERE priceFeedId = 1")).toEqual([{exponent: -4}]);
  });

  it("follows updates that are dropped", async () => {
    await test.book(body(0, own(1)), body(3600, own(1)), body(7200, own(1)));
    await test.derive();
    expect(await dropOld(test.store, midnight / 1000 + 3_600_000)).toMatchObject({rows: 1});
    expect(await held()).toEqual(await counted());
    expect(await test.records("SELECT rows FROM feed_totals")).toEqual([{rows: 2}]);
  });

  it("counts the rows left after a deletion by hand, and shows that the books do not balance", async () => {
    await test.book(body(0, own(1), own(2)), body(3600, own(1)));
    await test.derive();
    await test.records("DELETE FROM feed_updates WHERE priceFeedId = 2");
    expect(await held()).toEqual(await counted());
    expect(await storeStatus(test.store)).toMatchObject({balanced: false, meta: {updates: 2}});
    await test.derive();
    expect(await held()).toEqual(await counted());
  });
});
