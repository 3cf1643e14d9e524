// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {accrualChart} from "../../../src/components/funding/accrual.js";
import {hour, start} from "../fixture.js";
import {expectSvg} from "../snapshot.js";

const rows = [1, 2].flatMap((priceFeedId) =>
  [0, 1, 2, 3].map((at) => ({
    priceFeedId,
    symbol: `FundingRate.${priceFeedId === 1 ? "Binance" : "Bybit"}.BTC/USDT`,
    publishedAt: start + at * hour,
    accrued: (priceFeedId === 1 ? 1.25e-6 : -2.5e-6) * at
  }))
);

describe("accrualChart(rows, options)", () => {
  it("draws a step line per feed around zero", () => {
    const chart = accrualChart(rows, {width: 640});
    expectSvg(chart.querySelector(".fb-body > svg"), "accrual");
    expect(chart.querySelector("figcaption")?.textContent).toBe("BTC funding that a long paid");
  });

  it("reads a share of the position in percent, with its sign", () => {
    const values = [...accrualChart(rows, {}).querySelectorAll(".fb-value")].map(({textContent}) => textContent);
    expect(values).toEqual(["0.000375 %", "−0.000750 %"]);
  });

  it("leaves out what is not known, and says when there is nothing", () => {
    const [row] = rows;
    const unknown = {...row, priceFeedId: 1, publishedAt: start, accrued: null};
    const later = {...unknown, publishedAt: start + hour};
    for (const none of [[], [unknown, later]])
      expect(accrualChart(none, {}).textContent).toContain("no values in this range");
    const alone = accrualChart([{...unknown, accrued: 0}], {});
    expect(alone.textContent).toContain("one rate alone: what it paid is not known yet");
    expect(alone.querySelector(".fb-value")?.textContent).not.toContain("0");
  });
});
