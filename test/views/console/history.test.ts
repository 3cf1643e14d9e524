// @vitest-environment jsdom
import {beforeEach, expect, it} from "vitest";
import {keptHistory} from "../../../src/views/console/history.js";

beforeEach(() => localStorage.clear());

it("keptHistory(storage) keeps queries over a reload, the last first, each once, until they are removed", () => {
  const history = keptHistory();
  for (const sql of ["FROM a", "FROM b", "FROM a"]) history.add(sql);
  expect(keptHistory().all()).toEqual(["FROM a", "FROM b"]);
  history.remove("FROM a");
  expect(keptHistory().all()).toEqual(["FROM b"]);
  history.clear();
  expect({kept: keptHistory().all(), items: localStorage.length}).toEqual({kept: [], items: 0});
});

it("keptHistory(storage) is bounded: 50 queries of 100,000 characters in all", () => {
  const history = keptHistory();
  for (let i = 0; i < 60; i++) history.add(`SELECT ${i}`);
  expect([history.all().length, history.all()[0]]).toEqual([50, "SELECT 59"]);
  history.add("x".repeat(60_000));
  for (let i = 0; i < 3; i++) history.add(`${i}${"y".repeat(40_000)}`);
  expect(history.all().join("").length).toBeLessThanOrEqual(100_000);
  expect(history.all()[0]).toMatch(/^2y/);
});

it.each(["{", '{"a":1}', "[1,null]"])("keptHistory(storage) takes what others left there: %s", (left) => {
  localStorage.setItem("feedbook:queries", left);
  expect(keptHistory().all()).toEqual([]);
});

it("keptHistory(storage) lasts as long as the page where a browser allows no storage", () => {
  const history = keptHistory(() => {
    throw new Error("denied");
  });
  history.add("FROM a");
  expect(history.all()).toEqual(["FROM a"]);
});
