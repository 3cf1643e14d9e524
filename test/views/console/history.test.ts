// @vitest-environment jsdom
import {expect, it, vi} from "vitest";
import {historyList} from "../../../src/views/console/history.js";
import {find, texts} from "../../charts/kit.js";

const nothing = () => {};
const kept = () => texts(historyList(nothing, nothing).element, "li");

it("historyList(take, onEmpty) keeps each of the newest 50 short queries once, the newest first, until they are removed", () => {
  const onEmpty = vi.fn();
  const history = historyList(nothing, onEmpty);
  for (let i = 0; i < 60; i++) history.add(`SELECT ${i}`);
  for (const sql of ["FROM a", "FROM b", "FROM a", "x".repeat(100_001)]) history.add(sql);
  expect([kept().length, ...kept().slice(0, 3)]).toEqual([50, "FROM a", "FROM b", "SELECT 59"]);
  find(history.element, ":scope > button").click();
  expect(onEmpty).toHaveBeenCalledOnce();
  expect([kept(), history.element.hidden]).toEqual([[], true]);
});

it.each(["{", '{"a":1}', "[1,null]"])("historyList(take) ignores a foreign value: %s", (value) => {
  localStorage.setItem("feedbook:queries", value);
  expect(kept()).toEqual([]);
});
