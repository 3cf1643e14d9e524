import {expect, it} from "vitest";
import {answerRows, byTime} from "../../../src/duckdb/values/rows.js";

it("answerRows(columns, rows) gives the same rows of an answer made by the build", () => {
  const columns = [
    {name: "n", type: "DOUBLE"},
    {name: "at", type: "TIMESTAMP"},
    {name: "spark", type: "DOUBLE[]"},
    {name: "symbol", type: "VARCHAR"}
  ];
  expect(answerRows(columns, [["-Infinity", "2026-05-12T00:00:00Z", [1, 2], "a"], Array(4).fill(null)])).toEqual([
    {n: -Infinity, at: new Date("2026-05-12T00:00:00Z"), spark: [1, 2], symbol: "a"},
    {n: null, at: null, spark: null, symbol: null}
  ]);
});

const rows = [
  {publishedAt: "2026-05-12 00:02:00", price: 2n, session: "closed"},
  {publishedAt: Date.UTC(2026, 4, 12, 0, 1), price: null, session: null},
  {publishedAt: "never", price: 9, session: "regular"},
  {publishedAt: new Date(Date.UTC(2026, 4, 12)), price: Infinity, session: 3}
];

it("byTime(rows) sorts by time and leaves out rows without one; gives numbers or NaN, and texts or null", () => {
  const {times, values, texts} = byTime(new Set(rows));
  expect(times.map((time) => new Date(time).toISOString().slice(14, 16))).toEqual(["00", "01", "02"]);
  expect([values("price"), texts("session")]).toEqual([
    [NaN, NaN, 2],
    [null, null, "closed"]
  ]);
});
