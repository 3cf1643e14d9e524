// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {fundingHeat, gridOf} from "../../../src/components/funding/heat.js";
import {hour, start} from "../fixture.js";
import {expectSvg} from "../snapshot.js";

const step = (
  id: number,
  symbol: string | null,
  [at, rate8h]: readonly [number, number | null],
  intervalHours = 8
) => ({
  ...{priceFeedId: id, symbol, startedAt: new Date(start + at * hour), stepSeconds: 3600, rate8h, intervalHours}
});
const [binance, bybit, ether] = ["Binance.BTC/USDT", "Bybit.BTC/USDT", "Bybit.ETH/USDT"].map(
  (name) => `FundingRate.${name}`
);
const rows = [
  ...[0, 1, 2, 5].map((at) => step(1, binance ?? "", [at, 1e-5 * (at - 1)])),
  ...[0, 1, 2, 3, 4, 5].map((at) => step(2, bybit ?? "", [at, at === 3 ? null : -2e-5 * at], at < 3 ? 8 : 4)),
  step(3, ether ?? "", [1, 9e-4])
];

describe("gridOf(rows, basis)", () => {
  it("has a column for each step, also for those without any rate, and NaN where one is missing", () => {
    const {rows: names, times, values} = gridOf(rows, "8h");
    expect(names.map(({group, name}) => `${group} ${name}`)).toEqual(["BTC Binance", "BTC Bybit", "ETH Bybit"]);
    expect(times).toEqual([0, 1, 2, 3, 4, 5].map((at) => start + at * hour));
    expect(values[0]).toEqual([-1e-5, 0, 1e-5, Number.NaN, Number.NaN, 4e-5]);
    expect(values[2]).toEqual([Number.NaN, 9e-4, Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  });

  it("has each step's own interval in its basis", () => {
    const [, perInterval = []] = gridOf(rows, "interval").values;
    expect(perInterval.map((rate) => `${Math.round(rate * 1e6)}`)).toEqual(["0", "-20", "-40", "NaN", "-40", "-50"]);
  });

  it.each([
    ["no rows", []],
    ["an unreadable time", [{...step(1, "x", [0, 1]), startedAt: "soon"}]],
    ["no step", [{...step(1, "x", [0, 1]), stepSeconds: 0}]]
  ])("has no column with %s", (_, some) => expect(gridOf(some, "8h").times).toEqual([]));
});

describe("fundingHeat(rows, {basis, …})", () => {
  it("draws two hues around zero, a sign for what is missing, and a legend with numbers", () => {
    const chart = fundingHeat(rows, {basis: "8h", width: 640});
    expectSvg(chart.querySelector(".fb-body > svg"), "heat");
    expect(chart.querySelector(".fb-heat-note")?.textContent).toBe("Colours reach to ±0.090000 %, the largest.");
  });

  it("says where its colours end short of what is far off", () => {
    const many = Array.from({length: 99}, (_, at) => step(1, "F.A.B", [at, 1e-5]));
    const chart = fundingHeat([...many, step(1, "F.A.B", [99, -0.5])], {basis: "8h"});
    expect(chart.querySelector(".fb-heat-note")?.textContent).toBe(
      "Colours end at ±0.001000 %, which 98 % of the cells do not exceed: 1 of 100 are beyond."
    );
    expect(chart.querySelector(".fb-body > svg")?.textContent).toContain("≤ −0.001000 %");
  });

  it("says in full what a cell is, by the keyboard", () => {
    const chart = fundingHeat(rows, {basis: "8h", width: 640});
    const surface = chart.querySelector<HTMLElement>("[role=slider]");
    const press = (...keys: string[]) => {
      for (const key of keys) surface?.dispatchEvent(new KeyboardEvent("keydown", {key, cancelable: true}));
      return [surface?.getAttribute("aria-valuetext"), chart.querySelector(".fb-heat-readout")?.textContent];
    };
    surface?.dispatchEvent(new FocusEvent("focus"));
    const last = "Binance BTC, 2026-05-11 05:00 – 06:00 UTC: 0.004000 % per 8 h, longs pay shorts";
    expect(press("ArrowRight", "ArrowUp")).toEqual([last, last]);
    expect(press("ArrowDown")[0]).toBe(
      "Bybit BTC, 2026-05-11 05:00 – 06:00 UTC: −0.010000 % per 8 h, shorts pay longs"
    );
    expect(press("ArrowLeft", "ArrowLeft")[0]).toBe("Bybit BTC, 2026-05-11 03:00 – 04:00 UTC: no rate");
    expect(press("ArrowUp", "Home", "ArrowRight")[0]).toContain("01:00 – 02:00 UTC: 0 % per 8 h, nobody pays");
    expect(press("ArrowDown", "ArrowDown", "ArrowDown", "End", "x")[0]).toContain("Bybit ETH, 2026-05-11 05:00");
    expect([surface?.getAttribute("aria-valuenow"), surface?.getAttribute("aria-valuemax")]).toEqual(["17", "17"]);
    surface?.dispatchEvent(new FocusEvent("blur"));
    expect(chart.querySelector(".fb-heat-readout")?.textContent).toContain("arrow keys");
  });

  it("says what is under the pointer", () => {
    const chart = fundingHeat(rows, {basis: "apr", width: 640});
    const surface = chart.querySelector<HTMLElement>(".fb-heat-surface");
    surface?.dispatchEvent(Object.assign(new Event("pointermove"), {offsetX: 630, offsetY: 10}));
    expect(chart.querySelector(".fb-heat-readout")?.textContent).toContain("05:00 – 06:00 UTC: 4.38 % as APR");
    expect(chart.querySelector<HTMLElement>(".fb-heat-cursor")?.hidden).toBe(false);
    surface?.dispatchEvent(new Event("pointerleave"));
    expect(chart.querySelector<HTMLElement>(".fb-heat-cursor")?.hidden).toBe(true);
  });

  it("has its numbers as a table, a row per feed", () => {
    const table = fundingHeat(rows, {basis: "8h"}).querySelector("table");
    expect([...(table?.querySelectorAll("tbody tr") ?? [])].map((row) => row.firstChild?.textContent)).toEqual([
      ...["Binance BTC", "Bybit BTC", "Bybit ETH"]
    ]);
    expect(table?.querySelectorAll("th")[1]?.textContent).toBe("2026-05-11T00:00:00.000Z");
  });

  it.each([
    ["no rows", []],
    ["only missing rates", [step(1, "x", [0, null])]]
  ])("says so with %s", (_, none) => {
    const chart = fundingHeat(none, {basis: "8h"});
    expect(chart.querySelector("svg text")?.textContent).toBe("no rates in this range");
    expect(chart.querySelector("[role=slider]")).toBeNull();
  });

  it("draws zeros alone, takes names as text, and has no NaN in its picture", () => {
    const chart = fundingHeat([step(1, "F.<img src=x>.<b>/X", [0, 0])], {basis: "8h"});
    expect(chart.querySelector("img, b")).toBeNull();
    expect(chart.querySelector("svg")?.outerHTML).not.toContain("NaN");
  });
});
