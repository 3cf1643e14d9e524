// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {nullsChart} from "../../../src/components/quality/nulls.js";
import {paintedIn, textsIn} from "../heat/cells.js";
import {expectSvg} from "../snapshot.js";

const columns = ["UpdateTimestamp", "Bid", "Price", "EmaConfidence", "FundingRate"];
const rows = ["Crypto.BTC/USD", "FundingRate.Binance.BTC/USDT"].flatMap((feed, at) =>
  columns.map((columnName, i) => {
    const nulls = [0, 100, 4, 30, 80][(i + at) % 5] ?? 0;
    return {feed, columnName, nulls, received: 100, share: nulls / 100};
  })
);

describe("nullsChart(rows)", () => {
  it("draws feeds by columns, in the order in which the service lists them", () => {
    const chart = nullsChart(rows, {width: 640});
    expectSvg(chart.querySelector(".fb-body > svg"), "nulls");
    const labels = [...chart.querySelectorAll("text[transform*=rotate]")].map(({textContent}) => textContent);
    expect(labels).toEqual(["price", "bid", "ema confidence", "update timestamp", "funding rate"]);
  });

  it("tells apart never, some and always, and says how many are odd", () => {
    const chart = nullsChart(rows);
    expect(textsIn(chart)[1]).toBe("Crypto.BTC/USD, bid: 100.00 % null, 100 of 100");
    const tints = paintedIn(chart).map(({fill, opacity}) => `${fill} ${opacity}`);
    expect([tints.length, new Set(tints).size]).toEqual([10, 5]);
    expect(chart.querySelector("svg[role=img]")?.getAttribute("aria-label")).toContain("null now and then: 6 columns");
  });

  it("says so without rows", () => {
    const none = [{feed: "a", columnName: "Bid", nulls: 0, received: 0, share: null}];
    expect(nullsChart(none).querySelector(".fb-body svg text")?.textContent).toBe("no updates in this range");
  });
});
