import {describe, expect, it} from "vitest";
import {ConfigError} from "../../loaders/config/errors.js";
import {feedsVerdict} from "../../loaders/doctor/feeds.js";
import type {Visit} from "../../loaders/doctor/visit.js";
import type {Answer} from "../../loaders/service/answer.js";
import type {CatalogueEntry} from "../../loaders/service/catalogue.js";

const entry = (priceFeedId: number, state: string | null): CatalogueEntry => ({
  ...{
    priceFeedId,
    symbol: `Crypto.C${priceFeedId}/USD`,
    name: null,
    description: null,
    assetType: null,
    exponent: null
  },
  ...{minChannel: null, state, fundingIntervalHours: null}
});

const answer: Answer = {
  ...{
    endpoint: "latest_price",
    baseUrl: "http://127.0.0.1",
    request: {},
    requestedAt: new Date(0),
    receivedAt: new Date(0)
  },
  ...{latencyMs: 5, httpStatus: 403, simulated: false, body: ""}
};

function visit(found: Partial<Visit>): Visit {
  return {
    ...{embedded: false, baseUrl: "http://127.0.0.1", feeds: 3, listed: 3, known: new Map(), asked: 3, unknown: []},
    ...{refused: [], leftOut: [], latencies: [5], sightings: [], published: [], failure: null},
    ...found
  };
}

function texts(found: Partial<Visit>): (string | undefined)[] {
  const verdict = feedsVerdict(visit(found));
  return typeof verdict === "string" ? [verdict] : (verdict.feeds ?? []).map(({text}) => text);
}

describe("feedsVerdict(visit)", () => {
  it("is content when all come", () => expect(texts({})).toEqual(["all 3 configured feeds come"]));

  it.each([
    [
      "stable",
      "Crypto.C7/USD (7): left out of the answer, though the catalogue lists it as stable; ask the service why"
    ],
    ["beta", "Crypto.C7/USD (7): left out of the answer, as it is beta; leave it out of feeds until it is stable"],
    [
      null,
      "Crypto.C7/USD (7): left out of the answer, as it is in no known state; leave it out of feeds until it is stable"
    ]
  ])("says of a feed in state %s that is left out what to do", (state, text) => {
    expect(texts({leftOut: [7], known: new Map([[7, entry(7, state)]])})).toEqual([text]);
  });

  it("says of feeds that no catalogue knows what to do", () => {
    expect(texts({leftOut: [8, "Crypto.X/USD"]})).toEqual([
      "8: left out of the answer; no catalogue lists it: leave it out of feeds",
      "Crypto.X/USD: this or another symbol was left out of an answer; give ids instead"
    ]);
  });

  it("tells kinds of problems apart, by id and symbol", () => {
    const verdict = feedsVerdict(
      visit({
        known: new Map([[1, entry(1, "stable")]]),
        refused: [
          {kind: "removed", feed: 1, reason: "Not entitled: feed 1", answer},
          {kind: "removed", feed: 9, reason: "Unknown feed: 9", answer}
        ],
        unknown: [{feed: "Crypto.BTD/USD", reason: "no such symbol"}]
      })
    );
    expect(verdict).toMatchObject({ok: false, text: "3 of 3 feeds asked for do not come"});
    expect(verdict).toHaveProperty("feeds", [
      expect.objectContaining({priceFeedId: 1, symbol: "Crypto.C1/USD", problem: "refused"}),
      expect.objectContaining({priceFeedId: 9, symbol: null, problem: "unknown"}),
      {priceFeedId: null, symbol: "Crypto.BTD/USD", problem: "unknown", text: "no such symbol; correct it in feeds"}
    ]);
  });

  it("counts what was not asked for in time", () => {
    expect(feedsVerdict(visit({asked: 1}))).toMatchObject({
      ok: false,
      text: "0 of 1 feeds asked for do not come; 2 of 3 not checked, as time was short or it failed"
    });
  });

  it("checks nothing where the service gave nothing, and passes on what is wrong with the settings", () => {
    expect(feedsVerdict(visit({asked: 0, failure: new Error("no network")}))).toMatchObject({
      ok: false,
      text: "not checked: the service gave no update"
    });
    expect(() => feedsVerdict(visit({asked: 0, failure: new ConfigError("no feeds")}))).toThrow("no feeds");
  });
});
