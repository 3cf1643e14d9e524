import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {marketTime} from "../../loaders/sandbox/activity.js";
import type {Market} from "../../loaders/sandbox/schedule.js";

const markets: Market[] = ["crypto", "equity", "fx", "metal", "commodity", "nav"];
const at = (time: string): number => Date.parse(time) * 1000;
const daysFrom = (market: Market, from: string, to: string): number =>
  marketTime(market, at(to)).days - marketTime(market, at(from)).days;

describe("marketTime(market, timestampUs)", () => {
  it.each([
    ["crypto", 7],
    ["nav", 7],
    ["equity", 5],
    ["fx", 5],
    ["metal", 5],
    ["commodity", 5]
  ] as const)("%s has its trading days in any week", (market, days) => {
    expect(daysFrom(market, "2026-07-15T12:34:56Z", "2026-07-22T12:34:56Z")).toBeCloseTo(days, 6);
    expect(daysFrom(market, "2026-03-02T12:00:00Z", "2026-03-09T11:00:00Z")).toBeCloseTo(days, 1); // clocks forward
  });

  it("never goes back, save where the clocks do, and there only for a closed market", () => {
    const instant = fc.integer({min: at("2024-01-01T00:00Z") / 1000, max: at("2030-01-01T00:00Z") / 1000});
    fc.assert(
      fc.property(
        fc.constantFrom(...markets),
        instant,
        fc.integer({min: 1, max: 7 * 86_400_000}),
        (market, ms, step) => {
          const passed = marketTime(market, (ms + step) * 1000).days - marketTime(market, ms * 1000).days;
          expect(passed).toBeGreaterThan(-0.001);
        }
      )
    );
  });

  it.each([
    ["equity, regular over night", "equity", "2026-07-15T14:00Z", "2026-07-15T06:00Z", 5],
    ["equity, the open over noon", "equity", "2026-07-15T13:40Z", "2026-07-15T16:40Z", 1.5],
    ["equity, night over weekend", "equity", "2026-07-15T06:00Z", "2026-07-18T06:00Z", 5],
    ["crypto, New York's morning over its night", "crypto", "2026-07-15T13:30Z", "2026-07-15T04:30Z", 2],
    ["crypto, Tuesday over Sunday", "crypto", "2026-07-14T13:30Z", "2026-07-12T13:30Z", 1.7],
    ["fx, London and New York over Tokyo's lunch", "fx", "2026-07-15T12:30Z", "2026-07-15T05:00Z", 2]
  ] as const)("runs faster in busy hours: %s", (_, market, busy, calm, factor) => {
    const [fast, slow] = [busy, calm].map(
      (time) => marketTime(market, at(time) + 60e6).days - marketTime(market, at(time)).days
    );
    expect((fast ?? 0) / (slow ?? 0)).toBeGreaterThan(factor);
    expect(marketTime(market, at(busy)).quiet).toBeLessThan(marketTime(market, at(calm)).quiet);
  });

  it("calls the busiest half-hour not quiet at all", () => {
    for (const market of markets) {
      const week = Array.from({length: 336}, (_, slot) => marketTime(market, at("2026-07-13T04:00Z") + slot * 1800e6));
      expect(Math.min(...week.map(({quiet}) => quiet))).toBe(0);
    }
  });
});
