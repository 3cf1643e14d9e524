// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {type CatalogColumn, columnTable} from "../../../src/views/catalog/columns.js";
import {find, rowsOf} from "../../charts/kit.js";

const column: CatalogColumn = {
  ...{name: "price", type: "DOUBLE", meaning: "the price", unit: "quote currency"},
  ...{low: "-0.5", high: "80639.53748222", nullShare: 0.125, storeOnly: false}
};

describe("columnTable(columns, name)", () => {
  it("has a row per column with unit, meaning, range and share of nulls", () => {
    const empty = {...column, low: null, high: null, nullShare: null};
    const table = columnTable([column, empty, {...empty, storeOnly: true}], "prices");
    const price = "price | the price | quote currency | DOUBLE";
    expect(rowsOf(table, "tr")).toEqual([
      "Column | Meaning | Unit | Type | Range | Null",
      ...[`${price} | −0.50 … 80,639.53748222 | 12.5 %`, `${price} | – | –`, `${price} | in the store only | `]
    ]);
    expect(find(table, "caption").textContent).toBe("Columns of prices");
  });

  it.each([
    ["BIGINT", "priceFeedId", "1", "9007199254740991", "1 … 9007199254740991"],
    ["DOUBLE", "rate", "-3.3e-05", "3.877e-05", "−0.000033 … 0.00003877"],
    ["VARCHAR", "name", "<img src=x onerror=alert(1)>", "z", "<img src=x onerror=alert(1)> … z"]
  ])("writes the range of a %s, %s", (type, name, low, high, expected) => {
    const table = columnTable([{...column, type, name, low, high}], "t");
    expect(rowsOf(table)[0]?.split(" | ")[4]).toBe(expected);
    expect(table.querySelector("img")).toBeNull();
  });
});
