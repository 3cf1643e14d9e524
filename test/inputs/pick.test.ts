import {describe, expect, it} from "vitest";
import type {Opening} from "../../src/duckdb/sql/opening.js";
import {openingParameters, readPick, writeZoom} from "../../src/inputs/pick.js";
import {opening as usual} from "../duckdb/sql/opening.js";

const opening: Opening = {
  meta: {...usual.meta, firstPublishedAt: "2026-05-10T14:00:00.123456Z"},
  feeds: [
    {priceFeedId: 1, symbol: "Crypto.BTC/USD", group: "crypto", exponent: -8},
    {priceFeedId: 9, symbol: null, group: null}
  ],
  pick: {feed: 1, range: "24h"}
};

describe("readPick(opening, state)", () => {
  it("is as the page opens where the URL says nothing, with a step for a phone", () => {
    const [first, last] = ["2026-05-11T14:00:00.000Z", "2026-05-12T14:00:00Z"];
    expect(readPick(opening, {})).toEqual({
      ...{feeds: [1], feed: 1, symbol: "Crypto.BTC/USD", exponent: -8, range: "24h", from: first, until: last},
      ...{step: 360, finest: 120, resolution: "raw", pinned: false, domain: [first, last], first, last, whole: "raw"},
      ...{tz: "utc", zone: "UTC", zoom: null, dropped: [], source: "Simulated data of Feedbook's sandbox"}
    });
  });

  it.each([
    [undefined, "raw", 360, 120],
    ["prices", "1h", 3600, 3600]
  ] as const)("draws from bars only where the page has them: %s", (levels, resolution, step, finest) => {
    const [since, until] = ["2026-05-12T00:00:00Z", "2026-05-12T14:00:00Z"];
    const prices = {name: "prices", rows: 9, whole: false, since, until};
    const parts = [prices, {...prices, name: "bars_1h", whole: true, since: "2026-05-05T14:00:00Z"}];
    const pick = levels === undefined ? opening.pick : {...opening.pick, levels};
    expect(readPick({...opening, parts, pick}, {})).toMatchObject({resolution, step, finest});
    const picked = readPick({...opening, parts, pick}, {step: "120"});
    expect(picked).toMatchObject({step: Math.max(finest, 120), pinned: true, dropped: []});
  });

  it("shows a minute at least", () => {
    const meta = {...opening.meta, firstPublishedAt: "2026-05-12T13:59:30Z"};
    expect(readPick({...opening, meta}, {range: "all"}).from).toBe("2026-05-12T13:59:00.000Z");
  });

  it.each([
    ["24h", "2026-05-11T18:00:01Z", "all"],
    ["24h", "2026-05-11T18:00:00Z", "24h"],
    ["1h", "2026-05-12T13:30:00Z", "1h"]
  ])(
    "opens with %s where there is hardly less, else with all: from %s on with %s",
    (range, firstPublishedAt, opened) => {
      const short = {...opening, meta: {...opening.meta, firstPublishedAt}, pick: {feed: 1, range}};
      expect(readPick(short, {}).range).toBe(opened);
    }
  );

  it.each([
    [{feed: "9"}, {feed: 9, feeds: [9], symbol: "feed 9", exponent: null}],
    [{feeds: "9,4,1,9"}, {feed: 9, feeds: [9, 1], dropped: [{name: "feed", value: "4"}]}],
    [{feed: "1e999"}, {feed: 1, dropped: [{name: "feed", value: "1e999"}]}],
    [{feed: ""}, {feed: 1, dropped: []}],
    [{range: "1h"}, {from: "2026-05-12T13:00:00.000Z", until: "2026-05-12T14:00:00Z", step: 5}],
    [{range: "7d"}, {range: "7d", from: "2026-05-10T14:00:00.123456Z", step: 180}]
  ])("takes feeds that are there and a range up to the last update, and tells of others: %j", (state, picked) =>
    expect(readPick(opening, state)).toMatchObject(picked)
  );

  it("narrows the time to a zoom, with a step to fit, and keeps the range for the charts", () => {
    const zoom = "2026-05-12T10:00:00Z..2026-05-12T10:05:00Z";
    expect(readPick(opening, {zoom})).toMatchObject({
      from: "2026-05-12T10:00:00.000Z",
      until: "2026-05-12T10:05:00.000Z",
      step: 0.5,
      domain: ["2026-05-11T14:00:00.000Z", "2026-05-12T14:00:00Z"],
      zoom: ["2026-05-12T10:00:00.000Z", "2026-05-12T10:05:00.000Z"]
    });
  });

  it.each([
    {zoom: "2026-05-12T10:05:00Z..2026-05-12T10:00:00Z"},
    {zoom: "yesterday"},
    {range: "toString"},
    {step: "-5"},
    {step: "1e-9"},
    {step: "1e13"},
    {step: "Infinity"},
    {step: ""}
  ])("opens as ever where the URL says %j, and tells", (state) => {
    const dropped = Object.entries(state).map(([name, value]) => ({name, value}));
    expect(readPick(opening, state)).toEqual({...readPick(opening, {}), dropped});
  });

  it("takes the step of a link, or the finest that a narrower chart or more time can have", () => {
    expect(readPick(opening, {step: "300"})).toMatchObject({step: 300, pinned: true, dropped: []});
    expect(readPick(opening, {step: "86400", range: "1h"})).toMatchObject({step: 86_400, pinned: true});
    expect(readPick(opening, {step: "1"})).toMatchObject({step: 120, finest: 120, pinned: true, dropped: []});
    const zoom = "2026-05-12T10:00:00Z..2026-05-12T10:05:00Z";
    expect(readPick(opening, {step: "1", zoom})).toMatchObject({step: 1, pinned: true, dropped: []});
  });

  it.each([
    [1440, 60],
    [296, 300],
    [160, 600]
  ])("gives a chart of %d px steps of %d s", (width, step) => {
    expect(readPick(opening, {feed: "9"}, width)).toMatchObject({step, finest: step});
    expect(readPick(opening, {feed: "9", step: "60"}, width)).toMatchObject({step, pinned: true, dropped: []});
    expect(readPick({...opening, pick: {...opening.pick, points: 48}}, {feed: "9"}, width).step).toBe(1800);
  });

  it("opens a feed whose view the build answered as the page opens, and another view of it by pixels", () => {
    const answered = {...opening, answered: 9};
    const [usual, own] = [readPick(opening, {}, 296), readPick(answered, {feed: "9"}, 296)];
    expect(own).toMatchObject({feed: 9, from: usual.from, until: usual.until, step: usual.step});
    expect(own.step).not.toBe(readPick(opening, {feed: "9"}, 296).step);
    expect(readPick(answered, {feed: "9", range: "6h"}, 296)).toEqual(readPick(opening, {feed: "9", range: "6h"}, 296));
  });

  it("compares with others than the feed itself, where the page compares, and tells which are not there", () => {
    const comparing = {...opening, pick: {...opening.pick, compared: []}};
    expect(readPick(comparing, {}).compared).toEqual([]);
    expect(readPick(comparing, {feed: "9", with: "1,9,1,404"})).toMatchObject({
      ...{feed: 9, compared: [9, 1], dropped: ["9", "404"].map((value) => ({name: "with", value}))}
    });
    expect(readPick(opening, {with: "9"})).not.toHaveProperty("compared");
    const ids = Array.from({length: 12}, (_, i) => 100 + i);
    const feeds = ids.map((priceFeedId) => ({priceFeedId, symbol: null, group: null}));
    const dropped = [100, 108, 109, 110, 111].map((id) => ({name: "with", value: String(id)}));
    expect(readPick({...comparing, feeds}, {with: ids.join()})).toMatchObject({compared: ids.slice(0, 8), dropped});
  });

  it("has the lines of several feeds share the pixels of a chart", () => {
    const several = {...opening, pick: {...opening.pick, feeds: [1]}};
    expect(readPick(several, {feeds: "9"}, 1000)).toMatchObject({step: 120});
    expect(readPick(several, {feeds: "9,1"}, 1000)).toMatchObject({step: 180});
    expect(readPick(opening, {feeds: "9,1"}, 1000)).toMatchObject({step: 120}); // of which one is drawn
  });

  it.each([
    {...opening, feeds: []},
    {...opening, meta: {...opening.meta, lastPublishedAt: null}}
  ])("has no feed and no time where there is nothing to pick: %#", (empty) => {
    expect(readPick(empty, {feed: "1", range: "1h"})).toEqual({
      ...{feed: null, feeds: null, symbol: "", exponent: null, range: "24h", from: null, until: null},
      ...{step: 1, finest: 1, resolution: "raw", pinned: false, first: null, last: null, whole: "raw"},
      ...{zoom: null, tz: "utc", zone: "UTC", dropped: [], source: ""}
    });
  });
});

describe("openingParameters(made, feed)", () => {
  const {meta, pick, ...rest} = opening;
  const made = {meta: [meta], ...rest};

  it("are the pick of an address that says nothing, or only a feed, with what the loader says beside it", () => {
    const said = {...pick, draw: "line", closed: "shown", points: 48};
    expect(openingParameters({...made, pick: [said]})).toEqual({...said, ...readPick({...opening, pick: said}, {})});
    const answered = readPick({...opening, pick: said, answered: 9}, {feed: "9"});
    expect(openingParameters({...made, pick: [said]}, 9)).toEqual({...said, ...answered});
  });

  it("are of all feeds where the loader gives none to pick from", () => {
    const search = {range: "24h", search: ""};
    expect(openingParameters({meta: [meta], pick: [search]})).toMatchObject({feed: 0, search: "", step: 360});
  });

  it("are what a loader says that picks no range, or nothing", () => {
    expect(openingParameters({...made, pick: [{top: 5} as never]})).toEqual({top: 5});
    expect([openingParameters(made), openingParameters({})]).toEqual([{}, {}]);
  });
});

it("writeZoom(range) is what readPick reads, and null without one", () => {
  const text = writeZoom([Date.UTC(2026, 4, 12, 10), Date.UTC(2026, 4, 12, 11, 0, 0, 5)]);
  expect(text).toBe("2026-05-12T10:00:00Z..2026-05-12T11:00:00.005Z");
  const {zoom} = readPick(opening, {zoom: String(text)});
  expect(zoom).toEqual(["2026-05-12T10:00:00.000Z", "2026-05-12T11:00:00.005Z"]);
  expect(writeZoom(null)).toBeNull();
});
