// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {carryState, listState, nowState, sameView, sortState, withTime} from "../../src/inputs/state.js";
import type {Kept} from "../../src/url/state.js";
import {opening} from "../duckdb/sql/opening.js";

beforeEach(() => {
  history.replaceState(null, "", "/");
  document.body.replaceChildren();
});

// The address after each of some states is kept, and the steps of history that they made.
function kept<Value>({keep}: Kept<Value>, ...values: Value[]): [string[], number] {
  const steps = history.length;
  const addresses = values.map((value) => {
    keep(value);
    return location.search;
  });
  return [addresses, history.length - steps];
}

const start = {search: "", class: "", sort: "symbol", rates: "symbol"};

describe("what a page keeps in the URL", () => {
  it("is read as it was written, without what is usual, each a step of history", () => {
    const state = {search: "btc & co", class: "crypto", sort: "-price", rates: "apr"};
    const {state: list} = listState();
    expect(list.value).toEqual(start);
    const written = "?search=btc+%26+co&class=crypto&sort=-price&rates=apr";
    expect(kept(list, state)).toEqual([[written], 1]);
    expect(listState().state.value).toEqual(state);
    expect(kept(list, start)).toEqual([[""], 1]);
  });

  it("has one step for the letters of a search, and none for what is as it was", () => {
    const searches = ["b", "bt", "btc", "btc"].map((search) => ({...start, search}));
    expect(kept(listState().state, ...searches)).toEqual([
      ["?search=b", "?search=bt", "?search=btc", "?search=btc"],
      1
    ]);
  });

  it("is of a sorted table its sort under its name, but not the usual one", () => {
    history.replaceState(null, "", "/?gaps=-longest&feeds=feed");
    const {sorted} = sortState("gaps", "share");
    expect(sorted.value).toEqual({sort: "-longest"});
    expect(kept(sorted, {sort: "longest"}, {sort: "share"})).toEqual([["?gaps=longest&feeds=feed", "?feeds=feed"], 2]);
    expect(sortState("loads", "-startedAt").sorted.value).toEqual({sort: "-startedAt"});
  });
});

it("nowState(opening) leads to other feeds and keeps the rest of the view; a pick is a step, and shows a chart", () => {
  document.body.innerHTML = '<h2 id="over-time"></h2>';
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  history.replaceState(null, "", "/funding?basis=apr&hide=112");
  const before = history.length;
  expect(nowState(opening).href("113,114")).toBe("?basis=apr&hide=112&feeds=113,114");
  nowState(opening).onPick("113,114");
  expect([location.search, history.length - before, scrolled.mock.calls.length]).toEqual([
    ...["?basis=apr&feeds=113,114", 1, 1]
  ]);
});

it.each([
  ["/spreads", "?feed=7"],
  ["/spreads?feed=1&range=7d&tz=new-york", "?feed=7&range=7d&tz=new-york"]
])("sameView() keeps of %s all but the feed", (url, link) => {
  history.replaceState(null, "", url);
  expect(sameView().href({priceFeedId: 7n})).toBe(link);
  sameView().onPick({priceFeedId: 7n});
  expect(location.search).toBe(link);
});

const state = "feed=2&closed=skipped&feeds=1,2&range=7d&zoom=a..b&step=60&tz=local&hide=ema&basis=apr";
const time = "range=7d&zoom=a..b&step=60&tz=local";
const withFeed = `?feed=2&closed=skipped&${time}`;

describe("carryState()", () => {
  const names = ["./", "./prices", "./spreads", "./funding", "./quality", "./mine"];
  const carried = (address: string) => {
    history.replaceState(null, "", address);
    carryState();
    return Array.from(document.querySelectorAll("a"), ({search}) => search);
  };

  beforeEach(() => {
    const links = names.map((href) => `<a href="${href}"></a>`).join("");
    document.body.innerHTML = `<nav aria-label="Pages">${links}</nav><a href="./prices"></a>`;
  });

  it.each([
    ["/prices", withFeed, `?${time}`, "?range=7d&zoom=a..b&tz=local"],
    ["/notebook/spreads.html", withFeed, `?${time}`, "?range=7d&zoom=a..b&tz=local"],
    ["/funding", `?${time}`, `?${time}`, "?range=7d&zoom=a..b&tz=local"],
    ["/quality", "?range=7d&zoom=a..b&tz=local", "?range=7d&zoom=a..b&tz=local", "?range=7d&zoom=a..b&tz=local"],
    ["/", "", "", ""]
  ])("from %s keeps what the other page can show too", (path, ofFeed, funding, quality) => {
    expect(carried(`${path}?${state}`)).toEqual(["", ofFeed, ofFeed, funding, quality, "", ""]);
  });
});

it("withTime(href) has the time of the view, skipped hours where they can be, and nothing else of it", () => {
  history.replaceState(null, "", `/feed?${state}`);
  expect(withTime("./funding?feeds=112")).toBe(`./funding?feeds=112&${time}`);
  expect(withTime("./prices?feed=1")).toBe(`./prices?feed=1&closed=skipped&${time}`);
  history.replaceState(null, "", "/feed?feed=2");
  expect([withTime("./prices?feed=1"), withTime("./")]).toEqual(["./prices?feed=1", "./"]);
});
