// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {foundState, sortState} from "../../../src/components/inputs/state.js";
import {type Search, searchBar, searchedTable} from "../../../src/components/table/search.js";

const rows = ["apple", "pear", "plum", "quince"];
const column = {name: "fruit", label: "Fruit", key: (row: string) => row, cell: (row: string) => row};
const made = () => {
  const element = searchedTable(rows, {
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

describe("searchedTable(rows, {rows, isFound, found, sorted, …})", () => {
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

describe("finder", () => {
  function made(kept: {value?: Search} = {}) {
    const state = {value: {search: "", rows: ""}, keep: vi.fn(), follow: vi.fn(), ...kept};
    const show = vi.fn(({search, all}: {search: string; all: boolean}) => ({
      count: `found ${search}`,
      button: search ? undefined : all ? "less" : "all"
    }));
    const element = searchBar({label: "Search things", show, state});
    const [field, count, button] = [...element.children] as [HTMLInputElement, HTMLElement, HTMLButtonElement];
    const type = (text: string) => {
      field.value = text;
      field.dispatchEvent(new Event("input"));
    };
    return {show, state, element, field, count, button, type};
  }

  describe("searchBar({label, show, state})", () => {
    it("shows what is found as it is typed, says how many, and tells it", () => {
      const {show, state, field, count, button, type} = made();
      expect([field.getAttribute("aria-label"), count.textContent, button.hidden]).toEqual([
        "Search things",
        "found ",
        false
      ]);
      type("<b>x");
      expect([count.textContent, button.hidden, count.children.length]).toEqual(["found <b>x", true, 0]);
      expect(state.keep.mock.calls).toEqual([[{search: "<b>x", rows: ""}]]);
      expect(show).toHaveBeenCalledTimes(2);
    });

    it("shows all, and then no longer all", () => {
      const {button, state} = made();
      button.click();
      expect(button.textContent).toBe("less");
      button.click();
      expect(state.keep.mock.calls.flat()).toEqual([
        {search: "", rows: "all"},
        {search: "", rows: ""}
      ]);
    });

    it("begins with what it is told, and follows where the reader goes back", () => {
      const {field, count, state} = made({value: {search: "a", rows: "all"}});
      expect([field.value, count.textContent]).toEqual(["a", "found a"]);
      state.follow.mock.calls[0]?.[1]({search: "b", rows: ""});
      expect([field.value, count.textContent]).toEqual(["b", "found b"]);
      expect(state.keep).not.toHaveBeenCalled();
    });

    it("shows nothing anew while that is found which is shown", () => {
      const {show, type, state} = made();
      const tell = (finding: Search) => state.follow.mock.calls[0]?.[1](finding);
      state.keep.mockImplementation(tell);
      tell({search: "", rows: ""});
      expect(show).toHaveBeenCalledTimes(1);
      type("a");
      expect(show).toHaveBeenCalledTimes(2);
    });
  });
});
