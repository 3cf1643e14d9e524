import {describe, expect, it} from "vitest";
import type {Opening} from "../../src/lib/opening.js";
import {labelOf, readPick, stepOf, writeZoom} from "../../src/lib/pick.js";

const opening: Opening = {
  meta: {
    snapshotAt: "2026-05-12T14:01:00Z",
    simulated: true,
    firstPublishedAt: "2026-05-10T14:00:00.123456Z",
    lastPublishedAt: "2026-05-12T14:00:00Z",
    updates: 9,
    feeds: 2,
    rejected: 0,
    coercions: 0
  },
  feeds: [
    {priceFeedId: 1, symbol: "Crypto.BTC/USD", group: "crypto", exponent: -8},
    {priceFeedId: 9, symbol: null, group: null}
  ],
  pick: {feed: 1, range: "24h", from: "2026-05-11T14:00:00Z", until: "2026-05-12T14:00:00Z", step: 60}
};

describe("readPick(opening, state)", () => {
  it("is the opening where the URL says nothing, to the letter", () => {
    expect(readPick(opening, {})).toEqual({
      feeds: [1],
      feed: 1,
      symbol: "Crypto.BTC/USD",
      exponent: -8,
      range: "24h",
      from: "2026-05-11T14:00:00Z",
      until: "2026-05-12T14:00:00Z",
      step: 60,
      steady: false,
      domain: ["2026-05-11T14:00:00Z", "2026-05-12T14:00:00Z"],
      zoom: null,
      source: "Simulated data of Feedbook's sandbox"
    });
  });

  it("takes the feed of the URL, and names one without a symbol", () => {
    expect(readPick(opening, {feed: "9"})).toMatchObject({feed: 9, feeds: [9], symbol: "feed 9", exponent: null});
  });

  it("takes several feeds in their order, without those that are not there", () => {
    expect(readPick(opening, {feeds: "9,4,1"})).toMatchObject({feeds: [9, 1], feed: 9});
  });

  it.each(["4", "", "x", "1e999"])("opens with its own feed where the URL names none that is there: %j", (feed) => {
    expect(readPick(opening, {feed})).toMatchObject({feed: 1});
  });

  it("ends every range with the store's last update", () => {
    const until = "2026-05-12T14:00:00Z";
    expect(readPick(opening, {range: "1h"})).toMatchObject({from: "2026-05-12T13:00:00.000Z", until, step: 3});
  });

  it.each(["all", "7d"])("starts the range %s with the store's first update", (range) => {
    expect(readPick(opening, {range})).toMatchObject({range, from: "2026-05-10T14:00:00.123456Z", step: 120});
  });

  it("narrows the time to a zoom, with a step to fit, and keeps the range for the charts", () => {
    const zoom = "2026-05-12T10:00:00Z..2026-05-12T10:05:00Z";
    expect(readPick(opening, {zoom})).toMatchObject({
      from: "2026-05-12T10:00:00.000Z",
      until: "2026-05-12T10:05:00.000Z",
      step: 0.2,
      domain: ["2026-05-11T14:00:00Z", "2026-05-12T14:00:00Z"],
      zoom: ["2026-05-12T10:00:00.000Z", "2026-05-12T10:05:00.000Z"]
    });
  });

  it.each([
    {zoom: "2026-05-12T10:05:00Z..2026-05-12T10:00:00Z"},
    {zoom: "yesterday"},
    {range: "9y"},
    {range: "toString"},
    {step: "0"},
    {step: "-5"},
    {step: "1e-9"},
    {step: "'; DROP TABLE prices"}
  ])("opens as ever where the URL says %j", (state) => {
    expect(readPick(opening, state)).toEqual(readPick(opening, {}));
  });

  it("takes a step that makes few enough points", () => {
    expect(readPick(opening, {step: "300"})).toMatchObject({step: 300, steady: true});
    expect(readPick(opening, {step: "1"})).toMatchObject({step: 60, steady: false});
  });

  it.each([
    {...opening, feeds: []},
    {...opening, meta: {...opening.meta, lastPublishedAt: null}},
    {...opening, pick: {...opening.pick, from: null}}
  ])("is what the loader said where there is nothing to pick", ({pick, ...rest}) => {
    const none = {...pick, feed: null, from: null, until: null};
    expect(readPick({...rest, pick: none}, {feed: "1", range: "1h"})).toEqual({
      ...none,
      feeds: null,
      symbol: "",
      exponent: null,
      steady: false,
      zoom: null,
      source: ""
    });
  });
});

describe("stepOf(from, until)", () => {
  it.each([
    ["2026-05-12T14:00:00Z", 0.2],
    ["2026-05-12T14:05:00Z", 0.2],
    ["2026-05-12T15:00:00Z", 3],
    ["2026-05-13T14:00:00Z", 60],
    ["2036-05-12T14:00:00Z", 219180]
  ])("until %s is %d s: at most some 1 500 points", (until, step) => {
    expect(stepOf("2026-05-12T14:00:00Z", until)).toBe(step);
  });
});

describe("writeZoom(range)", () => {
  it("is what readPick reads", () => {
    const text = writeZoom([Date.UTC(2026, 4, 12, 10), Date.UTC(2026, 4, 12, 11, 0, 0, 5)]);
    expect(text).toBe("2026-05-12T10:00:00Z..2026-05-12T11:00:00.005Z");
    expect(readPick(opening, {zoom: String(text)}).zoom).toEqual([
      "2026-05-12T10:00:00.000Z",
      "2026-05-12T11:00:00.005Z"
    ]);
  });

  it("is null without one", () => expect(writeZoom(null)).toBeNull());
});

describe("labelOf(feed)", () => {
  it.each([
    [{priceFeedId: 1, symbol: "Crypto.BTC/USD"}, "Crypto.BTC/USD"],
    [{priceFeedId: 123, symbol: null}, "feed 123"]
  ])("calls %j %s", (feed, label) => expect(labelOf(feed)).toBe(label));
});
