import {describe, expect, it} from "vitest";
import {byTime, textOf} from "../../../src/components/parts/rows.js";

describe("byTime(rows)", () => {
  const rows = [
    {publishedAt: "2026-05-12 00:02:00", price: 2n, session: "closed"},
    {publishedAt: Date.UTC(2026, 4, 12, 0, 1), price: null, session: null},
    {publishedAt: "never", price: 9, session: "regular"},
    {publishedAt: new Date(Date.UTC(2026, 4, 12)), price: Infinity, session: 3}
  ];

  it("sorts by time and leaves out rows without one", () => {
    expect(byTime(rows).times.map((time) => new Date(time).toISOString().slice(14, 16))).toEqual(["00", "01", "02"]);
  });

  it("gives numbers, NaN where there is none", () => {
    expect(byTime(rows).values("price")).toEqual([NaN, NaN, 2]);
  });

  it("gives texts, null where there is none", () => {
    expect(byTime(rows).texts("session")).toEqual([null, null, "closed"]);
  });

  it("takes any iterable, and keeps rows of the same time in order", () => {
    const twice = new Set([
      {publishedAt: 5, price: 1},
      {publishedAt: 5, price: 2}
    ]);
    expect(byTime(twice).values("price")).toEqual([1, 2]);
    expect(byTime([]).times).toEqual([]);
  });
});

describe("textOf(value)", () => {
  it("is the text or null", () => {
    expect([textOf("a"), textOf(""), textOf(1), textOf(null), textOf(undefined)]).toEqual(["a", "", null, null, null]);
  });
});
