// @vitest-environment jsdom
import {expect, it} from "vitest";
import {carryState, listState, withTime} from "../../src/inputs/state.js";
import type {Kept} from "../../src/url/state.js";

// The addresses after each of some states is kept, and the number of new entries of the history.
function kept<Value>({keep}: Kept<Value>, ...values: Value[]): [string[], number] {
  const steps = history.length;
  const addresses = values.map((value) => {
    keep(value);
    return location.search;
  });
  return [addresses, history.length - steps];
}

const start = {search: "", class: "", issues: "", sort: "symbol", rates: "symbol"};

it("listState() reads its own URL, and leaves defaults out of it", () => {
  const state = {search: "btc & co", class: "crypto", issues: "only", sort: "-price", rates: "apr"};
  const {state: list} = listState();
  expect(list.value).toEqual(start);
  expect(kept(list, state)).toEqual([["?search=btc+%26+co&class=crypto&issues=only&sort=-price&rates=apr"], 1]);
  expect(listState().state.value).toEqual(state);
  expect(kept(list, start)).toEqual([[""], 1]);
});

it("listState() adds one entry to the history for all letters of a search", () => {
  const searches = ["b", "bt", "btc", "btc"].map((search) => ({...start, search}));
  const addresses = searches.map(({search}) => `?search=${search}`);
  expect(kept(listState().state, ...searches)).toEqual([addresses, 1]);
});

const state = "feed=2&closed=skipped&feeds=1,2&range=7d&zoom=a..b&step=60&tz=local&hide=ema&basis=apr";
const time = "range=7d&zoom=a..b&step=60&tz=local";
const withFeed = `?feed=2&closed=skipped&${time}`;
const ofQuality = "?range=7d&zoom=a..b&tz=local";

it.each([
  ["/prices", withFeed, `?${time}`, ofQuality],
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
