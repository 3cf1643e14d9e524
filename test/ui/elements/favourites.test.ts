// @vitest-environment jsdom
import {beforeEach, expect, it} from "vitest";
import {keptFavourites} from "../../../src/ui/elements/favourites.js";

const [btc, eth] = [{priceFeedId: 1}, {priceFeedId: 2n}];
const key = "feedbook:favourites";

beforeEach(() => localStorage.clear());

it("keptFavourites(usual) has the usual feeds until the reader changes one, then the reader's in every tab", () => {
  const [here, there] = [keptFavourites([1]), keptFavourites([1])];
  expect([here.has(btc), here.has(eth)]).toEqual([true, false]);
  here.toggle(eth);
  there.toggle(btc); // of another tab: does not undo the first change
  const next = keptFavourites([1]);
  expect([next.has(btc), next.has(eth)]).toEqual([false, true]);
});

it.each(["{", '{"a": 1}', '["x", null]'])("keptFavourites() ignores %j of another program", (text) => {
  localStorage.setItem(key, text);
  const favourites = keptFavourites();
  favourites.toggle(btc);
  expect([favourites.has(btc), localStorage.getItem(key)]).toEqual([true, "[1]"]);
});

it("keptFavourites() lasts as long as the page without a storage", () => {
  const favourites = keptFavourites([], () => {
    throw new Error("not allowed");
  });
  favourites.toggle(btc);
  expect(favourites.has(btc)).toBe(true);
});
