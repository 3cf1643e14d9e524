import {describe, expect, it} from "vitest";
import type {Opening} from "../../src/duckdb/sql/opening.js";
import {openingParameters, readPick} from "../../src/inputs/pick.js";
import {opening as usual} from "../duckdb/sql/opening.js";

const opening: Opening = {
  meta: {...usual.meta, firstPublishedAt: "2026-05-10T14:00:00.123456Z"},
  feeds: [
    {priceFeedId: 1, symbol: "Crypto.BTC/USD", group: "crypto", exponent: -8},
    {priceFeedId: 9, symbol: null, group: null}
  ],
  pick: {feed: 1, range: "24h"}
};
const zoom = "2026-05-12T10:00:00Z..2026-05-12T10:05:00Z";
const span = ["2026-05-12T10:00:00.000Z", "2026-05-12T10:05:00.000Z"];

describe("readPick(opening, state, width)", () => {
  it("is the opening view without a state, with a step for a phone", () => {
    const [first, last] = ["2026-05-11T14:00:00.000Z", "2026-05-12T14:00:00Z"];
    expect(readPick(opening, {})).toEqual({
      ...{
        feeds: [1],
        feed: 1,
        symbol: "Crypto.BTC/USD",
        exponent: -8,
        confidence: null,
        range: "24h",
        from: first,
        until: last
      },
      ...{
        step: 360,
        stepName: "step",
        dataStep: 0,
        finest: 120,
        resolution: "raw",
        pinned: false,
        domain: [first, last],
        first,
        last,
        whole: "raw"
      },
      extent: ["2026-05-10T14:00:00.123456Z", last],
      ...{tz: "utc", zone: "UTC", zoom: null, dropped: [], source: "Simulated data of Feedbook's sandbox"}
    });
  });

  it.each([
    [{feed: "9"}, {feed: 9, feeds: [9], symbol: "feed 9", exponent: null}],
    [{feeds: "9,4,1,9"}, {feed: 9, feeds: [9, 1], dropped: [{name: "feed", value: "4"}]}],
    [{feed: "1e999"}, {feed: 1, dropped: [{name: "feed", value: "1e999"}]}],
    [{range: "7d"}, {range: "7d", from: "2026-05-10T14:00:00.123456Z", step: 180}],
    [{zoom}, {from: span[0], until: span[1], zoom: span, step: 0.5, first: "2026-05-11T14:00:00.000Z"}],
    [
      {zoom: "2026-05-11T01:00Z..2026-05-11T02:00Z"}, // before the range
      {
        from: "2026-05-11T01:00:00.000Z",
        first: "2026-05-11T01:00:00.000Z",
        domain: ["2026-05-11T14:00:00.000Z", "2026-05-12T14:00:00Z"]
      }
    ],
    [{zoom: "2020-05-11T01:00Z..2026-05-11T02:00Z"}, {first: "2026-05-10T14:00:00.123Z"}],
    [{step: "1"}, {step: 120, finest: 120, pinned: true, dropped: []}],
    [
      {step: "1", zoom},
      {step: 1, pinned: true, dropped: []}
    ]
  ])("reads %j", (state, picked) => expect(readPick(opening, state)).toMatchObject(picked));

  it.each([
    {zoom: "2026-05-12T10:05:00Z..2026-05-12T10:00:00Z"},
    {zoom: "yesterday"},
    {range: "toString"},
    {step: "Infinity"},
    {tz: "mars"}
  ])("drops %j", (state) => {
    const dropped = Object.entries(state).map(([name, value]) => ({name, value}));
    expect(readPick(opening, state)).toEqual({...readPick(opening, {}), dropped});
  });

  it.each([
    ["24h", "2026-05-11T18:00:01Z", "all", "2026-05-11T18:00:01Z"],
    ["24h", "2026-05-11T18:00:00Z", "24h", "2026-05-11T18:00:00Z"],
    ["1h", "2026-05-12T13:30:00Z", "1h", "2026-05-12T13:30:00Z"],
    ["all", "2026-05-12T13:59:30Z", "all", "2026-05-12T13:59:00.000Z"] // at least a minute
  ])("opens a page of %s with data since %s with %s from %s", (range, firstPublishedAt, opened, from) => {
    const short = {...opening, meta: {...opening.meta, firstPublishedAt}, pick: {feed: 1, range}};
    expect(readPick(short, {})).toMatchObject({range: opened, from});
  });

  it.each([
    [undefined, "raw", 360, 120],
    ["prices", "1h", 3600, 3600]
  ] as const)("draws from bars if the page has levels: %s", (levels, resolution, step, finest) => {
    const [since, until] = ["2026-05-12T00:00:00Z", "2026-05-12T14:00:00Z"];
    const prices = {name: "prices", rows: 9, whole: false, since, until};
    const parts = [prices, {...prices, name: "bars_1h", whole: true, since: "2026-05-05T14:00:00Z"}];
    const given = {...opening, parts, pick: {...opening.pick, ...(levels && {levels})}};
    expect(readPick(given, {})).toMatchObject({resolution, step, finest});
    expect(readPick(given, {step: "120"})).toMatchObject({step: Math.max(finest, 120), pinned: true, dropped: []});
  });

  it.each([
    [1440, 60],
    [160, 600]
  ])("gives a chart of %d px steps of %d s", (width, step) => {
    expect(readPick(opening, {feed: "9"}, width)).toMatchObject({step, finest: step});
    expect(readPick({...opening, pick: {...opening.pick, points: 48}}, {feed: "9"}, width).step).toBe(1800);
  });

  it("compares up to seven other feeds on a page that compares", () => {
    const feeds = Array.from({length: 12}, (_, i) => ({priceFeedId: 100 + i, symbol: null, group: null}));
    const comparing = {...opening, feeds, pick: {...opening.pick, compared: []}};
    const dropped = [100, 108, 109, 110, 111].map((id) => ({name: "with", value: String(id)}));
    const ids = feeds.map(({priceFeedId}) => priceFeedId);
    expect(readPick(comparing, {}).compared).toEqual([]);
    expect(readPick(comparing, {with: ids.join()})).toMatchObject({compared: ids.slice(0, 8), dropped});
    expect(readPick(opening, {with: "9"})).not.toHaveProperty("compared");
  });

  it.each([
    {...opening, feeds: []},
    {...opening, meta: {...opening.meta, lastPublishedAt: null}}
  ])("has no feed and no time in an empty store: %#", (empty) => {
    expect(readPick(empty, {feed: "1", range: "1h"})).toMatchObject({feed: null, feeds: null, from: null, dropped: []});
  });
});

describe("openingParameters(made, feed)", () => {
  const {meta, pick, ...rest} = opening;
  const made = {meta: [meta], ...rest};

  it("are the loader's pick and the opening view, of a feed if one is given", () => {
    const given = {...pick, draw: "line", closed: "shown", points: 48};
    expect(openingParameters({...made, pick: [given]})).toEqual({...given, ...readPick({...opening, pick: given}, {})});
    const answered = readPick({...opening, pick: given, answered: 9}, {feed: "9"});
    expect(openingParameters({...made, pick: [given]}, 9)).toEqual({...given, ...answered});
  });
});

it.each([
  [{}, {step: 600, finest: 300}],
  [{step: "60"}, {step: 300, finest: 300}],
  [{zoom}, {step: 300, finest: 300}],
  [
    {zoom, draw: "candles"},
    {step: 900, finest: 900, stepName: "candle"}
  ],
  [
    {draw: "candles", candle: "3600", step: "300"},
    {step: 3600, pinned: true}
  ],
  [{draw: "candles", candle: "300"}, {step: 900}]
] as const)(
  "readPick(opening, %j) has no step finer than the data, and no candle than three steps of it",
  (state, picked) => {
    const [feed, ...others] = opening.feeds;
    const feeds = [{...feed, stepSeconds: 299.99}, ...others] as typeof opening.feeds;
    const every5m = {...opening, feeds, pick: {...opening.pick, draw: "line", points: 200}};
    expect(readPick(every5m, state)).toMatchObject({dataStep: 299.99, ...picked});
  }
);
