import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {feedsNeverAsked, findGaps, type Gap, type GapRange} from "../../loaders/inspect/gaps.js";
import {bookResponses} from "../../loaders/store/book.js";
import {startLoad} from "../../loaders/store/loads.js";
import {booking, makeStore, type TestStore} from "../helpers/store.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

const start = Date.UTC(2026, 4, 12, 13) * 1000;
const minute = 60_000_000;
const minutes = (from: number, to: number, step = 1) =>
  Array.from({length: Math.floor((to - from) / step) + 1}, (_, i) => from + i * step);

/** Books answers to `price` at minutes after 13:00: updates of the feeds that came, none where `came` is null (404). */
async function answer(at: readonly number[], {asked = [1], came = asked as number[] | null, session = "regular"} = {}) {
  const loadId = await startLoad(test.store, "test", false);
  const bookings = at.map((place) => {
    const timestamp = start + place * minute;
    const priceFeeds = (came ?? []).map((priceFeedId) => ({priceFeedId, price: "1", marketSession: session}));
    const missing = asked.filter((id) => !came?.includes(id));
    return {
      ...booking(loadId, JSON.stringify({parsed: {timestampUs: String(timestamp), priceFeeds}})),
      endpoint: "price",
      httpStatus: came === null ? 404 : 200,
      requestedAt: new Date(timestamp / 1000 + 3_600_000),
      request: {priceFeedIds: asked, timestamp},
      missingFeeds: missing
    };
  });
  await bookResponses(test.store, bookings);
}

const everything: GapRange = {from: null, to: null, feeds: null};

async function gaps(range: Partial<GapRange> = {}): Promise<string[]> {
  return (await findGaps(test.store, {...everything, ...range})).map(textOf);
}

function textOf({priceFeedId, kind, fromUs, toUs, stepUs}: Gap): string {
  const [from, to] = [fromUs, toUs].map((us) => (us - start) / minute);
  return `${priceFeedId} ${kind} ${from}..${to} by ${(stepUs ?? Number.NaN) / minute}`;
}

describe("findGaps(store, range)", () => {
  it.each<[string, number[], string[]]>([
    ["an empty store", [], []],
    ["updates that come at one step", minutes(0, 20), []],
    ["two gaps with little between", [...minutes(0, 10), 20, ...minutes(30, 40)], ["11..19", "21..29"]],
    [
      "a missing instant, and a late update",
      [...minutes(0, 10), 11.4, ...minutes(12, 20), ...minutes(22, 30)],
      ["21..21"]
    ],
    ["an update that is misdated", [...minutes(0, 10), -20_000_000], []]
  ])("finds what is missing of %s", async (_what, came, missing) => {
    await answer(came);
    expect(await gaps()).toEqual(missing.map((span) => `1 not asked ${span} by 1`));
  });

  it("finds what was not asked, for each feed, from the first to the last missing instant", async () => {
    await answer(minutes(0, 10), {asked: [1, 2]});
    await answer([14], {asked: [2]});
    await answer(minutes(15, 25), {asked: [1, 2]});
    expect(await gaps()).toEqual(["1 not asked 11..14 by 1", "2 not asked 11..13 by 1"]);
    expect(await gaps({feeds: [2]})).toEqual(["2 not asked 11..13 by 1"]);
    expect((await findGaps(test.store, everything))[0]).toMatchObject({seconds: 240, asked: false, symbol: null});
  });

  it("takes a change from one step to another for none", async () => {
    await answer([...minutes(0, 50, 5), 41, ...minutes(51, 60)]);
    expect(await gaps()).toEqual([]);
    await answer([65, 70, 75, 80]); // so few could be either
    for (const last of [85, 90, 95, 100]) {
      await answer([last]);
      expect(await gaps()).toEqual([]);
    }
  });

  it("tells where there was nothing, or a feed was left out, from what was not asked beside it", async () => {
    await answer(minutes(0, 10), {asked: [1, 2]});
    await answer(minutes(11, 13), {asked: [1, 2], came: null});
    await answer(minutes(14, 15), {asked: [1, 2], came: [2]});
    await answer(minutes(20, 30), {asked: [1, 2]});
    expect(await gaps()).toEqual([
      "1 nothing there 11..15 by 1",
      "2 nothing there 11..13 by 1",
      "1 not asked 16..19 by 1",
      "2 not asked 16..19 by 1"
    ]);
  });

  it("tells two stretches where there was nothing from what was not asked between them", async () => {
    await answer([...minutes(0, 10), ...minutes(21, 31)]);
    await answer([11, 12, 19, 20], {came: null});
    expect(await gaps()).toEqual([
      "1 nothing there 11..12 by 1",
      "1 not asked 13..18 by 1",
      "1 nothing there 19..20 by 1"
    ]);
  });

  it("counts as there what came when it was asked again", async () => {
    await answer([...minutes(0, 10), ...minutes(12, 20)]);
    await answer([11], {came: null});
    expect(await gaps()).toEqual(["1 nothing there 11..11 by 1"]);
    await answer([11]);
    expect(await gaps()).toEqual([]);
  });

  it.each([
    ["closed", "closed", "market closed"],
    ["closed", "regular", "not asked"],
    ["regular", "closed", "not asked"]
  ])("tells a closed market by the sessions before and after: %s, %s", async (before, after, kind) => {
    await answer(minutes(0, 10), {session: before});
    await answer(minutes(20, 30), {session: after});
    expect(await gaps()).toEqual([`1 ${kind} 11..19 by 1`]);
  });

  it("tells a closed market where it was asked too, but none that is closed for four days", async () => {
    await answer(minutes(0, 10), {session: "closed"});
    await answer(minutes(11, 12), {came: null});
    await answer(minutes(13, 23), {session: "closed"});
    await answer(minutes(6000, 6010), {session: "closed"});
    expect(await gaps()).toEqual(["1 market closed 11..12 by 1", "1 not asked 24..5999 by 1"]);
    expect((await findGaps(test.store, everything))[0]?.asked).toBe(true);
  });

  it("looks up to the newest update of the store, and from where it is told to", async () => {
    await answer(minutes(0, 10), {asked: [1, 2]});
    await answer(minutes(11, 20), {asked: [2]});
    expect(await gaps()).toEqual(["1 not asked 11..20 by 1"]);
    const [from, to] = [start - 5 * minute, start + 12 * minute];
    expect(await gaps({from, to})).toEqual([
      "1 not asked -5..-1 by 1",
      "2 not asked -5..-1 by 1",
      "1 not asked 11..12 by 1"
    ]);
    expect(await gaps({from: start, to: start + 10 * minute})).toEqual([]);
  });

  it("finds all of the span missing of a feed that is named and has nothing", async () => {
    await answer(minutes(0, 10));
    expect(await gaps({feeds: [1, 9]})).toEqual(["9 not asked 0..10 by 1"]);
    expect(await gaps({feeds: [9]})).toEqual([]); // nothing tells when or how often
  });

  it("judges nothing by too few updates, but tells where there was nothing", async () => {
    await answer([0, 1, 60]);
    expect(await gaps()).toEqual([]);
    await answer([2], {asked: [7], came: null});
    expect(await gaps({feeds: [7]})).toEqual(["7 nothing there 2..2 by NaN"]);
  });
});

describe("feedsNeverAsked(store, feeds)", () => {
  it("names those of which there is neither an update nor a question, whether the catalogue has them or not", async () => {
    await test.store.connection.run(
      "INSERT INTO feeds BY NAME SELECT 8 AS priceFeedId, 'Crypto.X/USD' AS symbol, now() AS updatedAt"
    );
    await answer(minutes(0, 3));
    await answer([4], {asked: [1, 7], came: [1]});
    expect(await feedsNeverAsked(test.store, [9, 1, 7, 8, 9])).toEqual([
      {priceFeedId: 8, symbol: "Crypto.X/USD", listed: true},
      {priceFeedId: 9, symbol: null, listed: false}
    ]);
    expect(await feedsNeverAsked(test.store, [])).toEqual([]);
  });

  it("leaves out a feed that was asked for and never came: all that was asked is a gap", async () => {
    await answer(minutes(0, 5), {asked: [7], came: null});
    expect(await feedsNeverAsked(test.store, [7])).toEqual([]);
    expect(await gaps({feeds: [7]})).toEqual(["7 nothing there 0..5 by 1"]);
  });
});
