import {describe, expect, it} from "vitest";
import type {Range, Shade} from "../../../src/components/chart/model.js";
import {
  inOpenTime,
  isSkipped,
  middleOf,
  openTime,
  sessionShades,
  skipClosed,
  timeScale
} from "../../../src/components/chart/trading-time.js";
import {line} from "./track.js";

const closed = (from: number, to: number): Shade => ({from, to, label: "closed", kind: "closed"});
const two = openTime([closed(300, 500), closed(100, 200), {...closed(600, 700), kind: "extended"}]);

describe("openTime(shades)", () => {
  it.each([
    [0, 0],
    [99, 99],
    [100, 100],
    [150, 100],
    [199, 100],
    [200, 100],
    [250, 150],
    [300, 200],
    [499, 200],
    [501, 201],
    [650, 350]
  ])("has %d ms at %d", (time, place) => expect(two.at(time)).toBe(place));

  it.each([0, 99, 200, 250, 500, 501, 650, 1e12])("goes to and fro at %d", (time) =>
    expect(two.instant(two.at(time))).toBe(time)
  );

  it("has two instants at a seam: its end, or its start", () => {
    expect([two.instant(100), two.instant(100, "start"), two.instant(200, "start")]).toEqual([200, 100, 300]);
  });

  it("is time itself without closed shades", () => {
    const {at, instant, closed} = openTime([{...two, from: 1, to: 9, label: "", kind: "extended"}]);
    expect([at(5), instant(5), instant(5, "start"), closed]).toEqual([5, 5, 5, []]);
  });

  it("merges stretches that touch or overlap, and takes one of no length for a moment", () => {
    const {closed: stretches} = openTime([closed(5, 9), closed(1, 3), closed(3, 6), closed(20, 20)]);
    expect(stretches).toEqual([
      [1, 9],
      [20, 21]
    ]);
  });
});

describe("isSkipped(open, time, ms)", () => {
  it("takes the start of a stretch, and not its end", () => {
    expect([99, 100, 199, 200].map((time) => isSkipped(two, time))).toEqual([false, true, true, false]);
    expect([isSkipped(two, 100, 100), isSkipped(two, 100, 101), isSkipped(two, 90, 50)]).toEqual([true, false, false]);
  });
});

describe("middleOf(open, time, ms)", () => {
  it("is in the middle of what is open", () => {
    expect([middleOf(two, 0, 50), middleOf(two, 80, 100), middleOf(two, 150, 100)]).toEqual([25, 90, 225]);
    expect(middleOf(openTime(), 7, 3)).toBe(8.5);
  });
});

describe("inOpenTime(open, [range, full], change)", () => {
  const full: Range = [150, 800];
  it("gives what is open, and starts at the end of a seam and ends at its start", () => {
    const seen: Range[] = [];
    const range = inOpenTime(two, [[210, 600], full], (...given) => {
      seen.push(...given);
      return [200, 500];
    });
    expect(seen).toEqual([
      [110, 300],
      [100, 500]
    ]);
    expect(range).toEqual([500, 800]);
    expect(inOpenTime(two, [[210, 600], full], () => [110, 200])).toEqual([210, 300]);
  });

  it("is all of the whole where it is all that is open", () => {
    expect(inOpenTime(two, [[210, 600], full], (_, whole) => whole)).toEqual(full);
  });
});

describe("scale", () => {
  const hour = 3_600_000;
  const px: Range = [4, 1004];
  const closed = (from: number, to: number): Shade => ({
    from: from * hour,
    to: to * hour,
    label: "closed",
    kind: "closed"
  });
  const scaleOf = (hours: Range, ...shades: Shade[]) =>
    timeScale([hours[0] * hour, hours[1] * hour], px, openTime(shades));

  describe("timeScale(range, px, open)", () => {
    const nights = [closed(20, 37), closed(44, 61), closed(68, 85)]; // three nights, seven hours of trade in between
    it("gives closed stretches no width, and the same to all that is open", () => {
      const x = scaleOf([13, 68], ...nights.slice(0, 2));
      expect([13, 20, 28, 37, 44, 61, 68].map((at) => x(at * hour))).toEqual(
        [4, 4 + 1e3 / 3, 4 + 1e3 / 3, 4 + 1e3 / 3, 4 + 2e3 / 3, 4 + 2e3 / 3, 1004].map((place) =>
          expect.closeTo(place, 6)
        )
      );
      expect(x.domain().map(Number)).toEqual([13 * hour, 68 * hour]);
      expect(x.range()).toEqual(px);
    });

    it.each([13, 14.5, 19.99, 37, 40, 43.9, 61, 67])("goes to and fro at hour %d", (at) => {
      const x = scaleOf([13, 68], ...nights);
      expect(Math.abs(x.invert(x(at * hour)).getTime() - at * hour)).toBeLessThanOrEqual(1);
    });

    it("begins and ends in closed hours at what is open", () => {
      const x = scaleOf([25, 75], ...nights);
      expect([x(25 * hour), x(37 * hour), x(68 * hour), x(75 * hour)]).toEqual([4, 4, 1004, 1004]);
      expect(x.invert(4).getTime()).toBe(37 * hour);
      expect(x.invert(1003.9).getTime()).toBeLessThan(68 * hour);
      expect(x(19 * hour)).toBeLessThan(4);
      expect(x.invert(-100).getTime()).toBeLessThan(20 * hour);
    });

    it("is defined where all is closed", () => {
      const x = scaleOf([21, 30], ...nights);
      expect([x(21 * hour), x(25 * hour), x.invert(500).getTime()].every(Number.isFinite)).toBe(true);
    });

    it("is d3's own where nothing is skipped", () => {
      const x = scaleOf([0, 10]);
      expect(x.open).toBeUndefined();
      expect([x(5 * hour), x.invert(504).getTime()]).toEqual([504, 5 * hour]);
    });
  });
});

const open = openTime([{from: 3000, to: 8000, label: "closed", kind: "closed"}]);
const full: Range = [0, 10_000];
const values = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

describe("skipClosed(tracks, open, whole)", () => {
  it("leaves points out that are closed, and joins what is on either side", () => {
    const [track] = skipClosed([line(values)], open, full);
    expect(track?.times).toEqual([0, 1000, 2000, 8000, 9000, 10_000]);
    expect(track?.values).toEqual([0, 1, 2, 8, 9, 10]);
    expect(track?.runs).toEqual([[0, 6]]);
  });

  it("keeps a gap that is none of the market's", () => {
    const gap = line([0, 1, NaN, 3, 4, 5, 6, 7, 8, NaN, 10]);
    expect(skipClosed([gap], open, full)[0]?.runs).toEqual([
      [0, 2],
      [3, 4],
      [5, 6]
    ]);
  });

  it("takes all columns along, and formats with the index that a row had", () => {
    const format = (value: number, _: number, index: number) => `${value} of row ${index}`;
    const [track] = skipClosed([line(values, {upper: values, saved: values, format})], open, full);
    expect([track?.upper, track?.saved]).toEqual([track?.values, track?.values]);
    expect(track?.format?.(8, 8, 3)).toBe("8 of row 8");
  });

  it("keeps a candle that is open for a part of its time, with what shares its times", () => {
    const times = [0, 2000, 4000, 6000, 7000, 9000];
    const prices = [1, 2, 3, 4, 5, 6];
    const candles = line(prices, {shape: "candles", times, open: prices, upper: prices, lower: prices, stepMs: 2000});
    const [ema, drawn] = skipClosed([line(prices, {times}), candles], open, full);
    expect(drawn?.times).toEqual([0, 2000, 7000, 9000]);
    expect(ema?.times).toBe(drawn?.times);
  });

  it("counts of a candle at an end what the whole has of it", () => {
    const ends = openTime([0, 8000].map((from) => ({from, to: from + 2000, label: "closed", kind: "closed"})));
    const times = [-3000, 1000, 5000, 9000];
    const candles = line([1, 2, 3, 4], {shape: "candles", times, stepMs: 4000});
    expect(skipClosed([candles], ends, full)[0]?.times).toEqual([1000, 5000]);
  });

  it("is the same tracks where nothing is closed", () => {
    const tracks = [line(values)];
    expect(skipClosed(tracks, openTime(), full)).toBe(tracks);
  });
});

const steps = (count: number): number[] => Array.from({length: count}, (_, index) => index * 10);

describe("sessionShades(times, sessions)", () => {
  it("shades every session but the regular one, from its first row to the next session's", () => {
    expect(sessionShades(steps(6), ["regular", "closed", "closed", "preMarket", "regular", "auction"])).toEqual([
      {from: 10, to: 30, label: "closed", kind: "closed"},
      {from: 30, to: 40, label: "pre-market", kind: "extended"},
      {from: 50, to: 60, label: "auction", kind: "extended"}
    ]);
  });

  it("does not shade where there are no rows", () => {
    const times = [0, 10, 20, 30, 500, 510, 520, 530];
    const spans = sessionShades(
      times,
      times.map(() => "closed")
    ).map(({from, to}) => [from, to]);
    expect(spans).toEqual([
      [0, 40],
      [500, 540]
    ]);
  });

  it("shades nothing without sessions", () => {
    expect(sessionShades(steps(3), [null, undefined, "regular"])).toEqual([]);
    expect(sessionShades([], [])).toEqual([]);
  });
});
