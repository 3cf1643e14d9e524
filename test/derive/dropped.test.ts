import {describe, expect, it} from "vitest";
import {dropOld} from "../../loaders/store/retain.js";
import {eachStore} from "../helpers/each-store.js";

const hour = 3_600_000;
const midnight = Date.UTC(2026, 2, 8);
const test = eachStore();

/** A body published so many hours after midnight. */
function body(hours: number): string {
  const priceFeeds = [{priceFeedId: 1, exponent: 0, price: 100 + hours}];
  return JSON.stringify({parsed: {timestampUs: String((midnight + hours * hour) * 1000), priceFeeds}});
}

describe("makeDerived(connection)", () => {
  it("keeps the bars of a dropped day, at whichever hours it had updates", async () => {
    const bars = async (name: string) =>
      (await test.records(`SELECT startedAt, close FROM ${name} ORDER BY startedAt`)).map((row) => Object.values(row));
    const days = [
      ["2026-03-08T00:00:00Z", 111],
      ["2026-03-10T00:00:00Z", 158]
    ];
    const hours = [
      ["2026-03-08T10:00:00Z", 110],
      ["2026-03-08T11:00:00Z", 111],
      ["2026-03-10T10:00:00Z", 158]
    ];
    await test.book(body(10), body(11), body(58));
    await test.derive();
    await dropOld(test.store, midnight + 48 * hour);
    await test.records("UPDATE derived_state SET definition = 'another'; COMMENT ON VIEW meta IS 'another'");
    await test.reopen();
    expect([await bars("bars_1d"), await bars("bars_1h")]).toEqual([days.slice(0, 1), hours.slice(0, 2)]);
    await test.derive();
    expect([await bars("bars_1d"), await bars("bars_1h")]).toEqual([days, hours]);
  });
});

describe("feed_held", () => {
  it("follows updates that are dropped", async () => {
    await test.book(body(0), body(1), body(2));
    await test.derive();
    expect(await dropOld(test.store, midnight + hour)).toMatchObject({rows: 1});
    expect(await test.records("FROM feed_held")).toEqual(await test.records("FROM held_where(true)"));
    expect(await test.records("SELECT rows FROM feed_totals")).toEqual([{rows: 2}]);
  });
});
