import {describe, expect, it} from "vitest";
import {eachStore} from "../../helpers/each-store.js";
import {bodyAt, type Told} from "../../helpers/store.js";
import {midnight} from "../../store/midnight.js";

const test = eachStore();

/** A body published so many minutes after midnight. */
function body(minutes: number, entry: object = {}): string {
  return bodyAt(midnight + minutes * 6e7, {priceFeedId: 1, exponent: -2, price: 10_000, ...entry});
}

/** A response in which the feed was asked for and did not come. */
function missing(minutes: number): Told {
  return {text: bodyAt(midnight + minutes * 6e7), missingFeeds: [1]};
}

function range(from: number, until: number, step: number): number[] {
  return Array.from({length: Math.ceil((until - from) / step)}, (_, i) => from + i * step);
}

async function quality(columns: string): Promise<unknown[][]> {
  return test.derived(`SELECT ${columns} FROM quality_1h ORDER BY startedAt`);
}

const counts = "hour(startedAt), expected, received, missing, notAsked, gaps, silentSeconds, stepSeconds";

// Updates every five minutes from 00:40 on, but for those left out: hour, expected, received, missing, not asked for, gaps,
// silent, step.
const cases: [string, (minute: number) => boolean, string][] = [
  [
    "none before the first update, and after the last",
    () => true,
    "0 4 4 0 0 0 0 300; 1 12 12 0 0 0 0 300; 2 6 6 0 0 0 0 300"
  ],
  [
    "within an hour", // after 01:10 the next is 01:30: 01:15, 01:20 and 01:25 lack, and it was due for 15 minutes
    (minute) => minute < 75 || minute >= 90,
    "0 4 4 0 0 0 0 300; 1 12 9 0 3 1 900 300; 2 6 6 0 0 0 0 300"
  ],
  [
    "from hour to hour, in each for its part", // after 01:45 the next is 02:15
    (minute) => minute < 110 || minute >= 135,
    "0 4 4 0 0 0 0 300; 1 12 10 0 2 1 600 300; 2 6 3 0 3 1 900 300"
  ],
  [
    "over a whole hour, in the hours around it",
    (minute) => minute < 60 || minute >= 125,
    "0 4 4 0 0 0 0 300; 2 6 5 0 1 1 300 300"
  ],
  ["up to the hour", (minute) => minute !== 55, "0 4 3 0 1 1 300 300; 1 12 12 0 0 0 0 300; 2 6 6 0 0 0 0 300"],
  [
    "in an hour of two updates, by the step of the hour before", // 01:00 and 01:50
    (minute) => minute < 65 || minute === 110 || minute >= 120,
    "0 4 4 0 0 0 0 300; 1 12 2 0 10 2 3000 300; 2 6 6 0 0 0 0 300"
  ],
  [
    "in a first hour of two updates, by the step of the hour after", // 00:40 and 00:55
    (minute) => minute === 40 || minute >= 55,
    "0 4 2 0 2 1 600 300; 1 12 12 0 0 0 0 300; 2 6 6 0 0 0 0 300"
  ]
];

describe("quality_1h, of gaps", () => {
  it("counts the gaps that touch each hour of each feed", async () => {
    const kept = cases.flatMap(([, kept], priceFeedId) =>
      range(40, 150, 5)
        .filter(kept)
        .map((minute) => body(minute, {priceFeedId}))
    );
    await test.book(...kept);
    const rows = await test.derived(`SELECT priceFeedId, ${counts} FROM quality_1h ORDER BY priceFeedId, startedAt`);
    const found = cases.map(([what], feed) => [
      what,
      rows.filter(([id]) => id === feed).map((row) => row.slice(1).join(" "))
    ]);
    expect(found).toEqual(cases.map(([what, , hours]) => [what, hours.split("; ")]));
  });

  it("counts a missing update once", async () => {
    const came = range(40, 150, 5).filter((minute) => minute < 75 || minute >= 120);
    await test.book(...came.map((minute) => body(minute)), ...range(75, 90, 5).map(missing));
    expect((await quality(counts))[1]).toEqual([1, 12, 3, 3, 6, 1, 2700, 300]);
  });

  it("knows an hour in which all that was asked for did not come", async () => {
    const came = range(40, 150, 5).filter((minute) => minute < 60 || minute >= 120);
    await test.book(...came.map((minute) => body(minute)), ...range(60, 120, 5).map(missing));
    expect(await quality(counts)).toEqual([
      [0, 4, 4, 0, 0, 0, 0, 300],
      [1, 12, 0, 12, 0, 1, 3600, 300],
      [2, 6, 6, 0, 0, 0, 0, 300]
    ]);
  });

  it("has no gap where a feed goes from one step to another, within an hour, or at its end", async () => {
    const slow = range(4.5, 224.5, 5); // to 03:39:30
    const fast = range(224.5, 300, 1 / 6);
    await test.book(...[...slow, ...fast].map((minute) => body(minute)));
    expect(await quality("hour(startedAt), expected - received, notAsked, gaps, silentSeconds, stepSeconds")).toEqual([
      [0, 0, 0, 0, 0, 300],
      [1, 0, 0, 0, 0, 300],
      [2, 0, 0, 0, 0, 300],
      [3, 0, 0, 0, 0, 10],
      [4, 0, 0, 0, 0, 10]
    ]);
  });

  it("has a gap all the same in an hour with two steps", async () => {
    const slow = range(0, 40, 5);
    const fast = range(40, 60, 1 / 6).filter((minute) => minute < 50 || minute >= 51.99); // from 49:50 to 52:00
    await test.book(...[...slow, ...fast].map((minute) => body(minute)));
    expect(await quality("notAsked, gaps, silentSeconds, stepSeconds")).toEqual([[12, 1, 120, 10]]);
  });

  it("has as much room in a gap as the longer of the steps around it leaves, within an hour and from one to the next", async () => {
    const [slow, fast] = [range(0, 20, 1), range(40, 41, 1 / 60)]; // from 00:19 to 00:40, then each second until 00:40:59
    await test.book(...[...slow, ...fast].map((minute) => body(minute)));
    const found = "received, notAsked, gaps, stepSeconds";
    expect(await quality(found)).toEqual([[80, 20, 1, 1]]);
    await test.book(...range(90, 120, 1).map((minute) => body(minute)));
    expect(await quality(found)).toEqual([
      [80, 38, 2, 1], // from 00:41:59 on each minute
      [30, 30, 1, 60]
    ]);
  });

  it("takes the smaller step in the middle, and counts gaps over 1.5 steps; two updates have no step", async () => {
    const seconds = [0, 1, 2, 3.5, 5.1, 6.1]; // steps 1, 1, 1.5, 1.6, 1
    const two = [1, 50].map((minute) => body(minute, {priceFeedId: 2}));
    await test.book(...seconds.map((second) => body(second / 60)), ...two);
    const sql =
      "SELECT stepSeconds, gaps, round(silentSeconds, 6), expected, notAsked FROM quality_1h ORDER BY priceFeedId";
    expect(await test.derived(sql)).toEqual([
      [1, 1, 0.6, 7, 1],
      [null, null, null, 2, 0]
    ]);
  });
});

describe("quality_1h, of values", () => {
  it("counts nulls by column", async () => {
    await test.book(body(0, {exponent: null, price: null}), body(1));
    const [{nullPrice, nullExponent, ...others} = {}] = await derived("COLUMNS('^null')");
    expect([nullPrice, nullExponent]).toEqual([1, 1]);
    expect(Object.values(others)).toEqual(Array(11).fill(2));
  });

  it("counts none where every column has a value", async () => {
    const quote = {bestBidPrice: 1, bestAskPrice: 2, confidence: 1, emaPrice: 1, emaConfidence: 1, publisherCount: 3};
    const rate = {fundingRate: 1, fundingRateInterval: 3.6e9, fundingTimestamp: midnight};
    await test.book(body(0, {...quote, ...rate, marketSession: "regular", feedUpdateTimestamp: midnight}));
    const [row = {}] = await derived("COLUMNS('^null')");
    expect(new Set(Object.values(row))).toEqual(new Set([0]));
  });

  it("takes an old update of a closed market for no stale one", async () => {
    const aged = (minute: number, seconds: number, marketSession: string | null) =>
      body(minute, {marketSession, feedUpdateTimestamp: midnight + minute * 6e7 - seconds * 1e6});
    await test.book(aged(1, 5000, "closed"), aged(2, 7, "regular"), aged(3, 9, null), aged(61, 4000, "closed"));
    expect(await quality("staleSeconds, own, received")).toEqual([
      [9, 0, 3],
      [null, 0, 1]
    ]);
  });

  it("has the mean confidence in bps of the price, whatever its sign, and the fewest publishers", async () => {
    const sure = (minute: number, price: number, confidence: number | null, publisherCount: number) =>
      body(minute, {price, confidence, publisherCount});
    await test.book(sure(0, 10_000, 5, 9), sure(1, -10_000, 15, 3), sure(2, 10_000, null, 4));
    expect(await quality("meanConfidenceBps, fewestPublishers")).toEqual([[10, 3]]);
  });

  async function derived(columns: string): Promise<Record<string, unknown>[]> {
    await test.derive();
    return test.records(`SELECT ${columns} FROM quality_1h`);
  }
});
