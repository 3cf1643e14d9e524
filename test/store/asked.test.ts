import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {readBody} from "../../loaders/rows/body.js";
import {askedBefore} from "../../loaders/store/asked.js";
import {type Booking, bookResponses} from "../../loaders/store/book.js";
import {startLoad} from "../../loaders/store/loads.js";
import {booking, makeStore, recorded, type TestStore} from "../helpers/store.js";

const instant = 1778594100000000;
const range = {
  channel: "fixed_rate@200ms",
  properties: ["price"],
  formats: [],
  baseUrl: "http://127.0.0.1",
  from: instant,
  to: instant + 10,
  every: 5
};

const all = [1, 2, 112];
const empty = '{"parsed":{"priceFeeds":[]}}';

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

interface Told {
  timestamp?: number;
  channel?: string;
  httpStatus?: number;
  missing?: number[] | null;
  properties?: string[];
  formats?: string[];
  /** Seconds after the instant. */
  late?: number;
  more?: Partial<Booking>;
}

async function book({
  timestamp = instant,
  channel = range.channel,
  httpStatus = 200,
  missing = [],
  properties = ["exponent", "price"],
  formats = [],
  late = 300,
  more = {}
}: Told): Promise<void> {
  const request = JSON.stringify({priceFeedIds: [1, 2, 112], channel, timestamp, properties, formats});
  const made = booking(await startLoad(test.store, "test", false), httpStatus === 200 ? recorded : empty);
  await bookResponses(test.store, [
    {
      ...{...made, endpoint: "price", httpStatus, request, missingFeeds: missing && JSON.stringify(missing)},
      ...{requestedAt: timestamp + late * 1_000_000, ...more}
    }
  ]);
}

describe("askedBefore(store, range)", () => {
  it("knows the feeds that were answered, in runs of instants", async () => {
    await book({});
    await book({timestamp: instant + 5});
    await book({timestamp: instant + 15});
    expect(await askedBefore(test.store, range)).toEqual([{ids: all, first: 0, count: 2}]);
    expect(await askedBefore(test.store, {...range, to: instant + 20})).toEqual([
      {ids: all, first: 0, count: 2},
      {ids: all, first: 3, count: 1}
    ]);
    expect(await askedBefore(test.store, {...range, from: instant - 10})).toEqual([{ids: all, first: 2, count: 2}]);
  });

  it("counts an instant that was asked twice once", async () => {
    await book({});
    await book({});
    await book({timestamp: instant + 5, properties: ["price"]});
    expect(await askedBefore(test.store, range)).toEqual([
      {ids: all, first: 0, count: 1},
      {ids: all, first: 1, count: 1}
    ]);
  });

  it.each<[string, Told]>([
    ["another channel", {channel: "fixed_rate@50ms"}],
    ["an instant outside", {timestamp: instant + 15}],
    ["an instant before", {timestamp: instant - 5}],
    ["an instant between two of the range", {timestamp: instant + 3}],
    ["a refusal", {httpStatus: 403}],
    ["a question for less", {properties: ["exponent"]}],
    ["another service", {more: {baseUrl: "http://127.0.0.2"}}],
    ["another endpoint", {more: {endpoint: "latest_price"}}],
    ["an answer that was no update", {missing: null, more: {body: readBody(empty)}}],
    ["a question by symbol", {missing: null}],
    ["nothing there, asked within a minute of it: it may still come", {httpStatus: 404, late: 60}],
    ["no feed at all, asked within a minute of it", {missing: all, late: 60, more: {body: readBody(empty)}}]
  ])("leaves out %s", async (_what, told) => {
    await book(told);
    expect(await askedBefore(test.store, range)).toEqual([]);
  });

  it("counts nothing there as an answer, unless told not to", async () => {
    await book({httpStatus: 404});
    await book({timestamp: instant + 5, missing: [2]});
    await book({timestamp: instant + 10, missing: all, more: {body: readBody(empty)}});
    expect(await askedBefore(test.store, range)).toEqual([{ids: all, first: 0, count: 3}]);
    expect(await askedBefore(test.store, {...range, missingToo: false})).toEqual([
      {ids: [1, 112], first: 1, count: 1},
      {ids: [], first: 2, count: 1}
    ]);
  });

  it("takes a question for more, of any service if told so, and what is there however soon", async () => {
    await book({formats: ["evm"], late: 1});
    expect(await askedBefore(test.store, range)).toHaveLength(1);
    expect(await askedBefore(test.store, {...range, formats: ["evm"]})).toHaveLength(1);
    expect(await askedBefore(test.store, {...range, formats: ["evm", "solana"]})).toHaveLength(0);
    expect(await askedBefore(test.store, {...range, baseUrl: "http://127.0.0.2"})).toHaveLength(0);
    expect(await askedBefore(test.store, {...range, baseUrl: null})).toHaveLength(1);
  });

  it("takes nothing there as an answer from a minute after the instant on", async () => {
    await book({httpStatus: 404, late: 60.000_001});
    expect(await askedBefore(test.store, range)).toEqual([{ids: all, first: 0, count: 1}]);
  });

  it("tells what several answers told of an instant one by one", async () => {
    await book({missing: [1, 2]});
    await book({missing: [2, 112]});
    const asked = await askedBefore(test.store, {...range, missingToo: false});
    expect(asked.map(({ids}) => ids).sort()).toEqual([[1], [112]]);
  });
});
