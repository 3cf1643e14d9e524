import {expect, it} from "vitest";
import {type Column, nextSort, sortRows} from "../../../src/components/table/columns.js";

type Key = string | number | null;
const column: Column<Key> = {name: "key", label: "Key", key: (key) => key, cell: String};
const sorted = (keys: Key[], sort = "key") => sortRows(keys, [column], sort).map(String);

it("sortRows(rows, columns, sort) puts numbers in their order, missing ones last both ways, and reads those in a text", () => {
  const keys = [3, null, -1e300, NaN, 0, 1e300];
  expect(sorted(keys)).toEqual(["-1e+300", "0", "3", "1e+300", "null", "NaN"]);
  expect(sorted(keys, "-key")).toEqual(["1e+300", "3", "0", "-1e+300", "null", "NaN"]);
  expect(sorted(["C10", "c9", "C1", "b2"])).toEqual(["b2", "C1", "c9", "C10"]);
});

it("sortRows(rows, columns, sort) leaves equal rows in the order given, both ways, and takes none", () => {
  const equal = [{id: 1}, {id: 2}, {id: 3}];
  const alike = [{name: "key", label: "Key", key: () => 7, cell: String}];
  for (const sort of ["key", "-key", "", "other"]) expect(sortRows(equal, alike, sort)).toEqual(equal);
  expect(sortRows([], alike, "-key")).toEqual([]);
});

it.each([
  [false, ["key", "-key", "key"]],
  [true, ["-key", "key", "-key"]]
])("nextSort(column, sort) goes both ways, numbers (%s) from the greatest", (numeric, sorts) => {
  const next = (sort: string) => nextSort({...column, key: () => null, numeric}, sort);
  expect([next(""), next(next("")), next(next(next("")))]).toEqual(sorts);
  expect(next("other")).toBe(sorts[0]);
});
