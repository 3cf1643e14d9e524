import {
  Decimal,
  Field,
  Float64,
  Int64,
  List,
  Table,
  TimestampMicrosecond,
  tableFromArrays,
  Utf8,
  vectorFromArray
} from "apache-arrow";
import {describe, expect, it} from "vitest";
import {answerRows, toRows} from "../../src/lib/rows.js";

describe("toRows(table)", () => {
  it("gives plain rows: numbers, text, dates, lists, null", () => {
    const table = new Table({
      n: vectorFromArray([1, null], new Float64()),
      symbol: vectorFromArray(["a", null], new Utf8()),
      id: vectorFromArray([12n, 2n ** 60n], new Int64()),
      at: vectorFromArray([Date.UTC(2026, 4, 12), null], new TimestampMicrosecond()),
      spark: vectorFromArray([[1, 2], []], new List(new Field("x", new Float64())))
    });
    expect(toRows(table)).toEqual([
      {n: 1, symbol: "a", id: 12, at: new Date("2026-05-12T00:00:00Z"), spark: [1, 2]},
      {n: null, symbol: null, id: "1152921504606846976", at: null, spark: []}
    ]);
  });

  it("scales decimals", () => {
    const value = new Uint32Array([12345, 0, 0, 0]);
    const table = new Table({d: vectorFromArray([value], new Decimal(2, 18))});
    expect(toRows(table)).toEqual([{d: 123.45}]);
  });

  it("gives no rows of an empty table", () => {
    expect(toRows(tableFromArrays({x: new Float64Array()}))).toEqual([]);
  });
});

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
