// @vitest-environment jsdom
import {expect, it} from "vitest";
import {drawing} from "../../../src/views/console/drawing.js";

it.each([
  ["time", [{n: 1}, {n: 2}], "These rows have no column of times. Choose Bars, or add a TIMESTAMP column."],
  [
    "bars",
    [{name: "a"}, {name: "b"}],
    "These rows have no column of numbers. Choose None, or add a column such as count(*)."
  ],
  [
    "bars",
    [1, 2].map((n) => ({name: "a", n})),
    /add GROUP BY name to the query, with one value of each group, such as avg\(price\)$/
  ]
] as const)("drawing(rows, {draw: %j}) of %j says what to do", (draw, rows, message) => {
  const text = drawing(rows, {draw}, () => {}).element.querySelector("[role=status]")?.textContent;
  expect(text).toMatch(message);
});
