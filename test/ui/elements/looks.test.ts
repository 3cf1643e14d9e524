import {expect, it} from "vitest";
import {feedLooks, inFeedColor} from "../../../src/ui/elements/looks.js";
import {category, color} from "../../../src/ui/elements/theme.js";

const familiar = ["BTC", "ETH", "SOL", "XRP", "DOGE", "BNB", "ADA"].map((name) => `Crypto.${name}/USD`);

it("feedLooks(symbols) gives each underlying the same colour in any order, and BTC the blue of prices", () => {
  const looks = feedLooks(familiar);
  expect(new Set(looks.map((look) => look.color)).size).toBe(7);
  expect(looks[0]).toEqual({color: color.price});
  expect(feedLooks(familiar.toReversed())).toEqual(looks.toReversed());
  for (const [i, symbol] of familiar.entries()) expect(feedLooks([symbol])).toEqual([looks[i]]);
  expect(looks.map((look) => look.color)).not.toContain(category(1)); // the orange of a negative sign
});

it("feedLooks(symbols) uses dashes for feeds of one underlying, and for more underlyings than colours", () => {
  const venues = ["Binance", "Bybit", "OKX"].map((venue) => `FundingRate.${venue}.ETH/USDT`);
  const [spot] = feedLooks(["Crypto.ETH/USD"]);
  expect(feedLooks(venues)).toEqual([spot, {...spot, dash: "6 3"}, {...spot, dash: "2 3"}]);
  const many = feedLooks(Array.from({length: 20}, (_, i) => `Equity.US.X${i}/USD`));
  expect(new Set(many.map((look) => JSON.stringify(look))).size).toBe(20);
});

it("inFeedColor(series, symbol) gives a feed's colour to prices alone", () => {
  const series = [{color: color.price}, {color: color.ema}];
  const tintOf = (symbol: string) => inFeedColor(series, symbol).map((one) => one.color);
  for (const symbol of familiar) {
    const [own] = feedLooks([symbol]);
    expect(tintOf(symbol)).toEqual([own?.color, color.ema]);
  }
  expect(new Set(familiar.map((symbol) => tintOf(symbol)[0])).size).toBe(7);
});
