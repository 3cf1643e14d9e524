import {v7 as uuidv7} from "uuid";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {readBody} from "../../loaders/parse/body.js";
import {type Booking, bookResponses} from "../../loaders/store/book.js";
import {startLoad} from "../../loaders/store/loads.js";
import {askedBefore, repeatsIn, usualLatency} from "../../loaders/store/responses.js";
import {booking, makeStore, recorded, type TestStore} from "../helpers/store.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

describe("repeatsIn(store, bookings)", () => {
  const empty = '{"parsed":{"priceFeeds":[]}}';
  const file = {endpoint: "file", isSaved: true} as const;

  it("finds bodies that a file brought before, with entries or by the same load, or that come twice", async () => {
    const [loadId, other] = [await startLoad(test.store, "file", false), await startLoad(test.store, "file", false)];
    const held = {...booking(loadId, recorded), ...file, bodyHash: "a"};
    const served = {...booking(loadId, recorded), bodyHash: "c"};
    await bookResponses(test.store, [held, {...booking(loadId, empty), ...file, bodyHash: "b"}, served]);
    const again = (id: string, given: object = {}) =>
      ["a", "b", "c", "d", "d"].map((bodyHash) => ({...booking(id, empty), ...file, bodyHash, ...given}));
    const hashes = async (bookings: Booking[]) =>
      Array.from(await repeatsIn(test.store, bookings), ({bodyHash}) => bodyHash);
    expect(await hashes(again(loadId))).toEqual(["a", "b", "d"]);
    expect(await hashes(again(other))).toEqual(["a", "d"]);
    expect(await hashes(again(other, {isSaved: false}))).toEqual([]);
    expect(await hashes([held])).toEqual([]); // its commit was tried before
  });
});

describe("asked", () => {
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
    const request = {priceFeedIds: [1, 2, 112], channel, timestamp, properties, formats};
    const made = booking(await startLoad(test.store, "test", false), httpStatus === 200 ? recorded : empty);
    await bookResponses(test.store, [
      {
        ...{...made, endpoint: "price", httpStatus, request, missingFeeds: missing},
        ...{requestedAt: new Date(timestamp / 1000 + late * 1000), ...more}
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
      await book({httpStatus: 404, late: 60.001});
      expect(await askedBefore(test.store, range)).toEqual([{ids: all, first: 0, count: 1}]);
    });

    it("tells what several answers told of an instant one by one", async () => {
      await book({missing: [1, 2]});
      await book({missing: [2, 112]});
      const asked = await askedBefore(test.store, {...range, missingToo: false});
      expect(asked.map(({ids}) => ids).sort()).toEqual([[1], [112]]);
    });
  });
});

describe("latency", () => {
  async function book(latencies: readonly number[], more: Partial<Booking> = {}): Promise<void> {
    const made = booking(await startLoad(test.store, "test", false), recorded);
    await bookResponses(
      test.store,
      latencies.map((latencyMs) => ({...made, responseId: uuidv7(), latencyMs, ...more}))
    );
  }

  describe("usualLatency(store, endpoint, baseUrl)", () => {
    it("is the average of the endpoint's good answers, of that service or of any", async () => {
      await book([10, 20]);
      await book([60], {baseUrl: "http://127.0.0.2"});
      await book([1000], {endpoint: "price"});
      await book([5000], {httpStatus: 503});
      expect(await usualLatency(test.store, "latest_price", "http://127.0.0.1")).toBe(15);
      expect(await usualLatency(test.store, "latest_price", null)).toBe(30);
    });

    it("is that of the newest thousand", async () => {
      await book([1_000_000, ...Array(1000).fill(8)]);
      expect(await usualLatency(test.store, "latest_price", null)).toBe(8);
    });
  });
});
