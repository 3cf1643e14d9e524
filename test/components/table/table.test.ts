// @vitest-environment jsdom
import {describe, expect, it, vi} from "vitest";
import type {Column} from "../../../src/components/table/columns.js";
import {barCell, listTable, scrollingTable} from "../../../src/components/table/table.js";
import type {Kept} from "../../../src/lib/state.js";

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
  {name: "<img src=x onerror=alert(1)>", size: NaN},
  {name: "b10", size: -3},
  {name: null, size: null}
];
const made = (sort = "", state: Partial<Kept<{sort: string}>> = {}) => {
  const sorted = {value: {sort}, keep: vi.fn(), follow: vi.fn(), ...state};
  return listTable(rows, {label: "Things", columns, empty: "none", sorted});
};
const names = (list: HTMLElement) => [...list.querySelectorAll("tbody th")].map(({textContent}) => textContent);

describe("listTable(rows, {label, columns, …})", () => {
  it("keeps the order of the rows until one sorts, and takes names as text", () => {
    expect(names(made())).toEqual(["b2", "<img src=x onerror=alert(1)>", "b10", "–"]);
    expect(made().querySelector("img")).toBeNull();
    expect(made().querySelector("[aria-sort]")).toBeNull();
  });

  it.each([
    ["name", ["<img src=x onerror=alert(1)>", "b2", "b10", "–"]],
    ["-name", ["b10", "b2", "<img src=x onerror=alert(1)>", "–"]],
    ["size", ["b10", "b2", "<img src=x onerror=alert(1)>", "–"]],
    ["-size", ["b2", "b10", "<img src=x onerror=alert(1)>", "–"]],
    ["other", ["b2", "<img src=x onerror=alert(1)>", "b10", "–"]]
  ])("sorts by %s, what is missing last", (sort, expected) => expect(names(made(sort))).toEqual(expected));

  it("sorts by its headers: texts up first, numbers down, then the other way, and tells it", () => {
    const keep = vi.fn();
    const list = made("", {keep});
    const [name, size] = [...list.querySelectorAll<HTMLElement>("thead button")];
    for (const button of [size, size, name, name, name]) button?.click();
    expect(keep.mock.calls.flat().map(({sort}) => sort)).toEqual(["-size", "size", "name", "-name", "name"]);
    const sorted = [...list.querySelectorAll("thead th")].map((header) => header.getAttribute("aria-sort"));
    expect(sorted).toEqual(["ascending", null]);
  });

  it("shows another sort where it is told to, as where the reader goes back, and tells nobody", () => {
    const [keep, follow] = [vi.fn(), vi.fn()];
    const list = made("name", {keep, follow});
    const show = (sort: string) => follow.mock.calls[0]?.[1]({sort});
    show("-size");
    expect(names(list)[0]).toBe("b2");
    expect(list.querySelector("[aria-sort]")?.textContent).toBe("Size");
    list.querySelectorAll("button")[1]?.click(); // the other way from there
    expect(keep.mock.calls).toEqual([[{sort: "size"}]]);
    show("");
    expect(names(list)).toEqual(names(made()));
    expect(list.querySelector("[aria-sort]")).toBeNull();
  });

  it("has no more rows than it may, the first by the sort", () => {
    const {element, show} = scrollingTable({label: "Things", columns, onSort: () => {}}, {most: 2});
    show(rows, "");
    expect(names(element)).toEqual(["b2", "<img src=x onerror=alert(1)>"]);
    show(rows, "size");
    expect(names(element)).toEqual(["b10", "b2"]);
  });

  it("is a region that can be scrolled by keyboard, with a caption", () => {
    const list = made();
    expect([list.getAttribute("role"), list.getAttribute("aria-label"), list.tabIndex]).toEqual([
      "region",
      "Things",
      0
    ]);
    expect(list.querySelector("caption")?.textContent).toBe("Things");
    expect(list.querySelectorAll("button")[1]?.title).toBe("how large");
  });

  it("says that there are none", () => {
    expect(listTable([], {label: "Things", columns, empty: "none"}).textContent).toBe("none");
  });
});

describe("barCell(share, text, fill)", () => {
  it.each([
    [0.5, "28"],
    [0, "0"],
    [2, "56"],
    [-1, "0"],
    [NaN, "0"],
    [Infinity, "0"]
  ])("has for %d a bar of %s px", (share, width) => {
    const cell = barCell(share, "text", "red");
    expect(cell.querySelectorAll("rect")[1]?.getAttribute("width")).toBe(width);
    expect(cell.textContent).toBe("text");
  });
});
