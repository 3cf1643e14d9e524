import {expect, it} from "vitest";
import {startHistory} from "../../loaders/edit/history.js";

it("startHistory() keeps the last 500 edits of a file, and tells that there were more", () => {
  const history = startHistory();
  const fileOf = (n: number, path = "/mine.md") => ({path, name: path, text: `${n}`, hash: `${n}`});
  const edit = (n: number) =>
    history.keep(fileOf(n - 1), fileOf(n), {start: 0, end: String(n - 1).length, text: `${n}`});
  for (let n = 1; n <= 500; n++) edit(n);
  expect(history.hasForgotten(fileOf(500))).toBe(false);
  edit(501);
  expect([history.hasForgotten(fileOf(501)), history.hasForgotten(fileOf(1, "/other.md"))]).toEqual([true, false]);
  let n = 501;
  while (history.next(fileOf(n), "undo") !== null) history.took(fileOf(--n), "undo");
  expect(n).toBe(1);
  expect(history.next(fileOf(1), "redo")).toEqual({start: 0, end: 1, text: "2"});
});
