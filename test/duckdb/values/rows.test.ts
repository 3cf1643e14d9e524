import {expect, it} from "vitest";
import {byTime} from "../../../src/duckdb/values/rows.js";

it("byTime(rows) sorts by time, leaves out rows without one", () => {
  const {times, values, texts} = byTime([
    {publishedAt: "2026-05-12 00:02:00", price: 2n, session: "closed"},
    {publishedAt: Date.UTC(2026, 4, 12, 0, 1), price: null, session: null},
    {publishedAt: "never", price: 9, session: "regular"},
    {publishedAt: new Date(Date.UTC(2026, 4, 12)), price: Infinity, session: 3}
  ]);
  expect(times.map((time) => new Date(time).toISOString().slice(14, 16))).toEqual(["00", "01", "02"]);
  expect(values("price")).toEqual([NaN, NaN, 2]);
  expect(texts("session")).toEqual([null, null, "closed"]);
});
