import {describe, expect, it} from "vitest";
import {channels, properties} from "../../loaders/config/choices.js";
import {ConfigError} from "../../loaders/config/errors.js";
import {readConfig} from "../../loaders/config/schema.js";

const listed = channels.join(", ");
const groups = "feeds, catalogue, loads, service, rows, rules, store, retain, snapshot, clickhouse, sandbox, site";
const [latest, history] = [{command: "latest"}, {command: "history", from: "now-7d", every: "5m"}];

describe("readConfig(config)", () => {
  it("fills in the public facts as defaults", () => {
    expect(readConfig({})).toEqual({
      feeds: "all",
      catalogue: [],
      loads: [latest],
      service: {
        auth: {header: "Authorization", scheme: "Bearer"},
        ...{channel: "fixed_rate@200ms", properties: [...properties], formats: [], parsed: true},
        ...{jsonBinaryEncoding: "base64", batchSize: {latest_price: 100, price: 50}, concurrency: 4},
        ...{timeoutMs: 10_000, retries: 4, maxRetryAfterMs: 60_000, maxBodyBytes: 16_777_216, catalogueUrl: null}
      },
      rows: {timestampUnit: "auto", fundingRateIsMantissa: true, fundingIntervalUnit: "us", maxRejectedShare: 1},
      rules: [],
      store: {path: "data/feeds.duckdb", keepBodies: false},
      retain: {rows: null},
      snapshot: {budgetBytes: 25_000_000, publishFaults: false, engine: null},
      clickhouse: {url: null, user: "default"},
      sandbox: {seed: 1},
      site: {title: "Feedbook", base: "/", openingBytes: 20_000_000, extensions: []}
    });
  });

  it.each<[string, unknown, object?]>([
    ["service", {auth: {header: "X-Api-Key", scheme: ""}, catalogueUrl: null, concurrency: 64, retries: 0}],
    ["service", {batchSize: {price: 10}}, {batchSize: {latest_price: 100, price: 10}, channel: "fixed_rate@200ms"}],
    ["service", {auth: null, baseUrl: "https://proxy.example/x/"}, {auth: null, baseUrl: "https://proxy.example/x"}],
    ["feeds", {ids: [0, Number.MAX_SAFE_INTEGER]}],
    ["feeds", {symbols: [" A "]}, {symbols: ["A"]}],
    ["catalogue", [{priceFeedId: 1, symbol: "A", exponent: -308, minChannel: "real_time", fundingIntervalHours: 0.5}]],
    ["loads", [latest, {...history, to: "2026-05-13T12:00:00+02:00"}, {command: "file", paths: ["a"], simulated: true}]]
  ])("accepts %s: %j", (part, value, expected) =>
    expect(readConfig({[part]: value})).toMatchObject({[part]: expected ?? value})
  );

  it.each<[unknown, string]>([
    [{service: {channel: "fast"}}, `service.channel is "fast"; allowed: ${listed}`],
    [{service: {chanel: "real_time"}}, "service.chanel is unknown; did you mean service.channel?"],
    [{service: {token: "s3cret"}}, "service.token is unknown; allowed: "], // its value may be a secret
    [{store: {colour: "red"}}, "store.colour is unknown; allowed: path, keepBodies"],
    [
      {catalogue: [{priceFeedId: 1}, {priceFeedId: 1}]},
      'catalogue is [ { priceFeedId: 1 }, { priceFeedId: 1 } ]; allowed: a list of feeds such as {priceFeedId: 1, symbol: "Crypto.BTC/USD"}, each id once'
    ],
    [
      {rules: [{rule: "spread", kind: "jump"}]},
      'rules[0].rule is "spread"; allowed: another name, as spread is a rule of kind spread'
    ],
    [{service: {retries: 1.5}}, "service.retries is 1.5; allowed: a whole number from 0 to 20"],
    [{service: {formats: ["evm", "btc"]}}, 'service.formats[1] is "btc"; allowed: evm, solana, leEcdsa, leUnsigned'],
    [{service: {auth: {header: "a b"}}}, 'service.auth.header is "a b"; allowed: the name of an HTTP header'],
    [
      {service: {baseUrl: "https://me:secret@host/x"}},
      'service.baseUrl is "https://***@host/x"; allowed: an address without user and password, which are set apart'
    ],
    [
      {loads: [{...history, every: "often"}]},
      'loads[0].every is "often"; allowed: a duration such as "10s", "5m" or "1h"'
    ],
    [
      {loads: [{...history, from: "yesterday"}]},
      'loads[0].from is "yesterday"; allowed: ISO 8601 such as "2026-05-12T13:55:00Z", "now", or "now-7d"'
    ],
    [{rows: {maxRejectedShare: 2}}, "rows.maxRejectedShare is 2; allowed: a share from 0 to 1"],
    ...["30m", "90", 90].map((rows): [unknown, string] => [
      {retain: {rows}},
      `retain.rows is ${JSON.stringify(rows)}; allowed: a duration of an hour or more, such as "90d"`
    ]),
    ...["/notebook", "https://x/", "/a&b/", "/../"].map<[object, string]>((base) => [
      {site: {base}},
      `site.base is "${base}"; allowed: a path such as /notebook/`
    ]),
    [
      {site: {extensions: ["../json"]}},
      'site.extensions[0] is "../json"; allowed: the name of a DuckDB extension such as "json"'
    ],
    [null, `is null; allowed: an object of ${groups}`]
  ])("names key, value and allowed values of %j", (config, mistake) => {
    const reading = () => readConfig(config);
    expect(reading).toThrow(ConfigError);
    expect(reading).toThrow(`invalid config: ${mistake}`);
    expect(reading).not.toThrow("s3cret");
  });

  it("names every mistake, each on a line", () => {
    expect(() => readConfig({service: {retries: -1, timeout: 5}, site: {base: 1}})).toThrow(
      [
        "invalid config: ",
        "  service.retries is -1; allowed: a whole number from 0 to 20",
        "  service.timeout is unknown; did you mean service.timeoutMs?",
        "  site.base is 1; allowed: a path such as /notebook/"
      ].join("\n")
    );
  });
});
