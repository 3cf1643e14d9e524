// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {type TimeChartOptions, timeChart} from "../../../src/charts/rows/time-chart.js";
import {every, hour} from "../fixture.js";
import {find, press, texts} from "../kit.js";

const times = every(hour, 24 * hour);
const bars = times.map((time, i) => {
  const [open, close] = [100 + 5 * Math.sin(i / 3), 100 + 5 * Math.sin((i + 1) / 3)];
  return {startedAt: new Date(time), open, high: Math.max(open, close) + 1, low: Math.min(open, close) - 1, close};
});
const rates = times.flatMap((time, i) =>
  ["A", "B"].map((symbol, j) => ({at: new Date(time), symbol, rate8h: i === 6 ? null : (i - 12) * (j + 1) * 1e-6}))
);
const entries = (chart: Element) => texts(chart, ".fb-key");
const draw = (rows: Parameters<typeof timeChart>[0], options: TimeChartOptions = {}) =>
  timeChart(rows, {width: 640, ...options});

describe("timeChart(rows, options)", () => {
  it("draws candles from open, high, low and close, with a strip", () => {
    const chart = draw(bars, {unit: "USD"});
    expect([entries(chart), chart.querySelectorAll(".fb-strip path").length]).toEqual([["Candles"], 1]);
    expect(chart.querySelectorAll("[data-key] rect")).toHaveLength(bars.length);
    expect(find(chart, "figcaption").textContent).toBe("close");
  });

  it("draws a line and its band from unsorted rows", () => {
    const options = {y: "close", low: "low", high: "high", title: "Within", overview: false} as const;
    const chart = draw(bars.toReversed(), options);
    expect([entries(chart), chart.querySelector(".fb-strip")]).toEqual([["close", "low – high"], null]);
    press(find(chart, ".fb-surface"), "Home");
    expect(texts(chart, ".fb-value")).toEqual(["101.636", "99 – 102.636"]);
  });

  it("draws a line per name if times repeat, with nulls as gaps, and writes rates as rates", () => {
    const chart = draw(rates);
    expect(entries(chart)).toEqual(["A", "B"]);
    press(find(chart, ".fb-surface"), "End");
    expect(texts(chart, ".fb-value")).toEqual(["+0.00120 %", "+0.00240 %"]);
    expect(texts(chart, ".fb-body svg text")).toContain("%");
  });

  it("rejects lines whose times repeat often, except dots", () => {
    const twice = [...bars, ...bars].map(({startedAt, close}) => ({startedAt, close, kind: "A"}));
    const unnamed = twice.map(({startedAt, close}) => ({startedAt, close}));
    const [shown, hint] = [
      "2026-05-11 00:00:00 UTC",
      "name the column of lines with series, or add GROUP BY startedAt"
    ];
    expect(() => draw(twice)).toThrow(
      `several rows have ${shown} of kind A, where timeChart draws one point: ${hint}, kind to the query`
    );
    expect(entries(draw(unnamed, {draw: "dots"}))).toEqual(entries(draw(bars, {y: "close", draw: "dots"})));
    for (const hours of [1, 5, 25]) {
      const repeated = [...unnamed.slice(0, hours), ...unnamed.slice(0, 1)]; // as an hour that clocks repeat
      expect(entries(draw(repeated)), `${hours} hours`).toEqual(entries(draw(bars, {y: "close"})));
    }
  });

  it("tints or skips closed hours of rows with marketSession", () => {
    const sessions = bars.map((bar, i) => ({...bar, marketSession: i > 4 && i < 9 ? "closed" : "regular"}));
    expect(texts(draw(sessions), ".fb-body svg text")).toContain("closed");
    expect(texts(draw(sessions, {closed: "skipped"}), ".fb-body svg text")).not.toContain("closed");
  });

  describe("drawn again", () => {
    const count = (chart: Element) =>
      /(\d+) values/.exec(find(chart, "svg[role=img]").getAttribute("aria-label") ?? "")?.[1];
    const shown = (options: TimeChartOptions, rows: Parameters<typeof timeChart>[0] = bars) => {
      const chart = draw(rows, {y: "close", ...options});
      document.body.replaceChildren(chart);
      return chart;
    };

    it("keeps the zoom of linked charts, whatever their titles, until a reset", () => {
      const first = shown({title: "BTC"});
      expect(count(first)).toBe("25");
      press(find(first, ".fb-surface"), "+");
      const zoomed = count(first);
      expect(Number(zoomed)).toBeLessThan(25);
      expect([count(shown({title: "BTC"})), count(shown({title: "ETH"}))]).toEqual([zoomed, zoomed]);
      expect(count(shown({title: "Alone", linked: false}))).toBe("25");
      press(find(shown({title: "ETH"}), ".fb-surface"), "0");
      expect(count(shown({title: "BTC"}))).toBe("25");
    });
  });
});
