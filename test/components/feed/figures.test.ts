// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {feedFigures} from "../../../src/components/feed/figures.js";

const told = (element: Element): Record<string, (string | null)[]> =>
  Object.fromEntries(
    Array.from(element.querySelectorAll(".fb-stat"), (stat) => [
      stat.querySelector("dt")?.textContent ?? "",
      Array.from(stat.querySelectorAll("dd"), ({textContent}) => textContent)
    ])
  );

describe("feedFigures(feed)", () => {
  const price = {priceFeedId: 1, price: 80700.5, exponent: -2, spreadBps: 0.2, confidenceBps: 2.18, publisherCount: 15};

  it("has a price with what it is worth", () => {
    expect(told(feedFigures({...price, marketSession: "regular", ageSeconds: 2}))).toEqual({
      Price: ["80,700.50", "–"],
      Spread: ["0.200 bps", "ask − bid, of the mid price"],
      Confidence: ["2.18 bps", "± of the price"],
      Publishers: ["15", "in the last update"],
      Age: ["2 s", "regular"]
    });
  });

  it.each([
    ["regular", "warn", "stale"],
    ["closed", null, "closed"]
  ])("warns of an age by the session: %s", (marketSession, tone, badge) => {
    const element = feedFigures({...price, marketSession, ageSeconds: 90_000});
    expect(told(element).Age).toEqual(["25 h", badge]);
    expect([...element.querySelectorAll(".fb-figure")].at(-1)?.getAttribute("data-tone")).toBe(tone);
  });

  it.each([
    [1e-5, "longs pay shorts"],
    [-1e-5, "shorts pay longs"],
    [0, "nobody pays"],
    [null, "no rate"]
  ])("says of a rate of %s who pays whom", (rate8h, payer) => {
    const figures = told(
      feedFigures({priceFeedId: 112, assetType: "funding-rate", rate8h, apr: rate8h, intervalHours: 8})
    );
    expect(figures.APR?.[1]).toBe(payer);
    expect(figures["Next payment in"]?.[0]).toMatch(/^[0-8]:\d\d:\d\d$/);
    expect(Object.keys(figures)).not.toContain("Price");
  });

  it("counts down to the payment that the service names, from the time of simulated data", () => {
    const feed = {priceFeedId: 112, assetType: "funding-rate", rate8h: 1e-5, intervalHours: 8};
    const figures = feedFigures(
      {...feed, ratedAt: "2026-05-12T15:00:00Z", fundingTimestamp: "2026-05-12T15:30:00Z"},
      {simulatedAt: "2026-05-12T15:00:00Z"}
    );
    const own = feedFigures(
      {...feed, ratedAt: "2026-05-12T15:00:00Z", fundingTimestamp: "2026-05-12T14:59:59Z"},
      {simulatedAt: "2026-05-12T15:00:00Z"}
    );
    expect(told(own)["Next payment in"]?.[0]).toBe("1:00:00"); // an instant that is no payment: on the grid
    expect(told(figures)["Next payment in"]).toEqual(["0:30:00", "paid every 8 h"]);
  });

  it("has dashes for a feed that was never priced, and nothing for none", () => {
    expect(told(feedFigures({priceFeedId: 10})).Price).toEqual(["–", "–"]);
    expect(told(feedFigures(undefined))).toEqual({});
  });

  it("says of a feed without an update that there is none", () => {
    expect(told(feedFigures({priceFeedId: 10, updates: 0n})).Updates?.[0]).toBe("none yet");
    expect(told(feedFigures({priceFeedId: 10, updates: 1}))).toHaveProperty("Price");
  });
});
