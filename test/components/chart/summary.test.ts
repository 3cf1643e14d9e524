import {describe, expect, it} from "vitest";
import {summary} from "../../../src/components/chart/summary.js";
import {line} from "./track.js";

const texts = {formatValue: String, formatTime: (time: number) => `t${time}`};

describe("summary(title, tracks, range, texts)", () => {
  it("tells range, count, last, lowest, highest and gaps of each series", () => {
    const tracks = [
      line([3, NaN, 1, 2], {label: "Price"}),
      line([0, 1], {shape: "band", upper: [5, 6], label: "Band"}),
      line([0, NaN], {shape: "dots", label: "Crossed"})
    ];
    expect(summary("BTC", tracks, [0, 3000], texts)).toBe(
      "BTC, t0 to t3000. Price: 3 values, last 2, lowest 1, highest 3, 1 gap. Band: lowest 0, highest 6. Crossed: 1 mark."
    );
  });

  it("tells the lowest low and the highest high of candles", () => {
    const candles = line([3, 4], {shape: "candles", label: "Candles", open: [2, 3], lower: [1, 2], upper: [4, 6]});
    expect(summary("BTC", [candles], [0, 1000], texts)).toMatch(/Candles: 2 values, last 4, lowest 1, highest 6\.$/);
  });

  it("says when there is nothing", () => {
    expect(summary("BTC", [line([NaN], {label: "Price"})], [0, 1], texts)).toMatch(/Price: no values\.$/);
    expect(summary("BTC", [], [NaN, NaN], texts)).toBe("BTC: no updates.");
  });
});
