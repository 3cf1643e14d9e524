// @vitest-environment jsdom
import {expect, it} from "vitest";
import {nullsChart} from "../../../src/views/quality/nulls.js";
import {find, paintedIn, texts, textsIn} from "../../charts/kit.js";

const columns = ["UpdateTimestamp", "Bid", "Price", "EmaConfidence", "FundingRate"];
const rows = ["Crypto.BTC/USD", "FundingRate.Binance.BTC/USDT"].flatMap((feed, at) =>
  columns.map((columnName, i) => {
    const nulls = [0, 100, 4, 30, 80][(i + at) % 5] ?? 0;
    return {feed, columnName, nulls, received: 100, share: nulls / 100};
  })
);

it("nullsChart(rows) draws feeds by columns in the order of the service, with classes from never to always null", () => {
  const chart = nullsChart(rows, {width: 640});
  expect(texts(chart, "text[transform*=rotate]").join()).toBe("price,bid,ema confidence,update timestamp,funding rate");
  expect(textsIn(chart)[1]).toBe("Crypto.BTC/USD, bid: 100.00 % null, 100 of 100");
  const tints = paintedIn(chart).map(({fill, opacity}) => `${fill} ${opacity}`);
  expect([tints.length, new Set(tints).size]).toEqual([10, 5]);
  expect(find(chart, "svg[role=img]").getAttribute("aria-label")).toContain("sometimes null: 6 columns");
});
