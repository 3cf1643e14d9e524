// @vitest-environment jsdom
import {beforeEach, expect, it, vi} from "vitest";
import type {Column} from "../../../src/ui/tables/columns.js";
import {barCell, listTable} from "../../../src/ui/tables/table.js";
import {attributes, texts} from "../../charts/kit.js";

interface Row {
  name: string | null;
  size: number | null;
}

const columns: Column<Row>[] = [
  {name: "name", label: "Name", key: ({name}) => name, cell: ({name}) => name ?? "–"},
  {name: "size", label: "Size", numeric: true, hint: "how large", key: ({size}) => size, cell: ({size}) => String(size)}
];
const rows: Row[] = [
  {name: "b2", size: 2},
  {name: "<img>", size: NaN},
  {name: "b10", size: -3},
  {name: null, size: null}
];
const [keep, follow] = [vi.fn(), vi.fn()];
const make = (sort = "") =>
  listTable(rows, {label: "Things", columns, empty: "none", sorted: {value: {sort}, keep, follow}});
const names = (list: HTMLElement) => texts(list, "tbody th").join();
const directions = (list: HTMLElement) => attributes(list, "thead th", "aria-sort");

beforeEach(() => {
  keep.mockClear();
  follow.mockClear();
});

it("listTable(rows, {sorted}) starts with the given sort, missing values last, and shows text as text", () => {
  expect(["", "-size"].map((sort) => names(make(sort)))).toEqual(["b2,<img>,b10,–", "b2,b10,<img>,–"]);
});

it("listTable(rows, {sorted}) sorts by headers: texts up first, numbers down first, and stores the sort", () => {
  const list = make();
  const [name, size] = [...list.querySelectorAll<HTMLElement>("thead button")];
  for (const button of [size, size, name, name, name]) button?.click();
  expect(keep.mock.calls.flat().map(({sort}) => sort)).toEqual(["-size", "size", "name", "-name", "name"]);
  expect([directions(list), names(list)]).toEqual([["ascending", null], "<img>,b2,b10,–"]);
});

it("listTable(rows, {sorted}) follows the browser's history without storing it again", () => {
  const list = make("name");
  follow.mock.calls[0]?.[1]({sort: "-size"});
  expect([names(list), directions(list)]).toEqual(["b2,b10,<img>,–", [null, "descending"]]);
  expect(keep).not.toHaveBeenCalled();
});

it("listTable(rows) has the first 30 rows of a long list by the sort, and a button for all", () => {
  const many = Array.from({length: 45}, (_, size) => ({name: "a.b", size}));
  const list = listTable(many, {label: "Things", columns, empty: "none"});
  const [, size] = list.querySelectorAll<HTMLElement>("thead button");
  size?.click();
  const more = list.querySelector<HTMLElement>(":scope > button");
  const seen = () => [more?.textContent, ...texts(list, "tbody td").filter((_, i, {length}) => i % (length - 1) === 0)];
  expect(seen()).toEqual(["Show all 45", "44", "15"]);
  more?.click();
  expect(seen()).toEqual(["Show the first 30", "44", "0"]);
});

it("barCell(share, text, fill) has a bar of at most 56 px, and an empty bar for an invalid share", () => {
  const widths = [0.5, 2, -1, NaN, Infinity].map((share) => attributes(barCell(share, "a", "red"), "rect", "width")[1]);
  expect(widths).toEqual(["28", "56", "0", "0", "0"]);
  expect(barCell(1, "text", "red").textContent).toBe("text");
});
