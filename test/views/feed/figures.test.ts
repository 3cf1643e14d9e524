// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {feedFigures, feedQuality} from "../../../src/views/feed/figures.js";
import {textsByTerm} from "../../charts/kit.js";

describe("feedFigures(feed)", () => {
  const price = {priceFeedId: 1, price: 80700.5, exponent: -2, spreadBps: 0.2, confidenceBps: 2.18, publisherCount: 15};
  const rate = {priceFeedId: 112, assetType: "funding-rate", rate8h: 1e-5, intervalHours: 8};

  it("shows a price with spread, confidence, publishers and age", () => {
    expect(textsByTerm(feedFigures({...price, marketSession: "regular", ageSeconds: 2}))).toEqual({
      Price: "80,700.50 | –",
      Spread: "0.200 bps | ask − bid, of the mid price",
      Confidence: "2.18 bps | ± of the price",
      Publishers: "15 | in the last update",
      "Behind newest": "2 s | regular"
    });
  });

  it("says who pays a rate", () => {
    const figures = [-1e-5, null].map((rate8h) => textsByTerm(feedFigures({...rate, rate8h, apr: rate8h})));
    expect(figures.map(({APR}) => APR?.split(" | ")[1])).toEqual(["shorts pay longs", "no rate"]);
    expect(figures[0]).not.toHaveProperty("Price");
  });

  it.each([
    ["2026-05-12T15:30:00Z", "0:30:00 | paid every 8 h"],
    ["2026-05-12T14:59:59Z", "1:00:00 | paid every 8 h"] // no time of a payment: the next hour counts
  ])("counts down from the time of the simulated data to the next payment: %s", (fundingTimestamp, left) => {
    const at = "2026-05-12T15:00:00Z";
    const figures = textsByTerm(feedFigures({...rate, ratedAt: at, fundingTimestamp}, {simulatedAt: at}));
    expect(figures["Next payment in"]).toBe(left);
  });
});

describe("feedQuality(feed, quality)", () => {
  const feed = {priceFeedId: 1};
  const quality = {
    ...{share: 0.9868, received: 973, expected: 986, missing: 3, notAsked: 10, gaps: 2, gapSeconds: 300},
    ...{silentSeconds: 420, nullPrice: 0, nullBid: 4, nullAsk: 5, nullConfidence: 0, nullFundingRate: 973}
  };

  it("counts received updates, missing updates and missing values", () => {
    expect(textsByTerm(feedQuality(feed, quality))).toMatchObject({
      Complete: "98.68 % | 973 of 986 requested updates",
      "Not received": "3 | 10 more were not requested",
      Gaps: "2 | longest gap 5 min, 7 min in all",
      "Missing values": "9 | bid 4, ask 5"
    });
    expect(textsByTerm(feedQuality({...feed, rate: 0}, quality))["Missing values"]).toBe("973 | rate 973");
    expect(textsByTerm(feedQuality(feed, {...quality, gaps: 0, silentSeconds: 0})).Gaps).toBe(
      "0 | none over 1.5 steps"
    );
  });
});
