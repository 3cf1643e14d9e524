// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {foundState, sortState} from "../../../src/inputs/state.js";
import {searchedTable} from "../../../src/ui/tables/search.js";
import {attributes, find, goBack, texts, type} from "../../charts/kit.js";

describe("searchedTable(rows, {rows, isFound, found, sorted, …})", () => {
  const column = {name: "fruit", label: "Fruit", key: (row: string) => row, cell: (row: string) => row};
  const make = () => {
    const element = searchedTable(["apple", "pear", "plum", "quince"], {
      ...{label: "Fruit", columns: [column], empty: "none", most: 3, rows: "fruits"},
      isFound: (row, search) => row.includes(search),
      ...{found: foundState(), ...sortState("order", "fruit")}
    });
    document.body.replaceChildren(element);
    return element;
  };
  const shown = (element: HTMLElement) => texts(element, "tbody th").join();

  it("shows the search and sort of each step of the browser's history", () => {
    const element = make();
    for (const [search, expected] of [
      ["?search=p&order=-fruit", "plum,pear,apple"],
      ["?search=none", ""],
      ["?search=pl&order=-fruit", "plum,apple"],
      ["", "apple,pear,plum"]
    ] as const) {
      goBack(`/${search}`);
      expect(shown(element), search).toBe(expected);
      const direction = search.includes("-fruit") ? "descending" : "ascending";
      expect(attributes(element, "[aria-sort]", "aria-sort"), search).toEqual(expected === "" ? [] : [direction]);
    }
  });

  it("keeps the sort during a search, and follows history after it", () => {
    const element = make();
    find(element, "thead button").click();
    expect([location.search, shown(element)]).toEqual(["?order=-fruit", "quince,plum,pear"]);
    type(element, "<b>");
    expect(texts(element, "[role=status]")).toEqual(["0 of 4 fruits"]);
    type(element, "p");
    expect([location.search, shown(element)]).toEqual(["?order=-fruit&search=p", "plum,pear,apple"]);
    goBack("/?search=p");
    expect(shown(element)).toBe("apple,pear,plum");
  });
});
