// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {type DataTableOptions, dataTable} from "../../../src/charts/rows/data-table.js";
import {rowsOf, texts, type} from "../kit.js";

const rows = [
  {priceFeedId: 1200, name: "BTC", price: 80639.53748222, tiny: 0.00000123, at: new Date(0), tags: ["a"], ok: true},
  {priceFeedId: 2, name: '<b>"ETH"</b>', price: 5, tiny: 1.5, at: null, tags: null, ok: false},
  {priceFeedId: 3, name: "=SUM(A1)", price: null, tiny: -2.25, at: new Date(1000), tags: [], ok: null}
];
const table = (options: DataTableOptions = {}) => dataTable(rows, options);
const press = (root: ParentNode, text: string) =>
  [...root.querySelectorAll<HTMLElement>("button")].find(({textContent}) => textContent === text)?.click();

describe("dataTable(rows, options)", () => {
  it("writes every kind of value: numbers below each other, small ones with digits, ids plain, text as text", () => {
    const element = table();
    expect(rowsOf(element)).toEqual([
      '1200 | BTC | 80,639.54 | 0.00000123 | 1970-01-01 00:00:00 UTC | ["a"] | true',
      '2 | <b>"ETH"</b> | 5.00 | 1.500000 | – | – | false',
      "3 | =SUM(A1) | – | −2.250000 | 1970-01-01 00:00:01 UTC | [] | –"
    ]);
    expect(element.querySelector("b")).toBeNull();
  });

  it("sorts by headers, nulls last, and searches every column", () => {
    const element = table({columns: ["name", {name: "price", label: "Price", format: "price"}], sort: "price"});
    expect(texts(element, "tbody th")).toEqual(['<b>"ETH"</b>', "BTC", "=SUM(A1)"]);
    press(element, "Price");
    expect(texts(element, "tbody th")).toEqual(["BTC", '<b>"ETH"</b>', "=SUM(A1)"]);
    expect(texts(element, "tbody td")[0]).toBe("80,639.53748222");
    type(element, "80639.5 btc");
    expect([texts(element, "tbody th"), texts(element, ".fb-count")]).toEqual([["BTC"], ["1 of 3 rows"]]);
  });

  it("shows the first of many rows, says so, and says what is wrong", () => {
    const many = Array.from({length: 501}, (_, i) => ({i}));
    const element = dataTable(many, {rows: "steps"});
    expect([rowsOf(element).length, texts(element, ".fb-count")]).toEqual([500, ["the first 500 of 501 steps"]]);
    expect(dataTable([], {title: "Mine", empty: "None."}).textContent).toBe("MineNone.");
    expect(() => table({columns: [{name: "prise"}]})).toThrow('no column "prise" in these rows: price?');
    expect(() => table({sort: "-pric"})).toThrow('no column "pric" in these rows: price?');
  });
});
