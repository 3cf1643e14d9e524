// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {foundState, sortState} from "../../../src/components/inputs/state.js";
import {type Search, searchBar, searchedTable} from "../../../src/components/table/search.js";
import {attributes, find, goBack, texts, type} from "../kit.js";

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

  afterEach(() => history.replaceState(null, "", "/"));

  it("shows the first rows of what is found by the sort, both as each step of the browser's history has them", () => {
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

  it("keeps the reader's sort through a search, and takes the one of history after it", () => {
    const element = make();
    find(element, "thead button").click();
    expect([location.search, shown(element)]).toEqual(["?order=-fruit", "quince,plum,pear"]);
    type(element, "p");
    expect(shown(element)).toBe("plum,pear,apple");
    goBack("/?search=p");
    expect(shown(element)).toBe("apple,pear,plum");
  });
});

describe("searchBar({label, show, state})", () => {
  function make(value: Search = {search: "", rows: ""}) {
    const state = {value, keep: vi.fn(), follow: vi.fn()};
    const show = vi.fn(({search, all}: {search: string; all: boolean}) => ({
      count: `found ${search}`,
      button: search ? undefined : all ? "less" : "all"
    }));
    const element = searchBar({label: "Search things", show, state});
    const told = () => [find<HTMLInputElement>(element, "input").value, find(element, "[role=status]").textContent];
    const follow = (finding: Search) => state.follow.mock.calls[0]?.[1](finding);
    return {show, state, element, told, follow, button: find(element, "button")};
  }

  it("shows what is found as it is typed, says how many, and tells it", () => {
    const {show, state, element, told, button} = make();
    expect([find(element, "input").getAttribute("aria-label"), button.hidden]).toEqual(["Search things", false]);
    type(element, "<b>x");
    expect([...told(), button.hidden]).toEqual(["<b>x", "found <b>x", true]);
    expect([state.keep.mock.calls.flat(), show.mock.calls.length]).toEqual([[{search: "<b>x", rows: ""}], 2]);
  });

  it("begins with what it is told, and follows where the reader goes back, but shows nothing anew that is shown", () => {
    const {told, follow, state, show, element} = make({search: "a", rows: "all"});
    expect(told()).toEqual(["a", "found a"]);
    follow({search: "b", rows: ""});
    expect(told()).toEqual(["b", "found b"]);
    follow({search: "b", rows: ""});
    expect([state.keep.mock.calls.length, show.mock.calls.length]).toEqual([0, 2]);
    state.keep.mockImplementation(follow);
    type(element, "c");
    expect(show).toHaveBeenCalledTimes(3);
  });
});
