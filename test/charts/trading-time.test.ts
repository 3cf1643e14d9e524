import {describe, expect, it} from "vitest";
import type {Range, Shade} from "../../src/charts/model.js";
import {
  inOpenTime,
  isSkipped,
  middleOf,
  openTime,
  sessionShades,
  skipClosed,
  timeScale
} from "../../src/charts/trading-time.js";
import {line} from "./kit.js";

const closed = (from: number, to: number): Shade => ({from, to, label: "closed", kind: "closed"});
const two = openTime([closed(300, 500), closed(100, 200), {...closed(600, 700), kind: "extended"}]);

describe("openTime(shades)", () => {
  it("stands still in closed stretches, and goes on after them", () => {
    const times = [0, 99, 100, 150, 199, 200, 250, 300, 499, 501, 650];
    expect(times.map(two.at)).toEqual([0, 99, 100, 100, 100, 100, 150, 200, 200, 201, 350]);
    const open = [0, 99, 200, 250, 500, 501, 650, 1e12];
    expect(open.map((time) => two.instant(two.at(time)))).toEqual(open);
  });

  it("has two instants at a seam: its end, or its start", () => {
    expect([two.instant(100), two.instant(100, "start"), two.instant(200, "start")]).toEqual([200, 100, 300]);
  });

  it("merges stretches that touch or overlap, and takes one of no length for a moment", () => {
    const {closed: stretches} = openTime([closed(5, 9), closed(1, 3), closed(3, 6), closed(20, 20)]);
    expect(stretches.join(" ")).toBe("1,9 20,21");
  });
});

it("isSkipped(open, time, ms) takes the start of a stretch, and not its end", () => {
  expect([99, 100, 199, 200].map((time) => isSkipped(two, time))).toEqual([false, true, true, false]);
  expect([isSkipped(two, 100, 100), isSkipped(two, 100, 101), isSkipped(two, 90, 50)]).toEqual([true, false, false]);
});

it("middleOf(open, time, ms) is in the middle of what is open", () => {
  expect([middleOf(two, 0, 50), middleOf(two, 80, 100), middleOf(two, 150, 100)]).toEqual([25, 90, 225]);
  expect(middleOf(openTime(), 7, 3)).toBe(8.5);
});

it("inOpenTime(open, [range, full], change) gives what is open, and starts at the end of a seam and ends at its start", () => {
  const full: Range = [150, 800];
  const changed = (to: Range) => inOpenTime(two, [[210, 600], full], () => to);
  const seen: Range[] = [];
  inOpenTime(two, [[210, 600], full], (...given) => given[seen.push(...given) - 2] ?? full);
  expect(seen.join(" ")).toBe("110,300 100,500");
  expect([changed([200, 500]), changed([110, 200])]).toEqual([
    [500, 800],
    [210, 300]
  ]);
  expect(changed([100, 500])).toEqual(full);
});

const px: Range = [4, 1004];
// Three nights, seven hours of trade in between.
const nights = openTime([closed(20, 37), closed(44, 61), closed(68, 85)]);
const scaleOf = (from: number, to: number, open = nights) => timeScale([from, to], px, open);

it("timeScale(range, px, open) gives closed stretches no width, and the same to all that is open", () => {
  const x = scaleOf(13, 68);
  const thirds = [0, 1, 1, 1, 2, 2, 3].map((third) => expect.closeTo(4 + (third * 1000) / 3, 6));
  expect([13, 20, 28, 37, 44, 61, 68].map(x)).toEqual(thirds);
  expect([x.domain().map(Number), x.range()]).toEqual([[13, 68], px]);
  for (const at of [13, 14.5, 19, 37, 40, 43, 61, 67])
    expect(Math.abs(x.invert(x(at)).getTime() - at)).toBeLessThanOrEqual(1);
});

describe("skipClosed(tracks, open, whole)", () => {
  const open = openTime([closed(3000, 8000)]);
  const full: Range = [0, 10_000];
  const values = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

  it("leaves points out that are closed, and joins what is on either side", () => {
    const [track] = skipClosed([line(values)], open, full);
    expect(track).toMatchObject({
      times: [0, 1000, 2000, 8000, 9000, 10_000],
      values: [0, 1, 2, 8, 9, 10],
      runs: [[0, 6]]
    });
  });

  it("keeps a gap that is none of the market's", () => {
    const gap = line([0, 1, NaN, 3, 4, 5, 6, 7, 8, NaN, 10]);
    expect(skipClosed([gap], open, full)[0]?.runs.join(" ")).toBe("0,2 3,4 5,6");
  });

  it("formats with the index that a row had", () => {
    const format = (value: number, _: number, index: number) => `${value} of row ${index}`;
    const [track] = skipClosed([line(values, {format})], open, full);
    expect(track?.format?.(8, 8, 3, String)).toBe("8 of row 8");
  });

  it("keeps a candle that is open for a part of its time, with what shares its times", () => {
    const times = [0, 2000, 4000, 6000, 7000, 9000];
    const prices = [1, 2, 3, 4, 5, 6];
    const candles = line(prices, {shape: "candles", times, open: prices, upper: prices, lower: prices, stepMs: 2000});
    const [ema, drawn] = skipClosed([line(prices, {times}), candles], open, full);
    expect(drawn).toMatchObject({times: [0, 2000, 7000, 9000], open: [1, 2, 5, 6], lower: [1, 2, 5, 6]});
    expect(ema?.times).toBe(drawn?.times);
  });

  it("is the same tracks where nothing is closed", () => {
    const tracks = [line(values)];
    expect(skipClosed(tracks, openTime(), full)).toBe(tracks);
  });
});

describe("sessionShades(times, sessions)", () => {
  const shadesOf = (times: number[], sessions: (string | null | undefined)[]) =>
    sessionShades(times, sessions).map(({from, to, label, kind}) => `${from} to ${to}: ${label}, ${kind}`);

  it("shades every session but the regular one, from its first row to the next session's", () => {
    const sessions = ["regular", "closed", "closed", "preMarket", "regular", "auction"];
    expect(shadesOf([0, 10, 20, 30, 40, 50], sessions)).toEqual([
      ...["10 to 30: closed, closed", "30 to 40: pre-market, extended", "50 to 60: auction, extended"]
    ]);
  });

  it("does not shade where there are no rows, nor without sessions", () => {
    const times = [0, 10, 20, 30, 500, 510, 520, 530];
    const shades = ["0 to 40: closed, closed", "500 to 540: closed, closed"];
    expect(shadesOf(times, Array(8).fill("closed"))).toEqual(shades);
    expect([shadesOf([0, 10, 20], [null, undefined, "regular"]), shadesOf([], [])]).toEqual([[], []]);
  });
});
