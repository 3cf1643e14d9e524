// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {type CatalogColumn, columnTable, copyable} from "../../../src/components/catalog/columns.js";

const column: CatalogColumn = {
  name: "price",
  type: "DOUBLE",
  meaning: "the price",
  unit: "quote currency",
  low: "-0.5",
  high: "80639.53748222",
  nullShare: 0.125,
  storeOnly: false
};

describe("columnTable(columns, name)", () => {
  it("has a row per column, with unit, meaning, range and share of nulls", () => {
    const table = columnTable([column], "prices");
    expect(cellsOf(table, "thead")).toEqual(["Column", "Type", "Unit", "Meaning", "Range", "Null"]);
    const range = "−0.50 … 80,639.53748222";
    expect(cellsOf(table, "tbody")).toEqual(["price", "DOUBLE", "quote currency", "the price", range, "12.5 %"]);
    expect(table.querySelector("caption")?.textContent).toBe("Columns of prices");
  });

  it.each([
    ["BIGINT", "priceFeedId", "1", "9007199254740991", "1 … 9007199254740991"],
    ["BIGINT", "updates", "0", "1234567", "0 … 1,234,567"],
    ["DOUBLE", "publisherCount", "9", "9", "9"],
    ["DOUBLE", "rate", "-3.3e-05", "3.877e-05", "−0.000033 … 0.00003877"],
    [
      "TIMESTAMP",
      "publishedAt",
      "2026-05-12 13:55:00",
      "2026-05-12 13:55:00.25",
      "2026-05-12 13:55:00 … 2026-05-12 13:55:00.250"
    ],
    ["TIMESTAMP", "at", "290309-12-22 (BC) 00:00:00", "infinity", "290309-12-22 (BC) 00:00:00 … infinity"],
    ["BOOLEAN", "whole", "false", "true", "false … true"],
    ["VARCHAR", "name", "<img src=x onerror=alert(1)>", "z", "<img src=x onerror=alert(1)> … z"]
  ])("writes the range of a %s, %s", (type, name, low, high, expected) => {
    const table = columnTable([{...column, type, name, low, high}], "t");
    expect(cellsOf(table, "tbody")[4]).toBe(expected);
    expect(table.querySelector("img")).toBeNull();
  });

  it("says what is not there, and where it is", () => {
    const empty = {...column, low: null, high: null, nullShare: null};
    const table = columnTable([column, empty, {...empty, storeOnly: true}], "t");
    expect(cellsOf(table, "tr:nth-child(2)").slice(4)).toEqual(["–", "–"]);
    expect(cellsOf(table, "tr:nth-child(3)").slice(4)).toEqual(["in the store only", ""]);
  });

  it("has no ranges where nothing was counted, and the whole of a long type to read", () => {
    const type = "MAP(INTEGER, UBIGINT)";
    const table = columnTable([{...column, type, nullShare: null}], "t");
    expect(cellsOf(table, "tbody")).toEqual(["price", "MAP", "quote currency", "the price"]);
    expect(table.querySelector("[title]")?.getAttribute("title")).toBe(type);
  });
});

function cellsOf(table: HTMLElement, part: string): (string | null)[] {
  return Array.from(table.querySelectorAll(`${part} :is(th, td)`), ({textContent}) => textContent);
}

describe("copy", () => {
  afterEach(() => {
    vi.useRealTimers();
    Reflect.deleteProperty(navigator, "clipboard");
  });

  describe("copyable(text)", () => {
    it("copies the text and says so for a while", async () => {
      vi.useFakeTimers();
      const written: string[] = [];
      const clipboard = {writeText: async (text: string) => void written.push(text)};
      Object.defineProperty(navigator, "clipboard", {value: clipboard, configurable: true});
      const {button} = press("SELECT '<b>'");
      await vi.waitFor(() => expect(button.textContent).toBe("Copied"));
      expect(written).toEqual(["SELECT '<b>'"]);
      vi.advanceTimersByTime(1600);
      expect(button.textContent).toBe("Copy");
    });

    it("selects it where the browser does not let it", async () => {
      const {button} = press("FROM feeds");
      await vi.waitFor(() => expect(button.textContent).toBe("Selected"));
      expect(getSelection()?.toString()).toBe("FROM feeds");
    });
  });

  function press(text: string): {button: HTMLButtonElement} {
    const element = copyable(text);
    document.body.replaceChildren(element);
    const button = element.querySelector("button");
    if (button === null) throw new Error("no button");
    button.click();
    return {button};
  }
});
