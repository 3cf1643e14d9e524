// @vitest-environment jsdom
import {beforeEach, expect, it, vi} from "vitest";
import {carryState, listState, nowState, sameView, sortState, withTime} from "../../src/inputs/state.js";
import type {Kept} from "../../src/url/state.js";
import {opening} from "../duckdb/sql/opening.js";

beforeEach(() => {
  history.replaceState(null, "", "/");
  document.body.replaceChildren();
});

// The addresses after each of some states is kept, and the number of new entries of the history.
function kept<Value>({keep}: Kept<Value>, ...values: Value[]): [string[], number] {
  const steps = history.length;
  const addresses = values.map((value) => {
    keep(value);
    return location.search;
  });
  return [addresses, history.length - steps];
}

const start = {search: "", class: "", sort: "symbol", rates: "symbol"};

it("listState() reads what it wrote, and leaves defaults out of the URL", () => {
  const state = {search: "btc & co", class: "crypto", sort: "-price", rates: "apr"};
  const {state: list} = listState();
  expect(list.value).toEqual(start);
  expect(kept(list, state)).toEqual([["?search=btc+%26+co&class=crypto&sort=-price&rates=apr"], 1]);
  expect(listState().state.value).toEqual(state);
  expect(kept(list, start)).toEqual([[""], 1]);
});

it("listState() adds one entry to the history for all letters of a search", () => {
  const searches = ["b", "bt", "btc", "btc"].map((search) => ({...start, search}));
  const addresses = searches.map(({search}) => `?search=${search}`);
  expect(kept(listState().state, ...searches)).toEqual([addresses, 1]);
});

it("sortState(name, usual) keeps a sort under its name", () => {
  history.replaceState(null, "", "/?gaps=-longest&feeds=feed");
  const {sorted} = sortState("gaps", "share");
  expect(sorted.value).toEqual({sort: "-longest"});
  expect(kept(sorted, {sort: "longest"}, {sort: "share"})).toEqual([["?gaps=longest&feeds=feed", "?feeds=feed"], 2]);
});

it("nowState(opening) leads to other feeds in the same view, and scrolls to their chart", () => {
  document.body.innerHTML = '<h2 id="over-time"></h2>';
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  history.replaceState(null, "", "/funding?basis=apr&hide=112");
  expect(nowState(opening).href("113,114")).toBe("?basis=apr&hide=112&feeds=113,114");
  nowState(opening).onPick("113,114");
  expect([location.search, scrolled.mock.calls.length]).toEqual(["?basis=apr&feeds=113,114", 1]);
});

it("sameView() replaces only the feed", () => {
  history.replaceState(null, "", "/spreads?feed=1&range=7d&tz=new-york");
  const link = "?feed=7&range=7d&tz=new-york";
  expect(sameView().href({priceFeedId: 7n})).toBe(link);
  sameView().onPick({priceFeedId: 7n});
  expect(location.search).toBe(link);
});

const state = "feed=2&closed=skipped&feeds=1,2&range=7d&zoom=a..b&step=60&tz=local&hide=ema&basis=apr";
const time = "range=7d&zoom=a..b&step=60&tz=local";
const withFeed = `?feed=2&closed=skipped&${time}`;
const ofQuality = "?range=7d&zoom=a..b&tz=local";

it.each([
  ["/prices", withFeed, `?${time}`, ofQuality],
  ["/notebook/spreads.html", withFeed, `?${time}`, ofQuality],
  ["/funding", `?${time}`, `?${time}`, ofQuality],
  ["/quality", ofQuality, ofQuality, ofQuality],
  ["/", "", "", ""]
])("carryState() adds to links of %s the state that the other page has too", (path, ofFeed, funding, quality) => {
  const names = ["./", "./prices", "./spreads", "./funding", "./quality", "./mine"];
  const links = names.map((href) => `<a href="${href}"></a>`).join("");
  document.body.innerHTML = `<nav aria-label="Pages">${links}</nav><a href="./prices"></a>`;
  history.replaceState(null, "", `${path}?${state}`);
  carryState();
  const carried = Array.from(document.querySelectorAll("a"), ({search}) => search);
  expect(carried).toEqual(["", ofFeed, ofFeed, funding, quality, "", ""]);
});

it("withTime(href) adds the time, and skipped hours for a page that can skip them", () => {
  history.replaceState(null, "", `/feed?${state}`);
  expect(withTime("./funding?feeds=112")).toBe(`./funding?feeds=112&${time}`);
  expect(withTime("./prices?feed=1")).toBe(`./prices?feed=1&closed=skipped&${time}`);
  history.replaceState(null, "", "/feed?feed=2");
  expect(withTime("./")).toBe("./");
});
