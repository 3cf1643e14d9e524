import {expect, it} from "vitest";
import {identifier, keyOf} from "../../../src/duckdb/sql/parameters.js";

const at = new Date("2026-03-08T01:02:03.456Z");

it("keyOf(value) is the same for values that are bound alike", () => {
  expect([keyOf([1, 2]), keyOf(5n), keyOf(at), keyOf(undefined)]).toEqual(["[1,2]", 5, at.toISOString(), null]);
  expect(keyOf([[1n, 0.5], ["a"]])).toBe('[[1,0.5],["a"]]');
  expect([identifier("a"), Number.NaN].map(keyOf)).toEqual([undefined, undefined]);
});
