// @vitest-environment jsdom
import {expect, it} from "vitest";
import {feedCatalogue, feedValues, sentAs} from "../../../src/views/feed/facts.js";
import {rowsOf, textsByTerm} from "../../charts/kit.js";

const hostile = "<img src=x onerror=alert(1)>";

it.each([
  [112238.72331053, -8, "11223872331053 × 10⁻⁸"],
  [-8.07, -2, "−807 × 10⁻²"],
  [2 ** 51, 0, "2251799813685248 × 10⁰"],
  [-(2 ** 51) - 1, 0, "≈ −2251799813685249 × 10⁰"],
  [80660.00335, -12, "≈ 80660003350000000 × 10⁻¹²"]
])("sentAs(%d, %d) is %s", (value, exponent, text) => expect(sentAs(value, exponent)).toBe(text));

it("feedValues(feed) shows each value and its mantissa with the exponent", () => {
  const rows = rowsOf(
    feedValues({
      ...{priceFeedId: 1, assetType: "crypto", exponent: -8, price: 80700.5, bid: 80700, confidence: 17.5},
      ...{publisherCount: 15, marketSession: "preMarket", publishedAt: "2026-05-12T14:00:00Z", rate: null}
    })
  );
  expect([rows[0], ...rows.slice(6), rows[2]]).toEqual([
    "Price | 80,700.50000000 | 8070050000000 × 10⁻⁸",
    "Publishers | 15 | ",
    "Session | pre-market | ",
    "Published | 2026-05-12 14:00:00 UTC | ",
    "Feed’s own update | – | ",
    "Best ask | – | –"
  ]);
});

it("feedCatalogue(feed) shows facts of catalogue and store, or that the feed is not in the catalogue", () => {
  const times = {updates: 2712, firstPublishedAt: "2026-05-12T14:00:00Z"};
  const element = feedCatalogue({priceFeedId: 922n, symbol: hostile, exponent: -5, ...times});
  expect(textsByTerm(element)).toMatchObject({
    ...{Symbol: hostile, "Feed id": "922", Exponent: "−5", Class: "–", "Updates in the store": "2,712"},
    ...{First: "2026-05-12 14:00:00 UTC", Last: "–"}
  });
  expect(element.querySelector("img")).toBeNull();
  expect(textsByTerm(element)).not.toHaveProperty("Funding interval");
  expect(textsByTerm(feedCatalogue({priceFeedId: 9, symbol: null, fundingIntervalHours: 8}))).toMatchObject({
    ...{Symbol: "not in the catalogue", "Funding interval": "8 h"}
  });
  expect(textsByTerm(feedCatalogue(undefined))).toEqual({});
});
