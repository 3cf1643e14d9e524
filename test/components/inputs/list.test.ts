// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {listState} from "../../../src/components/inputs/list.js";

const symbol = {column: "symbol", descending: false};
const start = {search: "", group: "", sort: symbol, rateSort: symbol};

beforeEach(() => history.replaceState(null, "", "/"));

describe("listState()", () => {
  it("shows all, sorted by symbol, where the URL says nothing", () => expect(listState().state).toEqual(start));

  it("reads what it wrote, in one step of the history", () => {
    const steps = history.length;
    const state = {
      search: "btc & co",
      group: "crypto",
      sort: {column: "price", descending: true},
      rateSort: {column: "apr", descending: false}
    };
    listState().onChange(state);
    expect(location.search).toBe("?search=btc+%26+co&class=crypto&sort=-price&rates=apr");
    expect([listState().state, history.length - steps]).toEqual([state, 1]);
    listState().onChange(start);
    expect([location.search, history.length - steps]).toEqual(["", 2]);
  });

  it("makes one step of the letters of a search, and none of what is as it was", () => {
    const steps = history.length;
    for (const search of ["b", "bt", "btc", "btc"]) listState().onChange({...start, search});
    expect([location.search, history.length - steps]).toEqual(["?search=btc", 1]);
    listState().onChange({...start, search: "btc", group: "fx"});
    listState().onChange({...start, group: "fx"});
    expect([location.search, history.length - steps]).toEqual(["?class=fx", 3]);
  });

  it("tells of the reader's way back, while the element is there", () => {
    const [element, show] = [document.body.appendChild(document.createElement("div")), vi.fn()];
    listState().follow(element, show);
    history.replaceState(null, "", "/?sort=-price");
    dispatchEvent(new PopStateEvent("popstate"));
    expect(show.mock.calls).toEqual([[{...start, sort: {column: "price", descending: true}}]]);
    element.remove();
    dispatchEvent(new PopStateEvent("popstate"));
    expect(show).toHaveBeenCalledTimes(1);
  });
});
