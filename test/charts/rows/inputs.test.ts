// @vitest-environment jsdom
import {expect, it, vi} from "vitest";
import * as inputs from "../../../src/charts/rows/inputs.js";
import {answerRows} from "../../../src/duckdb/values/rows.js";

const plain = vi.hoisted(() => vi.fn(() => document.createElement("form")));
vi.mock("@observablehq/inputs", () => {
  const others = Object.fromEntries(
    ["button", "search", "textarea", "range", "number", "text"].map((name) => [name, vi.fn()])
  );
  return {...others, text: "text", table: plain, formatDate: (date: Date) => date.toISOString()}; // which jsdom cannot run
});

const rows = (count: number) => Array.from({length: count}, (_, n) => ({n}));

it("table(rows, options) is that of Observable Inputs for 100,000 rows, or where rows are selected", () => {
  expect(inputs.table(rows(100_000), {select: false})).toBeInstanceOf(HTMLFormElement);
  expect(inputs.table(rows(100_001))).toBeInstanceOf(HTMLFormElement);
  expect(plain).toHaveBeenCalledTimes(2);
});

it.each([
  [20, {}, null],
  [21, {}, undefined],
  [20, {rows: 5}, undefined],
  [20, {maxHeight: 99}, 99]
])("shows a table of %d rows with %j by a greatest height of %s", (count, options, maxHeight) => {
  inputs.table(rows(count), options);
  const [, given] = plain.mock.lastCall as unknown as [unknown, {maxHeight?: unknown}];
  expect(given.maxHeight).toBe(maxHeight);
});

it("has the columns in the order of their query, unless the page names them", () => {
  const shown = answerRows(
    [
      {name: "symbol", type: "VARCHAR"},
      {name: "0", type: "BIGINT"}
    ],
    [["a", 1]]
  );
  const columns = ["0"];
  const expected = [["symbol", "0"], columns];
  expect([{}, {columns}].map((options) => inputs.table(shown, options) && plain.mock.lastCall)).toEqual(
    expected.map((each) => [shown, expect.objectContaining({columns: each})])
  );
});

it("writes numbers so that different ones look different, without units, and leaves other columns alone", () => {
  const shown = [
    {rate8h: 0.000023, eurusd: 1.08435, priceFeedId: 1200, noise: 0.1 + 0.2, at: new Date(0), name: "a", some: null},
    {rate8h: 2.16e-5, eurusd: 1.08439, priceFeedId: 7, noise: 0.7, at: null, name: "b", some: 12345n ** 5n}
  ];
  inputs.table(shown);
  const [, given] = plain.mock.lastCall as unknown as [unknown, {format: Record<string, (value: unknown) => string>}];
  expect(
    Object.entries(given.format).map(([name, write]) => shown.map((row) => write(row[name as "name"])).join(" "))
  ).toEqual([...["0.0000230 0.0000216", "1.08435 1.08439", "1200 7", "0.30 0.70", "– 286,718,338,524,635,465,625"]]);
});

it("shows a time of infinity as –, and the other times of its column as dates", () => {
  const shown = [new Date(0), new Date(NaN)];
  inputs.table(shown.map((at) => ({at})));
  const [, given] = plain.mock.lastCall as unknown as [unknown, {format: Record<string, (value: unknown) => string>}];
  expect(shown.map((at) => given.format.at?.(at))).toEqual(["1970-01-01T00:00:00.000Z", "–"]);
});

it("has functions of htl as listeners, without attributes, and leaves other elements as they are", async () => {
  inputs.button();
  const template = document.createElement("template");
  template.innerHTML = '<p title="a" onclick=::1><b onclick="go()"></b></p>';
  expect(template.innerHTML).toBe('<p title="a" data-fb-onclick="::1"><b onclick="go()"></b></p>');
  const listener = vi.fn();
  const {html} = await import("htl");
  const element: HTMLElement = html`<button title="Go" onClick=${listener}>Go</button>`;
  element.click();
  expect([listener.mock.calls.length, element.outerHTML]).toEqual([1, '<button title="Go">Go</button>']);
});
