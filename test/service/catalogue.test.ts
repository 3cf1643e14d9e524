import {describe, expect, it} from "vitest";
import {intervalHours, readCatalogue} from "../../loaders/service/catalogue.js";

const bitcoin = {
  pyth_lazer_id: 1,
  name: "BTCUSD",
  symbol: "Crypto.BTC/USD",
  description: "BITCOIN / US DOLLAR",
  asset_type: "crypto",
  exponent: -8,
  cmc_id: 1,
  interval: null,
  min_publishers: 3,
  min_channel: "real_time",
  state: "stable",
  schedule: "America/New_York;O,O,O,O,O,O,O;"
};

describe("readCatalogue(body)", () => {
  it("reads the public shape", () => {
    const funding = {...bitcoin, pyth_lazer_id: 112, asset_type: "funding-rate", exponent: -12, interval: "8h"};
    expect(readCatalogue(JSON.stringify([bitcoin, funding]))).toEqual({
      entries: [
        {
          priceFeedId: 1,
          symbol: "Crypto.BTC/USD",
          name: "BTCUSD",
          description: "BITCOIN / US DOLLAR",
          assetType: "crypto",
          exponent: -8,
          minChannel: "real_time",
          state: "stable",
          fundingIntervalHours: null,
          minPublishers: 3,
          quoteCurrency: null,
          instrumentType: null,
          expiresAt: null,
          schedule: "America/New_York;O,O,O,O,O,O,O;",
          more: '{"cmc_id":1}'
        },
        expect.objectContaining({priceFeedId: 112, assetType: "funding-rate", exponent: -12, fundingIntervalHours: 8})
      ],
      skipped: 0,
      long: 0,
      unknown: new Map()
    });
  });

  it("keeps every other field unchanged in more, and reads the expiry of a dated future in UTC", () => {
    const sessions = {
      regular: {min_pub: 2, schedule: "America/New_York;O,O,O,O,O,C,C;1127/0930-1300", state: "stable"}
    };
    const body = JSON.stringify([
      {...bitcoin, expiration_time: "2026-12-21T14:30:00.500-05:00", market_sessions: sessions}
    ]);
    const read = readCatalogue(body.replace('"cmc_id":1', '"cmc_id":12345678901234567890'));
    expect(read?.entries).toMatchObject([
      {
        expiresAt: "2026-12-21T19:30:00.5Z",
        more: `{"cmc_id":12345678901234567890,"market_sessions":${JSON.stringify(sessions)}}`
      }
    ]);
    expect(read?.unknown).toEqual(new Map());
  });

  it.each<[string, unknown]>([
    ["schedule", "always"],
    ["schedule", "Mars/Olympus;O,O,O,O,O,O,O;"],
    ["schedule", "America/New_York;O,O,O,O,O,O,2200-0200;"],
    ["schedule", "America/New_York;O,O,O,O,O,O,0930-2500;"],
    ["min_publishers", "three"],
    ["min_publishers", 3_000_000_000],
    ["expiration_time", 1_798_700_000],
    ["market_sessions", ["regular"]],
    ["market_sessions", {regular: {schedule: 5}}],
    ["market_session_schedule", {regular: "soon"}],
    ["corporate_actions", [{event_type: "MERGER"}]]
  ])("counts and keeps a %s of unknown shape: %j", (name, value) => {
    const read = readCatalogue(
      JSON.stringify([
        {...bitcoin, [name]: value},
        {...bitcoin, pyth_lazer_id: 2}
      ])
    );
    expect(read?.unknown).toEqual(new Map([[name, 1]]));
    const [entry] = read?.entries ?? [];
    expect({schedule: entry?.schedule, ...JSON.parse(entry?.more ?? "")}).toMatchObject({[name]: value});
  });

  it("reads missing values and values of another kind as null", () => {
    const texts = {symbol: null, name: null, description: null, assetType: null, minChannel: null, state: null};
    const others = {minPublishers: null, quoteCurrency: null, instrumentType: null, expiresAt: null, schedule: null};
    const nothing = {...texts, ...others, exponent: null, fundingIntervalHours: null};
    const odd = {
      ...{pyth_lazer_id: 7, symbol: 5, name: "", description: {}, asset_type: [], state: false},
      ...{exponent: "x", interval: {}}
    };
    expect(readCatalogue(JSON.stringify([{pyth_lazer_id: 6}, odd]))?.entries).toEqual([
      {priceFeedId: 6, ...nothing, more: "{}"},
      {
        ...{priceFeedId: 7, ...nothing},
        more: '{"symbol":5,"description":{},"asset_type":[],"state":false,"exponent":"x","interval":{}}'
      }
    ]);
  });

  it("skips and counts entries without a usable id", () => {
    const bad = [null, 5, "x", [], {}, ...[-1, 1.5, "", null].map((id) => ({pyth_lazer_id: id}))];
    const read = readCatalogue(JSON.stringify([...bad, bitcoin, {...bitcoin, name: "again"}]));
    expect(read?.entries.map(({name}) => name)).toEqual(["BTCUSD"]);
    expect(read?.skipped).toBe(bad.length + 1);
  });

  it("keeps a long number in place of a text as a number of more", () => {
    const body = '[{"pyth_lazer_id":1,"symbol":12345678901234567890,"schedule":12345678901234567890}]';
    expect(readCatalogue(body)?.entries).toMatchObject([
      {symbol: null, schedule: null, more: '{"symbol":12345678901234567890,"schedule":12345678901234567890}'}
    ]);
  });

  it("leaves out texts that are too long, and counts them", () => {
    const [most, more] = ["x".repeat(1000), "x".repeat(1001)];
    const read = readCatalogue(
      JSON.stringify([{...bitcoin, symbol: more, name: most, description: more, schedule: more}])
    );
    expect(read).toMatchObject({entries: [{symbol: null, name: most, description: null}], skipped: 0, long: 2});
  });

  it("returns null unless the body is a JSON array", () => {
    expect(["", "<html>", "{}", "null", "[1,"].map(readCatalogue)).toEqual([null, null, null, null, null]);
    expect(readCatalogue("[]")).toEqual({entries: [], skipped: 0, long: 0, unknown: new Map()});
  });
});

describe("intervalHours(value)", () => {
  it.each<[unknown, number | null]>([
    ["8h", 8],
    ["90m", 1.5],
    ["28800s", 8],
    ...["0h", "eight", "8x", "8 h 1", 8, null, {}].map((value): [unknown, null] => [value, null])
  ])("reads %j as %j", (value, expected) => expect(intervalHours(value)).toBe(expected));
});
