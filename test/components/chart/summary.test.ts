import {describe, expect, it} from "vitest";
import {summary} from "../../../src/components/chart/summary.js";
import {line} from "./track.js";

describe("summary(title, tracks, range, formatValue)", () => {
  it("tells range, count, last, lowest, highest and gaps of each series", () => {
    const tracks = [
      line([3, NaN, 1, 2], {label: "Price"}),
      line([0, 1], {shape: "band", upper: [5, 6], label: "Band"}),
      line([0, NaN], {shape: "dots", label: "Crossed"})
    ];
    expect(summary("BTC", tracks, [0, 3000], String)).toBe(
      "BTC, 1970-01-01 00:00 UTC to 1970-01-01 00:00 UTC. Price: 3 values, last 2, lowest 1, highest 3, 1 gap. Band: lowest 0, highest 6. Crossed: 1 mark."
    );
  });

  it("says when there is nothing", () => {
    expect(summary("BTC", [line([NaN], {label: "Price"})], [0, 1], String)).toMatch(/Price: no values\.$/);
    expect(summary("BTC", [], [NaN, NaN], String)).toBe("BTC: no updates.");
  });
});
