// @vitest-environment jsdom
import {expect, it} from "vitest";
import {cellCursor} from "../../../src/components/parts/cell-cursor.js";
import {find, hover, press} from "../kit.js";

it("cellCursor(cells) frames the cell that it tells, stays within the map, and goes where its cell goes", () => {
  let wide = 10;
  const {surface, readout, place} = cellCursor({
    ...{title: "Map", sizes: () => [2, 2, 2]},
    text: ({row, column}) => `${row} ${column}`,
    box: ({row, column}) => ({left: wide * column, top: 20 * row, width: wide, height: 20}),
    at: ([x, y]) => (x < 30 && y < 40 ? {row: Math.floor(y / 20), column: Math.floor(x / 10)} : null)
  });
  const frame = find(surface, "div");
  const box = () => [frame.style.left, frame.style.top, frame.style.width];
  document.body.append(surface);
  expect([frame.hidden, surface.getAttribute("aria-valuetext"), box().join(" ")]).toEqual([
    true,
    "0 2",
    "20px 0px 10px"
  ]);
  const told = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowDown", "Home", "ArrowLeft", "End"].map((key) => {
    expect(press(surface, key)).toBe(false);
    return readout.textContent;
  });
  expect(told).toEqual(["0 2", "0 2", "1 2", "1 2", "1 0", "1 0", "1 2"]);
  expect(press(surface, "Tab")).toBe(true);
  wide = 4;
  place();
  expect(box()).toEqual(["8px", "20px", "4px"]);
  hover(surface, [25, 5]);
  expect([readout.textContent, surface.getAttribute("aria-valuenow")]).toEqual(["0 2", "2"]);
  expect(["aria-valuemax", "aria-label"].map((name) => surface.getAttribute(name))).toEqual(["5", "Cell of Map"]);
  surface.focus();
  hover(surface, [0, 0], "leave");
  expect([readout.textContent, frame.hidden]).toEqual(["0 2", false]); // the keyboard goes on from there
  surface.blur();
  hover(surface, [0, 0], "leave");
  expect([readout.textContent?.includes("arrow keys"), frame.hidden]).toEqual([true, true]);
  hover(surface, [25, 5]);
  hover(surface, [99, 5]);
  expect(frame.hidden).toBe(true);
});
