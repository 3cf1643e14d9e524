import {describe, expect, it} from "vitest";
import {feedsNeverAsked, findGaps, type Gap, type GapRange} from "../../loaders/inspect/gaps.js";
import {bookResponses} from "../../loaders/store/book.js";
import {startLoad} from "../../loaders/store/loads.js";
import {eachStore} from "../helpers/each-store.js";
import {booking} from "../helpers/store.js";

const test = eachStore();

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
  await test.derive();
  return (await findGaps(test.store, {...everything, ...range})).map(textOf);
}

function textOf({priceFeedId, kind, fromUs, toUs, stepUs}: Gap): string {
  const [from, to] = [fromUs, toUs].map((us) => (us - start) / minute);
  return `${priceFeedId} ${kind} ${from}..${to} by ${(stepUs ?? Number.NaN) / minute}`;
}

const everyMinute = (from: number, to: number, ...left: readonly (readonly [number, number])[]) =>
  minutes(from, to).filter((at) => !left.some(([first, last]) => at >= first && at <= last));

// Minutes at which a feed came, and its gaps: from the first to the last missing minute, and the usual step.
const cases: readonly (readonly [what: string, came: readonly number[], gaps: readonly string[]])[] = [
  ["one step", minutes(0, 150), []],
  [
    "two gaps with a single update between",
    [...minutes(0, 10), 20, ...minutes(30, 40)],
    ["11..19 by 1", "21..29 by 1"]
  ],
  ["a late update", [...minutes(0, 10), 11.4, ...minutes(12, 20), ...minutes(22, 30)], ["21..21 by 1"]],
  ["a gap within an hour", everyMinute(0, 150, [70, 75]), ["70..75 by 1"]],
  ["a gap from hour to hour", everyMinute(0, 150, [110, 130]), ["110..130 by 1"]],
  ["a gap up to the hour", everyMinute(0, 150, [118, 119]), ["118..119 by 1"]],
  ["a gap of hours", everyMinute(0, 400, [50, 310]), ["50..310 by 1"]],
  ["another step within an hour", [...minutes(0, 50, 5), 41, ...minutes(51, 59)], []],
  ["another step from hour to hour", [...minutes(0, 59), ...minutes(60, 200, 7)], []],
  ["another step soon after the hour", [...minutes(0, 75, 5), ...minutes(76 + 1 / 6, 90, 1 / 6)], []],
  ["another step up to the hour", [...minutes(0, 45, 5), ...minutes(46, 59), ...minutes(60, 130, 5)], []],
  ["a gap beside slower steps", [...minutes(0, 40, 5), ...everyMinute(41, 59, [50, 53])], ["50..53 by 1"]],
  [
    "an hour of slow steps",
    [...minutes(0, 59), 75, 95, 115, ...minutes(120, 150)],
    ["64..70 by 5", "76..94 by 1", "96..114 by 1"]
  ],
  ["updates of single hours, and a gap", [...minutes(10, 250, 60), ...minutes(370, 900, 60)], ["310..310 by 60"]],
  ["polls each second, then each hour", [...minutes(0, 59, 1 / 60), ...minutes(90, 600, 60)], []],
  ["two updates", [0, 50], []],
  ["three updates", [0, 1, 60], []]
];

describe("findGaps(store, range)", () => {
  it("finds the gaps between the updates of each feed", async () => {
    for (const [feed, [, came]] of cases.entries()) await answer(came, {asked: [feed]});
    await answer([-20_000_000], {asked: [1]}); // misdated
    await test.derive();
    const found = await findGaps(test.store, everything);
    for (const [feed, [what, came, gaps]] of cases.entries()) {
      const own = found.filter(
        ({priceFeedId, toUs}) => priceFeedId === feed && toUs < start + (came.at(-1) ?? 0) * minute
      );
      expect([what, own.map(textOf)]).toEqual([what, gaps.map((gap) => `${feed} not asked ${gap}`)]);
    }
  });

  it("lists unrequested gaps by feed, from the first to the last missing instant", async () => {
    await answer(minutes(0, 10), {asked: [1, 2]});
    await answer([14], {asked: [2]});
    await answer(minutes(15, 25), {asked: [1, 2]});
    expect(await gaps()).toEqual(["1 not asked 11..14 by 1", "2 not asked 11..13 by 1"]);
    expect(await gaps({feeds: [2]})).toEqual(["2 not asked 11..13 by 1"]);
    expect((await findGaps(test.store, everything))[0]).toMatchObject({seconds: 240, asked: false, symbol: null});
  });

  it("separates requested instants without an update from unrequested ones beside them", async () => {
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

  it("lists an unrequested gap between two requested ones", async () => {
    await answer([...minutes(0, 10), ...minutes(21, 31)]);
    await answer([11, 12, 19, 20], {came: null});
    expect(await gaps()).toEqual([
      "1 nothing there 11..12 by 1",
      "1 not asked 13..18 by 1",
      "1 nothing there 19..20 by 1"
    ]);
  });

  it("drops a gap once a repeated request brings the update", async () => {
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
  ])("names the reason between sessions %s and %s: %s", async (before, after, kind) => {
    await answer(minutes(0, 10), {session: before});
    await answer(minutes(20, 30), {session: after});
    expect(await gaps()).toEqual([`1 ${kind} 11..19 by 1`]);
  });

  it("calls requested instants a closed market, unless it is closed for four days", async () => {
    await answer(minutes(0, 10), {session: "closed"});
    await answer(minutes(11, 12), {came: null});
    await answer(minutes(13, 23), {session: "closed"});
    await answer(minutes(6000, 6010), {session: "closed"});
    expect(await gaps()).toEqual(["1 market closed 11..12 by 1", "1 not asked 24..5999 by 1"]);
    expect((await findGaps(test.store, everything))[0]?.asked).toBe(true);
  });

  it("looks from and to the given instants, up to the newest update of the store", async () => {
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

  it("lists requested instants of a feed without a usual step", async () => {
    await answer([2], {asked: [7], came: null});
    expect(await gaps({feeds: [7]})).toEqual(["7 nothing there 2..2 by NaN"]);
  });
});

describe("feedsNeverAsked(store, feeds)", () => {
  it("names feeds without an update or a request, listed or not", async () => {
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

  it("leaves out a requested feed that never came, whose requests are a gap", async () => {
    await answer(minutes(0, 5), {asked: [7], came: null});
    expect(await feedsNeverAsked(test.store, [7])).toEqual([]);
    expect(await gaps({feeds: [7]})).toEqual(["7 nothing there 0..5 by 1"]);
  });
});
