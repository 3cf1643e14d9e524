import {describe, expect, it} from "vitest";
import {readBody} from "../../loaders/parse/body.js";
import {type Booking, bookResponses} from "../../loaders/store/book.js";
import {startLoad} from "../../loaders/store/loads.js";
import {askedBefore, repeatsIn} from "../../loaders/store/responses.js";
import {eachStore} from "../helpers/each-store.js";
import {booking, recorded} from "../helpers/store.js";

const test = eachStore();

describe("repeatsIn(store, bookings)", () => {
  const empty = '{"parsed":{"priceFeeds":[]}}';
  const file = {endpoint: "file", isSaved: true} as const;

  it("finds bodies that a file brought before, with entries or in the same load, or that come twice", async () => {
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

const instant = 1778594100000000;
const range = {
  ...{channel: "fixed_rate@200ms", properties: ["price"], formats: [], baseUrl: "http://127.0.0.1"},
  ...{from: instant, to: instant + 10, every: 5}
};
const all = [1, 2, 112];
const nothing = readBody('{"parsed":{"priceFeeds":[]}}');

/** A request for all feeds at an instant, sent `late` seconds after it, and its response. */
interface Asked extends Partial<Booking> {
  timestamp?: number;
  channel?: string;
  properties?: string[];
  formats?: string[];
  late?: number;
}

async function book({
  timestamp = instant,
  channel = range.channel,
  properties = ["exponent", "price"],
  formats = [],
  late = 300,
  ...more
}: Asked = {}): Promise<void> {
  const request = {priceFeedIds: all, channel, timestamp, properties, formats};
  const made = booking(await startLoad(test.store, "test", false), recorded);
  const requestedAt = new Date(timestamp / 1000 + late * 1000);
  await bookResponses(test.store, [{...made, endpoint: "price", request, missingFeeds: [], requestedAt, ...more}]);
}

describe("askedBefore(store, range)", () => {
  it("gives the feeds that were answered, in runs of instants", async () => {
    for (const after of [0, 5, 15]) await book({timestamp: instant + after});
    await book({timestamp: instant + 5}); // again
    expect(await askedBefore(test.store, range)).toEqual([{ids: all, first: 0, count: 2}]);
    expect(await askedBefore(test.store, {...range, to: instant + 20})).toEqual([
      {ids: all, first: 0, count: 2},
      {ids: all, first: 3, count: 1}
    ]);
    expect(await askedBefore(test.store, {...range, from: instant - 10})).toEqual([{ids: all, first: 2, count: 2}]);
  });

  it.each<[string, Asked]>([
    ["another channel", {channel: "fixed_rate@50ms"}],
    ["an earlier instant", {timestamp: instant - 5}],
    ["an instant between two steps", {timestamp: instant + 3}],
    ["fewer properties", {properties: ["exponent"]}],
    ["a refusal", {httpStatus: 403, body: nothing}],
    ["another endpoint", {endpoint: "latest_price"}],
    ["another service", {baseUrl: "http://127.0.0.2"}],
    ["a request by symbol", {missingFeeds: null}],
    ["a 404 within a minute of the instant, after which an update may come", {httpStatus: 404, late: 60, body: nothing}]
  ])("leaves out %s", async (_what, asked) => {
    await book(asked);
    expect(await askedBefore(test.store, range)).toEqual([]);
  });

  it("takes a 404 or an empty update for an answer later, unless missingToo is false", async () => {
    await book({httpStatus: 404, late: 60.001, body: nothing});
    await book({timestamp: instant + 5, missingFeeds: [2]});
    await book({timestamp: instant + 10, missingFeeds: all, body: nothing});
    expect(await askedBefore(test.store, range)).toEqual([{ids: all, first: 0, count: 3}]);
    expect(await askedBefore(test.store, {...range, missingToo: false})).toEqual([
      {ids: [1, 112], first: 1, count: 1},
      {ids: [], first: 2, count: 1}
    ]);
  });

  it("takes a request for more properties or formats, and an update however soon", async () => {
    await book({formats: ["evm"], late: 1});
    const found = async (more: object) => (await askedBefore(test.store, {...range, ...more})).length;
    expect(await found({})).toBe(1);
    expect(await found({formats: ["evm"]})).toBe(1);
    expect(await found({formats: ["evm", "solana"]})).toBe(0);
    expect(await found({baseUrl: null})).toBe(1);
  });
});
