import {describe, expect, it} from "vitest";
import {answerRows, byTime, textOf} from "../../src/lib/rows.js";

describe("answerRows(columns, rows)", () => {
  it("gives the same rows of an answer made by the build", () => {
    const columns = [
      {name: "n", type: "DOUBLE"},
      {name: "at", type: "TIMESTAMP"},
      {name: "spark", type: "DOUBLE[]"},
      {name: "symbol", type: "VARCHAR"}
    ];
    expect(
      answerRows(columns, [
        [1, "2026-05-12T00:00:00Z", [1, 2], "a"],
        [null, null, null, null]
      ])
    ).toEqual([
      {n: 1, at: new Date("2026-05-12T00:00:00Z"), spark: [1, 2], symbol: "a"},
      {n: null, at: null, spark: null, symbol: null}
    ]);
  });

  it("gives infinities as numbers, which the build's answer has as text", () => {
    const rows = answerRows([{name: "n", type: "DOUBLE"}], [["Infinity"], ["-Infinity"], ["NaN"]]);
    expect(rows).toEqual([{n: Infinity}, {n: -Infinity}, {n: NaN}]);
  });
});

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
