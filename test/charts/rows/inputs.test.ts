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

it("table(rows, options) is the table of Observable Inputs up to 100,000 rows, or if rows can be selected", () => {
  expect(inputs.table(rows(100_000), {select: false})).toBeInstanceOf(HTMLFormElement);
  expect(inputs.table(rows(100_001))).toBeInstanceOf(HTMLFormElement);
  expect(plain).toHaveBeenCalledTimes(2);
});

it.each([
  [20, {}, null],
  [21, {}, undefined],
  [20, {rows: 5}, undefined],
  [20, {maxHeight: 99}, 99]
])("table(rows, options) of %d rows with %j has the maximum height %s", (count, options, maxHeight) => {
  inputs.table(rows(count), options);
  const [, given] = plain.mock.lastCall as unknown as [unknown, {maxHeight?: unknown}];
  expect(given.maxHeight).toBe(maxHeight);
});

it("table(rows, options) keeps the column order of the query, unless the page names columns", () => {
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

it("table(rows) writes numbers with the digits that differ, JavaScript dates as dates, and leaves text alone", () => {
  const shown = [
    {rate8h: 0.000023, eurusd: 1.08435, priceFeedId: 1200, at: new Date(0), name: "a", some: null},
    {rate8h: 2.16e-5, eurusd: 1.08439, priceFeedId: 7, at: null, name: "b", some: 12345n ** 5n}
  ];
  const formats = (rows: object[]) => {
    inputs.table(rows as []);
    const [, given] = plain.mock.lastCall as unknown as [unknown, {format: Record<string, (value: unknown) => string>}];
    return Object.entries(given.format).map(([name, write]) =>
      rows.map((row) => write(Reflect.get(row, name))).join(" ")
    );
  };
  expect(formats(shown)).toEqual(["0.0000230 0.0000216", "1.08435 1.08439", "1200 7", "– 286,718,338,524,635,465,625"]);
  const infinite = [new Date(0), new Date(NaN)].map((at) => ({at}));
  expect(formats(infinite)).toEqual(["1970-01-01T00:00:00.000Z –"]);
});

it("htl adds functions as listeners without attributes, and leaves other elements as they are", async () => {
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
