// @vitest-environment jsdom
import {afterEach, describe, expect, it} from "vitest";
import {foundState, sortState} from "../../../src/components/inputs/state.js";
import {foundList} from "../../../src/components/table/found.js";

const rows = ["apple", "pear", "plum", "quince"];
const column = {name: "fruit", label: "Fruit", key: (row: string) => row, cell: (row: string) => row};
const made = () => {
  const element = foundList(rows, {
    ...{label: "Fruit", columns: [column], empty: "none", most: 3, rows: "fruits"},
    isFound: (row, search) => row.includes(search),
    ...{found: foundState(), ...sortState("order", "fruit")}
  });
  document.body.replaceChildren(element);
  return element;
};
const shown = (element: HTMLElement) => [...element.querySelectorAll("tbody th")].map(({textContent}) => textContent);
const step = (search: string) => {
  history.replaceState(null, "", `/${search}`);
  window.dispatchEvent(new PopStateEvent("popstate"));
};

describe("foundList(rows, {rows, isFound, found, sorted, …})", () => {
  afterEach(() => history.replaceState(null, "", "/"));

  it("shows the first rows by the sort, of those that a search finds", () => {
    const element = made();
    expect(shown(element)).toEqual(["apple", "pear", "plum"]);
    step("?search=p");
    expect(shown(element)).toEqual(["apple", "pear", "plum"]);
    step("?search=q");
    expect(shown(element)).toEqual(["quince"]);
  });

  it("takes both a search and a sort from one step of the browser's history, as often as there is one", () => {
    const element = made();
    for (const [search, expected] of [
      ["?search=p&order=-fruit", ["plum", "pear", "apple"]],
      ["?search=l&order=fruit", ["apple", "plum"]],
      ["?order=-fruit", ["quince", "plum", "pear"]],
      ["?search=none", []],
      ["?search=pl&order=-fruit", ["plum", "apple"]],
      ["", ["apple", "pear", "plum"]]
    ] as const) {
      step(search);
      expect(shown(element), search).toEqual(expected);
      const sorted = element.querySelector("[aria-sort]")?.getAttribute("aria-sort") ?? null;
      const direction = search.includes("-fruit") ? "descending" : "ascending";
      expect(sorted, search).toBe(expected.length === 0 ? null : direction);
    }
  });

  it("keeps the reader's sort through a search, and takes the one of history after it", () => {
    const element = made();
    element.querySelector<HTMLElement>("thead button")?.click();
    expect([location.search, shown(element)]).toEqual(["?order=-fruit", ["quince", "plum", "pear"]]);
    const field = element.querySelector("input");
    if (field) field.value = "p";
    field?.dispatchEvent(new Event("input"));
    expect(shown(element)).toEqual(["plum", "pear", "apple"]);
    step("?search=p");
    expect(shown(element)).toEqual(["apple", "pear", "plum"]);
  });
});
