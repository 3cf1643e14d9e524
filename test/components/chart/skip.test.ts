import {describe, expect, it} from "vitest";
import type {Range} from "../../../src/components/chart/model.js";
import {openTime} from "../../../src/components/chart/open.js";
import {skipClosed} from "../../../src/components/chart/skip.js";
import {line} from "./track.js";

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
