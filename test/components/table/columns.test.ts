import {describe, expect, it} from "vitest";
import {type Column, nextSort, sortRows} from "../../../src/components/table/columns.js";

const column = <Key extends string | number | null>(): Column<Key> => ({
  ...{name: "key", label: "Key", key: (key) => key, cell: String}
});

describe("sortRows(rows, columns, sort)", () => {
  const sorted = (keys: (string | number | null)[], descending = false) =>
    sortRows(keys, [column<string | number | null>()], descending ? "-key" : "key").map(String);

  it("puts numbers in their order, missing ones last both ways", () => {
    const keys = [3, null, -1e300, NaN, 0, 1e300];
    expect(sorted(keys)).toEqual(["-1e+300", "0", "3", "1e+300", "null", "NaN"]);
    expect(sorted(keys, true)).toEqual(["1e+300", "3", "0", "-1e+300", "null", "NaN"]);
  });

  it("reads numbers inside a text, whatever its case", () => {
    expect(sorted(["C10", "c9", "C1", "b2"])).toEqual(["b2", "C1", "c9", "C10"]);
  });

  it("leaves equal rows in the order given, both ways, and takes none", () => {
    const equal = [{id: 1}, {id: 2}, {id: 3}];
    const alike = [{name: "key", label: "Key", key: () => 7, cell: String}];
    for (const sort of ["key", "-key", "", "other"]) expect(sortRows(equal, alike, sort)).toEqual(equal);
    expect(sortRows([], alike, "-key")).toEqual([]);
  });
});

describe("nextSort(column, sort)", () => {
  it.each([
    [false, ["key", "-key", "key"]],
    [true, ["-key", "key", "-key"]]
  ])("goes both ways, numbers (%s) from the greatest", (numeric, sorts) => {
    const next = (sort: string) => nextSort({...column<never>(), numeric}, sort);
    expect([next(""), next(next("")), next(next(next("")))]).toEqual(sorts);
    expect(next("other")).toBe(sorts[0]);
  });
});
