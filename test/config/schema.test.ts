import {describe, expect, it} from "vitest";
import {channelStepUs, channels, properties} from "../../loaders/config/choices.js";
import {ConfigError} from "../../loaders/config/errors.js";
import {defineConfig, readConfig} from "../../loaders/config/schema.js";
import {columns} from "../../loaders/rows/columns.js";

describe("schema", () => {
  const channels = "real_time, fixed_rate@50ms, fixed_rate@200ms, fixed_rate@1000ms";

  describe("readConfig(config)", () => {
    it("completes an empty configuration with the public facts", () => {
      expect(readConfig({})).toEqual({
        feeds: "all",
        catalogue: [],
        loads: [{command: "latest"}],
        service: {
          auth: {header: "Authorization", scheme: "Bearer"},
          channel: "fixed_rate@200ms",
          properties: [...properties],
          formats: [],
          parsed: true,
          jsonBinaryEncoding: "base64",
          batchSize: {latest_price: 100, price: 50},
          concurrency: 4,
          timeoutMs: 10_000,
          retries: 4,
          maxRetryAfterMs: 60_000,
          maxBodyBytes: 16_777_216,
          catalogueUrl: null
        },
        rows: {timestampUnit: "auto", fundingRateIsMantissa: true, fundingIntervalUnit: "us", maxRejectedShare: 1},
        store: {path: "data/feeds.duckdb", keepBodies: false},
        retain: {rows: null},
        snapshot: {
          ...{budgetBytes: 25_000_000, publishFaults: false},
          ...{engine: null, engineUrl: null, engineUser: "default"}
        },
        sandbox: {seed: 1},
        site: {base: "/", openingBytes: 20_000_000, extensions: []}
      });
    });

    it("keeps what is given beside the defaults", () => {
      const config = readConfig({
        feeds: {symbols: ["Crypto.BTC/USD"]},
        loads: [{command: "history", from: "now-7d", every: "5m"}],
        service: {auth: null, baseUrl: "https://proxy.example/pyth/", batchSize: {price: 10}}
      });
      expect(config.feeds).toEqual({symbols: ["Crypto.BTC/USD"]});
      expect(config.loads).toEqual([{command: "history", from: "now-7d", to: "now", every: "5m"}]);
      expect(config.service).toMatchObject({
        auth: null,
        baseUrl: "https://proxy.example/pyth",
        batchSize: {latest_price: 100, price: 10},
        channel: "fixed_rate@200ms"
      });
    });

    it.each([
      [{service: {channel: "fast"}}, `service.channel is "fast"; allowed: ${channels}`],
      [{service: {chanel: "real_time"}}, "service.chanel is unknown; did you mean service.channel?"],
      [{sevice: {}}, "sevice is unknown; did you mean service?"],
      [{store: {colour: "red"}}, "store.colour is unknown; allowed: path, keepBodies"],
      [
        {catalogue: [{priceFeedId: 1}, {priceFeedId: 1}]},
        'catalogue is [ { priceFeedId: 1 }, { priceFeedId: 1 } ]; allowed: a list of feeds such as {priceFeedId: 1, symbol: "Crypto.BTC/USD"}, each id once'
      ],
      [{catalogue: [{priceFeedId: 1, symbl: "A"}]}, "catalogue[0].symbl is unknown; did you mean catalogue[0].symbol?"],
      [{catalogue: [{priceFeedId: 1, minChannel: "fast"}]}, `catalogue[0].minChannel is "fast"; allowed: ${channels}`],
      [{service: {retries: -1}}, "service.retries is -1; allowed: a whole number from 0 to 20"],
      [{service: {retries: 1.5}}, "service.retries is 1.5; allowed: a whole number from 0 to 20"],
      [{service: {properties: []}}, "service.properties is []; allowed: one or more properties"],
      [
        {service: {properties: ["price", "price"]}},
        "service.properties is [ 'price', 'price' ]; allowed: one or more properties, without duplicates"
      ],
      [{service: {properties: ["prize"]}}, `service.properties[0] is "prize"; allowed: ${properties.join(", ")}`],
      [{service: {formats: ["evm", "btc"]}}, 'service.formats[1] is "btc"; allowed: evm, solana, leEcdsa, leUnsigned'],
      [{service: {auth: {header: "a b"}}}, 'service.auth.header is "a b"; allowed: the name of an HTTP header'],
      [{service: {auth: "none"}}, 'service.auth is "none"; allowed: an object of header, scheme'],
      [
        {service: {auth: {scheme: "a\nb"}}},
        'service.auth.scheme is "a\\nb"; allowed: the word before the token, or empty'
      ],
      [
        {service: {baseUrl: "https://me:secret@host/x"}},
        'service.baseUrl is "https://***@host/x"; allowed: an address without user and password, which are set apart'
      ],
      [{feeds: {ids: [1, 1]}}, "feeds.ids is [ 1, 1 ]; allowed: one or more feed ids, without duplicates"],
      [
        {feeds: {ids: [], symbols: []}},
        'feeds is { ids: [], symbols: [] }; allowed: "all", {ids: [1, 2]} or {symbols: ["Crypto.BTC/USD"]}, without duplicates'
      ],
      [
        {loads: [{command: "lastest"}]},
        'loads[0].command is "lastest"; allowed: a load whose command is latest, history or file'
      ],
      [{loads: [{command: "file", paths: []}]}, "loads[0].paths is []; allowed: one or more paths"],
      [
        {loads: [{command: "history", from: "now-1d", every: "often"}]},
        'loads[0].every is "often"; allowed: a duration such as "10s", "5m" or "1h"'
      ],
      ...["yesterday", "now-", "now-7", "nowhere", "2026-02-30", "2026"].map((from): [unknown, string] => [
        {loads: [{command: "history", from, every: "5m"}]},
        `loads[0].from is "${from}"; allowed: ISO 8601 such as "2026-05-12T13:55:00Z", "now", or "now-7d"`
      ]),
      [{rows: {timestampUnit: "µs"}}, 'rows.timestampUnit is "µs"; allowed: auto, s, ms, us, ns'],
      [{rows: {fundingRateIsMantissa: "yes"}}, 'rows.fundingRateIsMantissa is "yes"; allowed: true, false'],
      [{rows: {maxRejectedShare: 2}}, "rows.maxRejectedShare is 2; allowed: a share from 0 to 1"],
      ...["30m", "90", 90].map((rows): [unknown, string] => [
        {retain: {rows}},
        `retain.rows is ${JSON.stringify(rows)}; allowed: a duration of an hour or more, such as "90d"`
      ]),
      ...["notebook", "/notebook", "https://x/", "/a b/", "/a&b/", "/../", "/a/./b/", "//x/"].map<[object, string]>(
        (base) => [{site: {base}}, `site.base is "${base}"; allowed: a path such as /notebook/`]
      ),
      ...["JSON", "../json", "json;", ""].map<[object, string]>((name) => [
        {site: {extensions: [name]}},
        `site.extensions[0] is "${name}"; allowed: the name of a DuckDB extension such as "json"`
      ]),
      [
        null,
        "is null; allowed: an object of feeds, catalogue, loads, service, rows, store, retain, snapshot, sandbox, site"
      ],
      [
        [],
        "is []; allowed: an object of feeds, catalogue, loads, service, rows, store, retain, snapshot, sandbox, site"
      ]
    ])("names key, value and what is allowed of %j", (config, mistake) => {
      expect(() => readConfig(config)).toThrow(new ConfigError(`invalid config: ${mistake}`));
    });

    it.each(["now", "now-7d", "now+1h", "2026-05-12", "2026-05-12T13:55:00Z", "2026-05-12T13:55:00.250+10:30"])(
      "takes %j as a time",
      (from) => {
        const load = {command: "history", from, to: from, every: "200ms"};
        expect(readConfig({loads: [load]}).loads).toEqual([load]);
      }
    );

    it("names every mistake, each on a line", () => {
      expect(() => readConfig({service: {retries: -1, timeout: 5}, site: {base: 1}})).toThrow(
        new ConfigError(
          [
            "invalid config: ",
            "  service.retries is -1; allowed: a whole number from 0 to 20",
            "  service.timeout is unknown; did you mean service.timeoutMs?",
            "  site.base is 1; allowed: a path such as /notebook/"
          ].join("\n")
        )
      );
    });

    it("bounds a long value", () => {
      expect(() => readConfig({site: {base: "x".repeat(1000)}})).toThrow(
        /^invalid config: site.base is "x{78}…; allowed/
      );
    });

    it("never shows the value of an unknown key, which may be a secret", () => {
      expect(() => readConfig({service: {token: "s3cret"}})).toThrow(
        /^(?!.*s3cret)invalid config: service.token is unknown/
      );
    });
  });

  describe("defineConfig(config)", () => {
    it("gives the configuration back as it is", () => {
      const config = {service: {retries: 1}};
      expect(defineConfig(config)).toBe(config);
    });

    it("refuses a mistake where it is written, as a usage error", () => {
      const config = {site: {base: "x"}};
      expect(() => defineConfig(config)).toThrow(ConfigError);
      expect(new ConfigError("x")).toMatchObject({name: "ConfigError"});
    });
  });
});

describe("readConfig(config) of one part", () => {
  const [latest, history] = [{command: "latest"}, {command: "history", from: "now-7d", every: "5m"}];

  it.each<[string, unknown]>([
    ["service", {auth: {header: "X-Api-Key", scheme: ""}, catalogueUrl: null, concurrency: 64, retries: 0}],
    ["feeds", {ids: [0, Number.MAX_SAFE_INTEGER]}],
    ["catalogue", [{priceFeedId: 1, symbol: "A", exponent: -308, minChannel: "real_time", fundingIntervalHours: 0.5}]],
    ["loads", [latest, {...history, to: "2026-05-13T12:00:00+02:00"}, {command: "file", paths: ["a"], simulated: true}]]
  ])("takes %s: %j", (part, value) => expect(readConfig({[part]: value})).toMatchObject({[part]: value}));

  it("goes on to now where a history names no end, and leaves out the spaces around a symbol", () => {
    expect(readConfig({loads: [history], feeds: {symbols: [" A "]}})).toMatchObject({
      loads: [{to: "now"}],
      feeds: {symbols: ["A"]}
    });
  });

  it.each<[string, readonly unknown[]]>([
    ["service", [{catalogueUrl: "file:///etc/passwd"}, {batchSize: {latest_price: 0}}, {concurrency: 65}]],
    ["service", [{timeoutMs: 0}, {maxBodyBytes: 2 ** 30}]],
    [
      "feeds",
      ["none", [1, 2], {ids: []}, {ids: [1.5]}, {ids: ["1"]}, {ids: [2 ** 53]}, {symbols: []}, {symbols: [""]}]
    ],
    ["feeds", [{symbols: ["A", "A"]}, {ids: [1], symbols: ["A"]}]],
    ["catalogue", [[{symbol: "A"}], [{priceFeedId: 1, exponent: -309}], [{priceFeedId: 1, fundingIntervalHours: 0}]]],
    ["loads", [[{...history, every: undefined}], [{...history, every: "0s"}], [{...latest, every: "5m"}]]],
    ["loads", [[{command: "file", paths: ["a"], simulated: "yes"}], [{command: "file", paths: [" "]}]]],
    ["loads", [[{...latest, simulated: true}], [{...history, command: "watch"}]]]
  ])("refuses %s: each of %j", (part, values) => {
    for (const value of values) expect(() => readConfig({[part]: value}), JSON.stringify(value)).toThrow(ConfigError);
  });
});

describe("channels", () => {
  it("go from the fastest to the slowest, each on the grid of those before it", () => {
    const steps = channels.map((channel) => channelStepUs[channel] ?? 1);
    for (const [i, step] of steps.slice(1).entries()) {
      expect(step).toBeGreaterThan(steps[i] ?? 0);
      expect(step % (steps[i] ?? 0)).toBe(0);
    }
  });

  it("say their step in their names", () => {
    for (const channel of channels.slice(1))
      expect(channel).toBe(`fixed_rate@${(channelStepUs[channel] ?? 0) / 1000}ms`);
    expect(channelStepUs.real_time).toBeNull();
  });
});

describe("properties", () => {
  it("are all columns of the row but the id, which always comes", () => {
    const names = columns.map(({name}) => name).filter((name) => name !== "priceFeedId");
    expect([...properties].sort()).toEqual(names.sort());
  });
});
