// @vitest-environment jsdom
import {beforeEach, describe, expect, it} from "vitest";
import {listState} from "../../src/lib/list.js";

beforeEach(() => history.replaceState(null, "", "/"));

describe("listState()", () => {
  it("sorts by symbol where the URL says nothing", () => {
    expect(listState()).toMatchObject({sort: {column: "symbol", descending: false}, search: ""});
  });

  it("reads what it wrote, without steps in the history", () => {
    const steps = history.length;
    listState().onChange({sort: {column: "price", descending: true}, search: "btc & co"});
    expect(location.search).toBe("?sort=-price&search=btc+%26+co");
    expect(listState()).toMatchObject({sort: {column: "price", descending: true}, search: "btc & co"});
    listState().onChange({sort: {column: "symbol", descending: false}, search: ""});
    expect([location.search, history.length]).toEqual(["", steps]);
  });
});
