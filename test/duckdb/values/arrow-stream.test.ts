import {tableFromIPC} from "apache-arrow";
import {describe, expect, it, vi} from "vitest";
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
    [[0, 0], "MICROSECOND"],
    [[0, 456_000], "MICROSECOND"],
    [[0, 456_789], "NANOSECOND"]
  ])("gives times with %j ns below a millisecond as %s", ([a, b], unit) => {
    const table = tableFromIPC(streamOf([a, b].map((nanos) => ({d: Object.assign(new Date(day), {nanos})}))));
    expect(String(table.schema.fields[0]?.type)).toBe(`Timestamp<${unit}>`);
    expect(table.get(1)?.d - table.get(0)?.d).toBeCloseTo(Number(b) / 1e6, 2);
  });

  it.each(["9999-12-31", "0001-01-01", "1677-09-21T00:12:44Z", "2262-04-12"])(
    "keeps %s beside a time with nanoseconds",
    (text) => {
      const fine = Object.assign(new Date(day), {nanos: 456_789});
      const {types, rows} = read([{d: new Date(text)}, {d: fine}]);
      expect(types).toEqual({d: "Timestamp<MICROSECOND>"});
      expect(rows).toEqual([{d: Date.parse(text)}, {d: Number(day) + 0.456}]);
    }
  );

  it.each([2n ** 64n, 2n ** 63n, -(2n ** 63n) - 1n])(
    "gives a column with %d, which has more than 64 bits, as text",
    (big) => {
      expect(read([{n: 1}, {n: big}])).toEqual({types: {n: "Utf8"}, rows: [{n: "1"}, {n: String(big)}]});
    }
  );

  it.each([[day], ["later"]])("refuses an invalid date beside %j", (first) => {
    const error = new Error("column at has an invalid date in row 2");
    expect(() => streamOf([{at: first}, {at: new Date("never")}])).toThrow(error);
  });

  it("keeps the order of the columns of a CSV file", () => {
    const rows = Object.assign([{symbol: "a", 0: 1}], {columns: ["symbol", "0"]});
    expect(tableFromIPC(streamOf(rows)).schema.fields.map(({name}) => name)).toEqual(["symbol", "0"]);
  });

  it("compiles no code, which a page's policy forbids", () => {
    const compile = vi.spyOn(globalThis, "Function");
    streamOf([{a: 1, b: null, c: "x", d: day, e: true, f: 0.5}, {}]);
    expect(compile).not.toHaveBeenCalled();
    compile.mockRestore();
  });
});
