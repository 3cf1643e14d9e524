import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {askedBefore} from "../../loaders/store/asked.js";
import {bookResponses} from "../../loaders/store/book.js";
import {startLoad} from "../../loaders/store/loads.js";
import {booking, makeStore, recorded, type TestStore} from "../helpers/store.js";

const instant = 1778594100000000;
const range = {
  channel: "fixed_rate@200ms",
  properties: ["price"],
  formats: [],
  baseUrl: "http://127.0.0.1",
  from: instant,
  to: instant + 10
};

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

interface Told {
  timestamp?: number;
  channel?: string;
  httpStatus?: number;
  missing?: number[];
  properties?: string[];
}

async function book({
  timestamp = instant,
  channel = range.channel,
  httpStatus = 200,
  missing = [],
  properties = ["exponent", "price"]
}: Told): Promise<void> {
  const request = JSON.stringify({priceFeedIds: [1, 2, 112], channel, timestamp, properties, formats: []});
  const made = booking(
    await startLoad(test.store, "test", false),
    httpStatus === 200 ? recorded : '{"parsed":{"priceFeeds":[]}}'
  );
  await bookResponses(test.store, [
    {...made, endpoint: "price", httpStatus, request, missingFeeds: JSON.stringify(missing)}
  ]);
}

describe("askedBefore(store, range)", () => {
  it("knows the feeds that were answered, per instant", async () => {
    await book({});
    await book({timestamp: instant + 5});
    expect(await askedBefore(test.store, range)).toEqual(
      new Map([
        [instant, new Set([1, 2, 112])],
        [instant + 5, new Set([1, 2, 112])]
      ])
    );
  });

  it.each<[string, Told]>([
    ["another channel", {channel: "fixed_rate@50ms"}],
    ["an instant outside", {timestamp: instant + 11}],
    ["a refusal", {httpStatus: 403}],
    ["a question for less", {properties: ["exponent"]}]
  ])("leaves out %s", async (_what, told) => {
    await book(told);
    expect(await askedBefore(test.store, range)).toEqual(new Map());
  });

  it("counts nothing there as an answer, unless told not to", async () => {
    await book({httpStatus: 404});
    await book({timestamp: instant + 5, missing: [2]});
    expect((await askedBefore(test.store, range)).get(instant)).toEqual(new Set([1, 2, 112]));
    const again = await askedBefore(test.store, {...range, missingToo: false});
    expect(again.get(instant)).toEqual(new Set());
    expect(again.get(instant + 5)).toEqual(new Set([1, 112]));
  });
});
