import {describe, expect, it} from "vitest";
import type {Range, Shade} from "../../../src/components/chart/model.js";
import {openTime} from "../../../src/components/chart/open.js";
import {timeScale} from "../../../src/components/chart/scale.js";

const hour = 3_600_000;
const px: Range = [4, 1004];
const closed = (from: number, to: number): Shade => ({
  from: from * hour,
  to: to * hour,
  label: "closed",
  kind: "closed"
});
const scaleOf = (hours: Range, ...shades: Shade[]) =>
  timeScale([hours[0] * hour, hours[1] * hour], px, openTime(shades));

describe("timeScale(range, px, open)", () => {
  const nights = [closed(20, 37), closed(44, 61), closed(68, 85)]; // three nights, seven hours of trade in between
  it("gives closed stretches no width, and the same to all that is open", () => {
    const x = scaleOf([13, 68], ...nights.slice(0, 2));
    expect([13, 20, 28, 37, 44, 61, 68].map((at) => x(at * hour))).toEqual(
      [4, 4 + 1e3 / 3, 4 + 1e3 / 3, 4 + 1e3 / 3, 4 + 2e3 / 3, 4 + 2e3 / 3, 1004].map((place) =>
        expect.closeTo(place, 6)
      )
    );
    expect(x.domain().map(Number)).toEqual([13 * hour, 68 * hour]);
    expect(x.range()).toEqual(px);
  });

  it.each([13, 14.5, 19.99, 37, 40, 43.9, 61, 67])("goes to and fro at hour %d", (at) => {
    const x = scaleOf([13, 68], ...nights);
    expect(Math.abs(x.invert(x(at * hour)).getTime() - at * hour)).toBeLessThanOrEqual(1);
  });

  it("begins and ends in closed hours at what is open", () => {
    const x = scaleOf([25, 75], ...nights);
    expect([x(25 * hour), x(37 * hour), x(68 * hour), x(75 * hour)]).toEqual([4, 4, 1004, 1004]);
    expect(x.invert(4).getTime()).toBe(37 * hour);
    expect(x.invert(1003.9).getTime()).toBeLessThan(68 * hour);
    expect(x(19 * hour)).toBeLessThan(4);
    expect(x.invert(-100).getTime()).toBeLessThan(20 * hour);
  });

  it("is defined where all is closed", () => {
    const x = scaleOf([21, 30], ...nights);
    expect([x(21 * hour), x(25 * hour), x.invert(500).getTime()].every(Number.isFinite)).toBe(true);
  });

  it("is d3's own where nothing is skipped", () => {
    const x = scaleOf([0, 10]);
    expect(x.open).toBeUndefined();
    expect([x(5 * hour), x.invert(504).getTime()]).toEqual([504, 5 * hour]);
  });
});
