// @vitest-environment jsdom
import {expect, it, vi} from "vitest";
import type {Column} from "../../../src/ui/tables/columns.js";
import {barCell, listTable} from "../../../src/ui/tables/table.js";
import {attributes, find, texts} from "../../charts/kit.js";

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

it("listTable(rows, {sorted}) has its rows in the order of the sort, and names as text", () => {
  expect(["", "-size"].map((sort) => names(make(sort)))).toEqual(["b2,<img>,b10,–", "b2,b10,<img>,–"]);
  expect(make().querySelector("img")).toBeNull();
});

it("listTable(rows, {sorted}) sorts by its headers: texts up first, numbers down, then the other way, and tells it", () => {
  keep.mockClear();
  const list = make();
  expect(directions(list)).toEqual([null, null]);
  const [name, size] = [...list.querySelectorAll<HTMLElement>("thead button")];
  for (const button of [size, size, name, name, name]) button?.click();
  expect(keep.mock.calls.flat().map(({sort}) => sort)).toEqual(["-size", "size", "name", "-name", "name"]);
  expect([directions(list), names(list)]).toEqual([["ascending", null], "<img>,b2,b10,–"]);
});

it("listTable(rows, {sorted}) shows another sort where the reader goes back, and tells nobody", () => {
  for (const mock of [keep, follow]) mock.mockClear();
  const list = make("name");
  follow.mock.calls[0]?.[1]({sort: "-size"});
  expect([names(list), directions(list)]).toEqual(["b2,b10,<img>,–", [null, "descending"]]);
  expect(keep).not.toHaveBeenCalled();
});

it("listTable(rows, {label}) is a region that can be scrolled by keyboard, with a caption, or says that there are none", () => {
  const list = make();
  expect([list.getAttribute("role"), list.getAttribute("aria-label"), list.tabIndex]).toEqual(["region", "Things", 0]);
  expect(find(list, "caption").textContent).toBe("Things");
  expect(attributes(list, "button", "title")).toEqual([null, "how large"]);
  expect(listTable([], {label: "Things", columns, empty: "none"}).textContent).toBe("none");
});

it("barCell(share, text, fill) has a bar of 56 px at most, and none of what is no share", () => {
  const widths = [0.5, 0, 2, -1, NaN, Infinity].map(
    (share) => attributes(barCell(share, "a", "red"), "rect", "width")[1]
  );
  expect(widths).toEqual(["28", "0", "56", "0", "0", "0"]);
  expect(barCell(1, "text", "red").textContent).toBe("text");
});
