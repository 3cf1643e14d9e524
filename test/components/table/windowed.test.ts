// @vitest-environment jsdom
import {afterEach, describe, expect, it} from "vitest";
import type {Column} from "../../../src/components/table/columns.js";
import {windowedTable} from "../../../src/components/table/windowed.js";

const link = (text: string) => Object.assign(document.createElement("a"), {href: "#", tabIndex: -1, textContent: text});
const columns: Column<string>[] = [{name: "symbol", label: "Symbol", key: (symbol) => symbol, cell: link}];
const make = (count: number) => {
  const table = windowedTable({label: "Feeds", columns, onSort: () => {}});
  const many = Array.from({length: count}, (_, i) => `C${i}`);
  return {...table, sort: (sort: string) => table.show(many, sort)};
};
const symbols = (element: Element): (string | null)[] =>
  Array.from(element.querySelectorAll("tbody a"), ({textContent}) => textContent);

afterEach(() => document.body.replaceChildren());

describe("windowedTable({label, columns, onSort})", () => {
  it("has a part of 2 500 rows in the document, and says which of how many they are", () => {
    const {element, sort} = make(2500);
    sort("symbol");
    const indexes = Array.from(element.querySelectorAll("tbody tr"), (row) => row.getAttribute("aria-rowindex"));
    expect(indexes.length).toBeGreaterThan(20);
    expect(indexes.length).toBeLessThan(70);
    expect(indexes).toEqual(indexes.map((_, i) => String(i + 2)));
    expect(element.getAttribute("aria-rowcount")).toBe("2501");
    expect(element.querySelector("thead tr")?.getAttribute("aria-rowindex")).toBe("1");
    sort("-symbol");
    expect(symbols(element)[0]).toBe("C2499");
  });

  it("is one stop of the Tab key, and goes from row to row by keys", async () => {
    const {element, sort} = make(500);
    document.body.append(element);
    sort("symbol");
    await Promise.resolve();
    const stops = () =>
      symbols(element).filter((_, i) => element.querySelectorAll<HTMLElement>("tbody a")[i]?.tabIndex === 0);
    const type = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
    expect(stops()).toEqual(["C0"]);
    element.querySelector<HTMLElement>("tbody a")?.focus();
    const visited = ["ArrowDown", "ArrowDown", "ArrowUp", "End", "ArrowDown", "ArrowUp", "Home", "ArrowUp"].map(
      (key) => {
        type(key);
        return document.activeElement?.textContent;
      }
    );
    expect(visited).toEqual(["C1", "C2", "C1", "C499", "C499", "C498", "C0", "C0"]);
    type("PageDown");
    expect(Number(document.activeElement?.textContent?.slice(1))).toBeGreaterThan(10);
    expect(stops()).toEqual([document.activeElement?.textContent]);
    const before = document.activeElement;
    type("x");
    expect(document.activeElement).toBe(before);
  });
});
