// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {droppedNote} from "../../../src/components/inputs/dropped.js";
import {readPick} from "../../../src/components/inputs/pick.js";
import {opening} from "../../lib/opening.js";

function shown(search: string, missing = "prices"): [boolean | string, string | null] {
  const {element, show} = droppedNote(opening, missing);
  show(readPick(opening, Object.fromEntries(new URLSearchParams(search))));
  return [element.hidden, element.textContent];
}

describe("droppedNote(opening, missing)", () => {
  it.each([
    ["feed=999999", "Feed 999999 is not in the store: showing Crypto.BTC/USD"],
    ["feed=112", "FundingRate.Binance.BTC/USDT (feed 112) has no prices: showing Crypto.BTC/USD"],
    ["feed=10", "Feed 10 has no prices: showing Crypto.BTC/USD"],
    ["feed=<b>", "“<b>” is no feed id: showing Crypto.BTC/USD"],
    ["range=9y", "The range “9y” is none of 1h, 6h, 24h, 7d, all: showing 24h"],
    ["zoom=<b>&range=6h", "The zoom “<b>” is no span of time: showing 6h"],
    ["step=1e300", "The step “1e300” does not fit: showing a resolution of 1 min"],
    [
      "feed=10&range=x&zoom=y&step=0",
      "Feed 10 has no prices; the range “x” is none of 1h, 6h, 24h, 7d, all; the zoom “y” is no span of time; the step “0” does not fit: showing Crypto.BTC/USD, 24h, a resolution of 1 min"
    ],
    [
      "feeds=2,7,112",
      "Feed 7 is not in the store; FundingRate.Binance.BTC/USDT (feed 112) has no prices: showing Crypto.ETH/USD"
    ]
  ])("says what of %s it does not show, why, and what it shows in its place", (search, text) => {
    expect(shown(search)).toEqual([false, text]);
  });

  it("says which feeds it does not compare", () => {
    const comparing = {...opening, pick: {...opening.pick, compared: []}};
    const {element, show} = droppedNote(comparing, "prices");
    const told = (state: Record<string, string>) => {
      show(readPick(comparing, state));
      return element.textContent;
    };
    expect(told({with: "1"})).toBe("Feed 1 would be compared with itself: showing no other feed");
    expect(told({with: "2,404"})).toBe("Feed 404 is not in the store: showing Crypto.ETH/USD");
  });

  it("counts what it shows in place where that is many", () => {
    const feeds = [1, 2, 3, 4].map((priceFeedId) => ({priceFeedId, symbol: `S${priceFeedId}`, group: null}));
    const many = {...opening, feeds, pick: {...opening.pick, feeds: [1, 2, 3, 4]}};
    const {element, show} = droppedNote(many, "rates");
    show(readPick(many, {feeds: "112"}));
    expect(element.textContent).toMatch(/ has no rates: showing 4 other feeds$/);
  });

  it("is hidden where all is shown", () => expect(shown("feed=2&range=1h&step=5")).toEqual([true, ""]));
});
