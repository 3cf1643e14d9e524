import {beforeEach, describe, expect, it} from "vitest";
import {contentOf} from "../../loaders/snapshot/content.js";
import {chosenFeeds} from "../../loaders/snapshot/parts.js";
import type {Window} from "../../loaders/snapshot/windows.js";
import {eachStore} from "../helpers/each-store.js";
import {bodyAt} from "../helpers/store.js";
import {midnight} from "../store/midnight.js";

const test = eachStore();

// Feed 1 comes at 12:00, 12:01 and 12:02, feed 2 at 12:00 only.
beforeEach(async () => {
  await test.book(body(0, 2, 1), body(1, 1), body(2, 1));
  await test.derive();
  await test.records("ATTACH ':memory:' AS snapshot");
  await writeWhole();
});

// What is written before the tables that may be cut.
async function writeWhole(): Promise<void> {
  await test.records(`CREATE OR REPLACE TEMP TABLE snapshot_feeds AS ${chosenFeeds(1000)}`);
  await test.records("CREATE OR REPLACE TABLE snapshot.feeds AS FROM feed_stats");
  for (const name of ["funding_1d", "funding_intervals"])
    await test.records(`CREATE OR REPLACE TABLE snapshot.${name} AS FROM ${name}`);
}

async function add(...bodies: string[]): Promise<void> {
  await test.book(...bodies);
  await test.derive();
  await writeWhole();
}

function body(minute: number, ...feeds: number[]): string {
  const priceFeeds = feeds.map((priceFeedId) => ({
    ...{priceFeedId, price: 10 + minute, exponent: 0, bestBidPrice: 9, bestAskPrice: 11},
    ...{fundingRate: 1, fundingRateInterval: 3.6e9}
  }));
  return bodyOf(minute, ...priceFeeds);
}

const bodyOf = (minute: number, ...entries: object[]) => bodyAt(midnight + (720 + minute) * 6e7, ...entries);

async function content(name: string, window: Window): Promise<string[]> {
  const rows = await test.records(await contentOf(test.store.connection, {name, time: "startedAt"}, window));
  return rows.map(
    ({priceFeedId, publishedAt, startedAt}) => `${priceFeedId} ${String(publishedAt ?? startedAt).slice(11, 16)}`
  );
}

describe("contentOf(connection, name, window)", () => {
  const one = {since: "2026-03-08T12:01:00Z"};

  it.each<[string, Window, string[]]>([
    ["prices", "all", ["1 12:00", "1 12:01", "1 12:02", "2 12:00"]],
    ["bars_1m", "all", ["1 12:00", "1 12:01", "1 12:02", "2 12:00"]],
    ["prices", one, ["1 12:01", "1 12:02", "2 12:00"]],
    ["funding", one, ["1 12:01", "1 12:02", "2 12:00"]],
    ["funding", "none", ["1 12:02", "2 12:00"]],
    ["bars_1m", "none", []]
  ])("selects from %s in window %j, with the last row of a feed: %j", async (name, window, rows) => {
    expect(await content(name, window)).toEqual(rows);
  });

  it("selects the last rate of a feed whose later updates have none", async () => {
    const unrated = {priceFeedId: 1, price: 1, exponent: 0};
    await add(bodyOf(3, unrated), bodyOf(4, {...unrated, priceFeedId: 2}));
    for (const window of ["none", {since: "2026-03-08T12:03:00Z"}] as const) {
      expect(await content("funding", window)).toEqual(["1 12:02", "2 12:00"]);
      expect(await content("prices", window)).toEqual(["1 12:03", "2 12:04"]);
    }
    expect(await content("funding", {since: "2026-03-08T12:02:00Z"})).toEqual(["1 12:02", "2 12:00"]);
  });

  it("selects the last rate with an interval, too, if later ones have none", async () => {
    await add(bodyOf(3, {priceFeedId: 1, exponent: 0, fundingRate: 1}));
    expect(await content("funding", "none")).toEqual(["1 12:02", "1 12:03", "2 12:00"]);
    expect(await content("funding", {since: "2026-03-08T12:03:00Z"})).toEqual(["1 12:02", "1 12:03", "2 12:00"]);
  });
});
