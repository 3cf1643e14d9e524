// @vitest-environment jsdom
import {expect, it} from "vitest";
import {cellCursor} from "../../../src/components/parts/cell-cursor.js";

it("cellCursor(cells) frames the cell that it tells, and stays within the map", () => {
  const {surface, readout} = cellCursor({
    ...{title: "Map", sizes: () => [2, 2, 2]},
    text: ({row, column}) => `${row} ${column}`,
    box: ({row, column}) => ({left: 10 * column, top: 20 * row, width: 10, height: 20}),
    at: ([x, y]) => (x < 30 && y < 40 ? {row: Math.floor(y / 20), column: Math.floor(x / 10)} : null)
  });
  const frame = surface.firstElementChild as HTMLElement;
  expect([frame.hidden, surface.getAttribute("aria-valuetext")]).toEqual([true, "0 2"]);
  const keys = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowDown", "Home", "ArrowLeft"];
  const kept = keys.map((key) => surface.dispatchEvent(new KeyboardEvent("keydown", {key, cancelable: true})));
  expect(kept).toEqual(keys.map(() => false));
  expect([readout.textContent, frame.style.left, frame.style.top]).toEqual(["1 0", "0px", "20px"]);
  expect(surface.dispatchEvent(new KeyboardEvent("keydown", {key: "Tab", cancelable: true}))).toBe(true);
  surface.dispatchEvent(Object.assign(new Event("pointermove"), {offsetX: 25, offsetY: 5}));
  expect([readout.textContent, surface.getAttribute("aria-valuenow")]).toEqual(["0 2", "2"]);
  document.body.append(surface);
  surface.focus();
  surface.dispatchEvent(new Event("pointerleave"));
  expect([readout.textContent, frame.hidden]).toEqual(["0 2", false]); // the keyboard goes on from there
  surface.blur();
  surface.dispatchEvent(new Event("pointerleave"));
  expect(frame.hidden).toBe(true);
});

it("cellCursor(cells).place() puts the frame where its cell is now", () => {
  let wide = 10;
  const {surface, place} = cellCursor({
    ...{title: "Map", sizes: () => [1, 1, 1], text: () => "", at: () => null},
    box: ({column}) => ({left: wide * column, top: 0, width: wide, height: 20})
  });
  const {style} = surface.firstElementChild as HTMLElement;
  expect([style.left, style.width]).toEqual(["20px", "10px"]);
  wide = 4;
  place();
  expect([style.left, style.width]).toEqual(["8px", "4px"]);
});
