// @vitest-environment jsdom
import {expect, it, vi} from "vitest";
import {dataTable} from "../../../src/charts/rows/data-table.js";
import {unkept} from "../../../src/url/state.js";
import {find, rowsOf, texts, type} from "../kit.js";

const rows = [
  {priceFeedId: 1200, name: "BTC", price: 80639.53748222, tiny: 0.00000123, at: new Date(0), tags: ["a"], ok: true},
  {priceFeedId: 2, name: '<b>"ETH"</b>', price: 5, tiny: 1.5, at: null, tags: null, ok: false},
  {priceFeedId: 3, name: "=SUM(A1)", price: null, tiny: -2.25, at: new Date(1000), tags: [], ok: null}
];

it("dataTable(rows) writes every kind of value: numbers with equal digits, ids plain, text as text", () => {
  expect(rowsOf(dataTable(rows))).toEqual([
    '1200 | BTC | 80,639.54 | 0.00000123 | 1970-01-01 00:00:00 UTC | ["a"] | true',
    '2 | <b>"ETH"</b> | 5.00 | 1.500000 | – | – | false',
    "3 | =SUM(A1) | – | −2.250000 | 1970-01-01 00:00:01 UTC | [] | –"
  ]);
});

it("dataTable(rows, {columns, sort}) sorts by headers, nulls last, and searches every column", () => {
  const columns = ["name", {name: "price", label: "Price", format: "price"} as const];
  const table = dataTable(rows, {columns, sort: "price"});
  expect(texts(table, "tbody th")).toEqual(['<b>"ETH"</b>', "BTC", "=SUM(A1)"]);
  const [, header] = [...table.querySelectorAll<HTMLElement>("thead button")];
  header?.click();
  expect(texts(table, "tbody th")).toEqual(["BTC", '<b>"ETH"</b>', "=SUM(A1)"]);
  expect(texts(table, "tbody td")[0]).toBe("80,639.53748222");
  type(table, "80639.5 btc");
  expect([texts(table, "tbody th"), texts(table, ".fb-count")]).toEqual([["BTC"], ["1 of 3 rows"]]);
});

it("dataTable(rows, {rows}) shows 30 rows, and on request the first 500, and says so", () => {
  const many = Array.from({length: 501}, (_, i) => ({i}));
  const table = dataTable(many, {rows: "steps"});
  const seen = () => [rowsOf(table).length, ...texts(table, ".fb-count, .fb-search button")];
  expect(seen()).toEqual([30, "the first 30 of 501 steps", "Show all 500"]);
  find(table, ".fb-search button").click();
  expect(seen()).toEqual([500, "the first 500 of 501 steps", "Show the first 30"]);
  expect(rowsOf(dataTable(many.slice(0, 39)))).toHaveLength(39);
});

it("dataTable(rows, {sorted}) begins with a sort, keeps the reader's, and has what begins with ⚠ in red", () => {
  const keep = vi.fn();
  const table = dataTable([{state: "done"}, {state: "⚠ failed"}], {sorted: {...unkept({sort: "-state"}), keep}});
  expect(texts(table, "tbody th")).toEqual(["⚠ failed", "done"]);
  expect(texts(table, "[data-tone=negative]")).toEqual(["⚠ failed"]);
  find(table, "thead button").click();
  expect(keep.mock.calls).toEqual([[{sort: "state"}]]);
});
