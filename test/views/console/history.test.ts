// @vitest-environment jsdom
import {expect, it} from "vitest";
import {keptHistory} from "../../../src/views/console/history.js";

it("keptHistory(storage) keeps each query once, the newest first, until it is removed", () => {
  const history = keptHistory();
  for (const sql of ["FROM a", "FROM b", "FROM a"]) history.add(sql);
  expect(keptHistory().all()).toEqual(["FROM a", "FROM b"]);
  history.remove("FROM a");
  expect(keptHistory().all()).toEqual(["FROM b"]);
  history.clear();
  expect([keptHistory().all(), localStorage.length]).toEqual([[], 0]);
});

it("keptHistory(storage) keeps at most 50 queries of 100,000 characters in all", () => {
  const history = keptHistory();
  for (let i = 0; i < 60; i++) history.add(`SELECT ${i}`);
  expect([history.all().length, history.all()[0]]).toEqual([50, "SELECT 59"]);
  for (const sql of ["x".repeat(60_000), "0".repeat(40_000), "1".repeat(40_000), "2".repeat(40_000)]) history.add(sql);
  expect([history.all().join("").length <= 100_000, history.all()[0]?.[0]]).toEqual([true, "2"]);
});

it.each(["{", '{"a":1}', "[1,null]"])("keptHistory(storage) ignores a foreign value: %s", (value) => {
  localStorage.setItem("feedbook:queries", value);
  expect(keptHistory().all()).toEqual([]);
});
