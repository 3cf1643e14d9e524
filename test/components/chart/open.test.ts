import {describe, expect, it} from "vitest";
import type {Range, Shade} from "../../../src/components/chart/model.js";
import {inOpenTime, isSkipped, middleOf, openTime} from "../../../src/components/chart/open.js";

const closed = (from: number, to: number): Shade => ({from, to, label: "closed", kind: "closed"});
const two = openTime([closed(300, 500), closed(100, 200), {...closed(600, 700), kind: "extended"}]);

describe("openTime(shades)", () => {
  it.each([
    [0, 0],
    [99, 99],
    [100, 100],
    [150, 100],
    [199, 100],
    [200, 100],
    [250, 150],
    [300, 200],
    [499, 200],
    [501, 201],
    [650, 350]
  ])("has %d ms at %d", (time, place) => expect(two.at(time)).toBe(place));

  it.each([0, 99, 200, 250, 500, 501, 650, 1e12])("goes to and fro at %d", (time) =>
    expect(two.instant(two.at(time))).toBe(time)
  );

  it("has two instants at a seam: its end, or its start", () => {
    expect([two.instant(100), two.instant(100, "start"), two.instant(200, "start")]).toEqual([200, 100, 300]);
  });

  it("is time itself without closed shades", () => {
    const {at, instant, closed} = openTime([{...two, from: 1, to: 9, label: "", kind: "extended"}]);
    expect([at(5), instant(5), instant(5, "start"), closed]).toEqual([5, 5, 5, []]);
  });

  it("merges stretches that touch or overlap, and takes one of no length for a moment", () => {
    const {closed: stretches} = openTime([closed(5, 9), closed(1, 3), closed(3, 6), closed(20, 20)]);
    expect(stretches).toEqual([
      [1, 9],
      [20, 21]
    ]);
  });
});

describe("isSkipped(open, time, ms)", () => {
  it("takes the start of a stretch, and not its end", () => {
    expect([99, 100, 199, 200].map((time) => isSkipped(two, time))).toEqual([false, true, true, false]);
    expect([isSkipped(two, 100, 100), isSkipped(two, 100, 101), isSkipped(two, 90, 50)]).toEqual([true, false, false]);
  });
});

describe("middleOf(open, time, ms)", () => {
  it("is in the middle of what is open", () => {
    expect([middleOf(two, 0, 50), middleOf(two, 80, 100), middleOf(two, 150, 100)]).toEqual([25, 90, 225]);
    expect(middleOf(openTime(), 7, 3)).toBe(8.5);
  });
});

describe("inOpenTime(open, [range, full], change)", () => {
  const full: Range = [150, 800];
  it("gives what is open, and starts at the end of a seam and ends at its start", () => {
    const seen: Range[] = [];
    const range = inOpenTime(two, [[210, 600], full], (...given) => {
      seen.push(...given);
      return [200, 500];
    });
    expect(seen).toEqual([
      [110, 300],
      [100, 500]
    ]);
    expect(range).toEqual([500, 800]);
    expect(inOpenTime(two, [[210, 600], full], () => [110, 200])).toEqual([210, 300]);
  });

  it("is all of the whole where it is all that is open", () => {
    expect(inOpenTime(two, [[210, 600], full], (_, whole) => whole)).toEqual(full);
  });
});
