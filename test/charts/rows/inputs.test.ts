// @vitest-environment jsdom
import {expect, it, vi} from "vitest";
import * as inputs from "../../../src/charts/rows/inputs.js";

const plain = vi.hoisted(() => vi.fn(() => document.createElement("form")));
vi.mock("@observablehq/inputs", () => {
  const others = Object.fromEntries(
    ["button", "search", "textarea", "range", "number", "text"].map((name) => [name, vi.fn()])
  );
  return {...others, text: "text", table: plain, formatDate: (date: Date) => date.toISOString()}; // which jsdom cannot run
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
  const template = document.createElement("template");
  template.innerHTML = '<p title="a" onclick=::1><b onclick="go()"></b></p>';
  expect(template.innerHTML).toBe('<p title="a" data-fb-onclick="::1"><b onclick="go()"></b></p>');
  const listener = vi.fn();
  const {html} = await import("htl");
  const element: HTMLElement = html`<button title="Go" onClick=${listener}>Go</button>`;
  element.click();
  expect([listener.mock.calls.length, element.outerHTML]).toEqual([1, '<button title="Go">Go</button>']);
});
