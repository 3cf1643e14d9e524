// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {feedLinks, isRate} from "../../../src/components/feed/about.js";
import {feedCatalogue, feedSessions, feedValues, sentAs} from "../../../src/components/feed/facts.js";
import {feedQuality} from "../../../src/components/feed/figures.js";

const hostile = "<img src=x onerror=alert(1)>";
const cells = (table: Element): string[][] =>
  Array.from(table.querySelectorAll("tbody tr"), (row) =>
    Array.from(row.children, ({textContent}) => textContent ?? "")
  );

describe("sentAs(value, exponent)", () => {
  it.each([
    [112238.72331053, -8, "11223872331053 × 10⁻⁸"],
    [-8.07, -2, "−807 × 10⁻²"],
    [0, -5, "0 × 10⁻⁵"],
    [3000, 3, "3 × 10³"],
    [12, 0, "12 × 10⁰"],
    [2 ** 51, 0, "2251799813685248 × 10⁰"],
    [-(2 ** 51) - 1, 0, "≈ −2251799813685249 × 10⁰"],
    [8, -30, "≈ 8000000000000000000000000000000 × 10⁻³⁰"],
    [80660.00335, -12, "≈ 80660003350000000 × 10⁻¹²"]
  ])("of %d at %d is %s", (value, exponent, text) => expect(sentAs(value, exponent)).toBe(text));

  it.each([
    [null, -8],
    [1.5, null],
    [NaN, -8],
    [1e308, -308]
  ])("of %s at %s is a dash", (value, exponent) => expect(sentAs(value, exponent)).toBe("–"));
});

describe("feedValues(feed)", () => {
  it("has of a price feed each value as it is and as it was sent", () => {
    const feed = {
      ...{priceFeedId: 1, assetType: "crypto", exponent: -8, price: 80700.5, bid: 80700, confidence: 17.5},
      ...{publisherCount: 15, marketSession: "preMarket", publishedAt: "2026-05-12T14:00:00Z", rate: null}
    };
    const rows = cells(feedValues(feed));
    expect(rows[0]).toEqual(["Price", "80,700.50000000", "8070050000000 × 10⁻⁸"]);
    expect(rows[2]).toEqual(["Best ask", "–", "–"]);
    expect(rows.slice(6)).toEqual([
      ["Publishers", "15"],
      ["Session", "pre-market"],
      ["Published", "2026-05-12 14:00:00 UTC"],
      ["Feed’s own update", "–"]
    ]);
  });

  it("has of a funding feed its rate and calls its price a mark price", () => {
    const feed = {
      priceFeedId: 112,
      assetType: "funding-rate",
      exponent: -12,
      rate: 3.877e-5,
      price: 80641.1,
      ratedAt: 0
    };
    const rows = cells(feedValues(feed));
    expect(rows[0]).toEqual(["Funding rate, per interval", "0.003877 %", "38770000 × 10⁻¹²"]);
    expect(rows[1]?.[0]).toBe("Mark price");
    expect(rows[3]).toEqual(["Rate published", "1970-01-01 00:00:00 UTC"]);
    expect(rows.map(([label]) => label)).not.toContain("Best bid");
  });

  it("writes texts as text, and takes no feed", () => {
    const table = feedValues({priceFeedId: 1, marketSession: hostile});
    expect(table.querySelector("img")).toBeNull();
    expect(table.textContent).toContain(hostile);
    expect(cells(feedValues(undefined))).toEqual([]);
  });
});

describe("kinds", () => {
  const hostile = "<img src=x onerror=alert(1)>";

  describe("isRate(feed)", () => {
    it("goes by the class, or by a rate where no catalogue knows the feed", () => {
      const feed = {priceFeedId: 1};
      expect([isRate({...feed, assetType: "funding-rate"}), isRate({...feed, rate: 0})]).toEqual([true, true]);
      expect([isRate(feed), isRate({...feed, assetType: "crypto", rate: null})]).toEqual([false, false]);
    });
  });

  describe("feedCatalogue(feed)", () => {
    const facts = (element: Element): Record<string, string> =>
      Object.fromEntries(
        Array.from(element.querySelectorAll("div"), ({children}) => [
          children[0]?.textContent,
          children[1]?.textContent
        ])
      );

    it("tells what the catalogue and the store know", () => {
      const feed = {
        priceFeedId: 922n,
        symbol: hostile,
        exponent: -5,
        updates: 2712,
        firstPublishedAt: "2026-05-12T14:00:00Z"
      };
      const element = feedCatalogue(feed);
      expect(facts(element)).toMatchObject({
        ...{Symbol: hostile, "Feed id": "922", Exponent: "−5", Class: "–", "Updates in the store": "2,712"},
        ...{First: "2026-05-12 14:00:00 UTC", Last: "–"}
      });
      expect(element.querySelector("img")).toBeNull();
      expect(facts(element)).not.toHaveProperty("Funding interval");
    });

    it("tells the interval of a funding feed, and that no catalogue knows a feed", () => {
      expect(facts(feedCatalogue({priceFeedId: 9, symbol: null, fundingIntervalHours: 8}))).toMatchObject({
        Symbol: "not in the catalogue",
        "Funding interval": "8 h"
      });
      expect(facts(feedCatalogue(undefined))).toEqual({});
    });
  });

  describe("feedLinks(feed)", () => {
    const links = (feed: Parameters<typeof feedLinks>[0]): (string | null)[] =>
      Array.from(feedLinks(feed).querySelectorAll("a"), (link) => link.getAttribute("href"));

    it("leads to the pages that have the feed", () => {
      expect(links({priceFeedId: 1})).toEqual(["./prices?feed=1", "./spreads?feed=1", "./"]);
      expect(links({priceFeedId: 112n, rate: 1e-5})).toEqual(["./funding?feeds=112", "./"]);
      expect(links(undefined)).toEqual(["./"]);
      const carried = feedLinks({priceFeedId: 1}, (href) => `${href}&tz=local`);
      expect(carried.querySelector("a")?.getAttribute("href")).toBe("./prices?feed=1&tz=local");
    });
  });

  describe("feedSessions(rows)", () => {
    it("has a row for each stretch", () => {
      const row = {
        ...{marketSession: "preMarket", startedAt: "2026-05-12T08:00:00Z", endedAt: "2026-05-12T13:25:00Z"},
        ...{seconds: 19_500, updates: 1300}
      };
      const table = feedSessions([row, {...row, marketSession: null}]);
      const cells = Array.from(table.querySelectorAll("tbody tr"), ({children}) =>
        Array.from(children, ({textContent}) => textContent)
      );
      expect(cells).toEqual([
        ["pre-market", "2026-05-12 08:00 UTC", "2026-05-12 13:25 UTC", "5 h 25 min", "1,300"],
        ["–", "2026-05-12 08:00 UTC", "2026-05-12 13:25 UTC", "5 h 25 min", "1,300"]
      ]);
      expect(feedSessions([]).querySelectorAll("tbody tr")).toHaveLength(0);
    });
  });

  describe("feedQuality(feed, quality)", () => {
    const told = (element: Element): Record<string, string[]> =>
      Object.fromEntries(
        Array.from(element.querySelectorAll("dl > div"), ({children}) => {
          const [label = "", ...rest] = Array.from(children, ({textContent}) => textContent ?? "");
          return [label, rest];
        })
      );
    const quality = {
      ...{share: 0.9868, received: 973, expected: 986, missing: 3, notAsked: 10, gaps: 2, gapSeconds: 300},
      ...{silentSeconds: 420, nullPrice: 0, nullBid: 4, nullAsk: 5, nullConfidence: 0, nullFundingRate: 973}
    };

    it("tells what came, what did not, and what is missing of values that the feed should have", () => {
      expect(told(feedQuality({priceFeedId: 1}, quality))).toMatchObject({
        Complete: ["98.68 %", "973 of 986 updates asked for"],
        "Did not come": ["3", "10 more nobody asked for"],
        Gaps: ["2", "longest gap 5 min, 7 min in all"],
        "Missing values": ["9", "bid 4, ask 5"]
      });
      expect(told(feedQuality({priceFeedId: 1, rate: 0}, quality))["Missing values"]).toEqual(["973", "rate 973"]);
    });

    it("tells no longest gap where there is none, as the longest step is none", () => {
      expect(told(feedQuality({priceFeedId: 1}, {...quality, gaps: 0, silentSeconds: 0})).Gaps).toEqual([
        "0",
        "none over 1.5 steps"
      ]);
    });

    it("warns of what did not come, and of nothing else", () => {
      const toned = (given: typeof quality) =>
        feedQuality({priceFeedId: 1}, given).querySelectorAll("[data-tone=warn]").length;
      expect([toned(quality), toned({...quality, missing: 0})]).toEqual([1, 0]);
    });

    it("has dashes where nothing is known", () => {
      expect(told(feedQuality(undefined, undefined)).Complete?.[0]).toBe("–");
      expect(told(feedQuality({priceFeedId: 1}, {gaps: null})).Gaps).toEqual([
        "–",
        "unknown: a feed needs two updates"
      ]);
      expect(told(feedQuality({priceFeedId: 1}, {}))["Missing values"]).toEqual(["–", "not known"]);
    });
  });
});
