// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {comparisonChart} from "../../../src/views/prices/comparison.js";
import {hour, start} from "../../charts/fixture.js";
import {attributes, texts} from "../../charts/kit.js";

const at = (i: number, value: number | null, priceFeedId = 1) => ({
  ...{priceFeedId, symbol: `Crypto.${priceFeedId}/USD`, publishedAt: start + i * hour, value}
});
const values = (chart: Element) => texts(chart, ".fb-value");

describe("comparisonChart(rows, {feeds, …})", () => {
  it("draws a line for each feed, in their order", () => {
    const rows = [1, 7].flatMap((id) =>
      Array.from({length: 24}, (_, i) =>
        at(i, i === 5 && id === 7 ? null : 100 + 3 * Math.sin(i / 4) * (id === 1 ? 1 : -2), id)
      )
    );
    const chart = comparisonChart(rows, {feeds: [7, 1], symbol: "Crypto.7/USD", width: 640});
    expect(attributes(chart, ".fb-body [data-key] path", "d").map((path) => path?.match(/M/g)?.length)).toEqual([1, 2]);
    expect(values(chart)).toEqual(["103.05 (+3.05 %)", "98.48 (−1.52 %)"]);
    expect(texts(chart, ".fb-key")).toEqual([expect.stringContaining("7/USD"), expect.stringContaining("1/USD")]);
    expect(
      values(comparisonChart([at(0, 100), at(1, 100.0005)], {feeds: [1], symbol: "Crypto.1/USD", width: 640}))
    ).toEqual(["100.00 (+0.00050 %)"]);
  });

  it("names a feed that has no price at the base", () => {
    const rows = [at(0, 100), at(1, 101), at(0, null, 7), at(1, null, 7)];
    const chart = comparisonChart(rows, {feeds: [1, 7], symbol: "Crypto.1/USD", base: start, width: 640});
    expect(texts(chart, ".fb-key")).toEqual(["1/USD", "7/USD, no base"].map((text) => expect.stringContaining(text)));
  });

  it("starts at the opening of the market if closed hours are skipped", () => {
    const rows = [100, 100, 110, 121].map((value, i) => at(i, value));
    const sessions = rows.map(({publishedAt}, i) => ({publishedAt, marketSession: i < 2 ? "closed" : "regular"}));
    const options = {
      feeds: [1],
      symbol: "Crypto.1/USD",
      width: 640,
      domain: [start, start + 3 * hour] as const,
      sessions
    };
    const last = [false, true].map((skipClosed) => values(comparisonChart(rows, {...options, skipClosed})).join());
    expect(last).toEqual(["121.00 (+21.00 %)", "110.00 (+10.00 %)"]);
  });

  it("draws a difference or a ratio without a line of the first feed, named in the title", () => {
    const rows = [1.5, -2].map((value, i) => at(i, value, 7));
    const look = {feeds: [1, 7], symbol: "Crypto.1/USD", width: 640};
    const [difference, ratio] = (["difference", "ratio"] as const).map((mode) =>
      comparisonChart(rows, {...look, mode})
    );
    expect([difference, ratio].map((chart) => chart?.querySelector("figcaption")?.textContent)).toEqual([
      "Difference from Crypto.1/USD",
      "Ratio to Crypto.1/USD"
    ]);
    expect([values(difference as Element), values(ratio as Element)]).toEqual([["−2.00 bps"], ["−2.00"]]);
  });
});
