// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {publishersChart} from "../../../src/components/prices/publishers.js";
import {hour, start} from "../fixture.js";
import {expectSvg} from "../snapshot.js";

const rows = [15, 17, null, 9, 0, 12].map((publisherCount, index) => ({
  publishedAt: start + index * hour,
  publisherCount
}));

describe("publishersChart(rows, {symbol, …})", () => {
  it("draws steps from zero, with gaps", () => {
    const chart = publishersChart(rows, {symbol: "Crypto.BTC/USD", width: 640, linked: true});
    expectSvg(chart.querySelector(".fb-body > svg"), "publishers");
    expect(chart.querySelector("figcaption")?.textContent).toBe("Crypto.BTC/USD publishers");
    expect(chart.querySelector(".fb-value")?.textContent).toBe("12");
  });

  it("labels whole publishers only", () => {
    const few = publishersChart([{publishedAt: start, publisherCount: 1}], {symbol: "x", width: 640});
    const labels = [...few.querySelectorAll("svg[role=img] text")].map(({textContent}) => textContent);
    expect(labels.filter((text) => /^[\d.]+$/.test(text ?? ""))).toEqual(["0", "1"]);
  });

  it("says when there are none", () => {
    expect(publishersChart([], {symbol: "x"}).textContent).toContain("no values in this range");
  });
});
