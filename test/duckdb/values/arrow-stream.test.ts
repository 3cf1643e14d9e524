import {tableFromIPC} from "apache-arrow";
import {describe, expect, it} from "vitest";
import {streamOf} from "../../../src/duckdb/values/arrow-stream.js";

const day = new Date("2026-05-12T14:00:00.123Z");
const read = (records: Record<string, unknown>[]) => {
  const table = tableFromIPC(streamOf(records));
  const types = Object.fromEntries(table.schema.fields.map(({name, type}) => [name, String(type)]));
  return {types, rows: table.toArray().map((row) => ({...row.toJSON()}))};
};

describe("streamOf(records)", () => {
  it("gives each kind of value as a type of its own, with nulls", () => {
    const {types, rows} = read([
      {n: 1, x: 0.5, t: "é, b", d: day, b: true, big: 2n ** 60n, o: {a: [1]}},
      {n: 2, x: 2, t: null, b: false},
      {n: null, t: "", d: null, b: null}
    ]);
    const [n, x, t, d] = ["Int64", "Float64", "Utf8", "Timestamp<MICROSECOND>"];
    expect(types).toEqual({n, x, t, d, b: "Bool", big: n, o: t});
    expect(rows).toEqual([
      {n: 1n, x: 0.5, t: "é, b", d: Number(day), b: true, big: 2n ** 60n, o: '{"a":[1]}'},
      {n: 2n, x: 2, t: null, d: null, b: false, big: null, o: null},
      {n: null, x: null, t: "", d: null, b: null, big: null, o: null}
    ]);
  });

  it.each([
    ["2026-05-12", 456_000, "MICROSECOND", 0.456],
    ["2026-05-12", 456_789, "NANOSECOND", 0.456789],
    ["9999-12-31", 456_789, "MICROSECOND", 0.456], // out of range for nanoseconds
    ["2262-04-12", 456_789, "MICROSECOND", 0.456]
  ])("gives %s beside a time with %d ns as %s", (text, nanos, unit, rest) => {
    const {types, rows} = read([{d: new Date(text)}, {d: Object.assign(new Date(day), {nanos})}]);
    expect(types).toEqual({d: `Timestamp<${unit}>`});
    expect(rows).toEqual([{d: Date.parse(text)}, {d: Number(day) + rest}]);
  });

  it.each([2n ** 63n, -(2n ** 63n) - 1n])("gives a column with %d, which has more than 64 bits, as text", (big) => {
    expect(read([{n: 1}, {n: big}])).toEqual({types: {n: "Utf8"}, rows: [{n: "1"}, {n: String(big)}]});
  });

  it.each([[day], ["later"]])("refuses an invalid date beside %j", (first) => {
    const error = new Error("column at has an invalid date in row 2");
    expect(() => streamOf([{at: first}, {at: new Date("never")}])).toThrow(error);
  });
});
