import {createHash} from "node:crypto";
import {describe, expect, it} from "vitest";
import {properties} from "../../loaders/config/choices.js";
import {ConfigError} from "../../loaders/config/errors.js";
import {readConfig} from "../../loaders/config/schema.js";
import {endpoints, isAnswer, priceRequest, reduceRequest} from "../../loaders/service/endpoints.js";

const fields = {
  properties: [...properties],
  formats: [],
  channel: "fixed_rate@200ms",
  parsed: true,
  jsonBinaryEncoding: "base64"
};
const latest = {priceFeedIds: [1, 2], ...fields};

function messages(endpoint: keyof typeof endpoints, request: unknown): string[] | undefined {
  const result = endpoints[endpoint].request.safeParse(request);
  return result.error?.issues.map(({path, message}) => [path.join("."), message].filter(Boolean).join(": "));
}

describe("endpoints", () => {
  it("are the authority's three, by their paths", () => {
    expect(Object.values(endpoints).map(({path}) => path)).toEqual([
      "/v1/latest_price",
      "/v1/price",
      "/v1/reduce_price"
    ]);
  });

  it.each([
    ["latest_price", 200, true],
    ["latest_price", 404, false],
    ["price", 200, true],
    ["price", 404, true],
    ["price", 400, false],
    ["reduce_price", 404, false],
    ["reduce_price", 204, false]
  ] as const)("%s: status %i is an answer: %j", (endpoint, status, expected) => {
    expect(isAnswer(endpoint, status)).toBe(expected);
  });
});

describe("endpoints.latest_price.request", () => {
  it.each([
    latest,
    {...fields, symbols: ["Crypto.BTC/USD"]},
    {...latest, formats: ["evm", "solana", "leEcdsa", "leUnsigned"]}
  ])("takes %j", (request) => {
    expect(messages("latest_price", request)).toBeUndefined();
  });

  it.each([
    [{...latest, symbols: ["A"]}, "either priceFeedIds or symbols"],
    [fields, "either priceFeedIds or symbols"],
    [{...latest, priceFeedIds: []}, "priceFeedIds: one or more feed ids"],
    [{...latest, priceFeedIds: [1, 1]}, "priceFeedIds: one or more feed ids, without duplicates"],
    [{...latest, priceFeedIds: [-1]}, "priceFeedIds.0: a whole number from 0 to 9007199254740991"],
    [{...fields, symbols: ["A", "A"]}, "symbols: one or more symbols, without duplicates"],
    [{...latest, channel: "fast"}, "channel: real_time, fixed_rate@50ms, fixed_rate@200ms, fixed_rate@1000ms"],
    [{...latest, jsonBinaryEncoding: "base58"}, "jsonBinaryEncoding: base64, hex"],
    [{...latest, parsed: "yes"}, "parsed: true, false"]
  ])("refuses %j", (request, message) => {
    expect(messages("latest_price", request)).toEqual([message]);
  });
});

describe("endpoints.price.request", () => {
  it.each([
    ["fixed_rate@50ms", 1_778_594_100_050_000],
    ["fixed_rate@200ms", 1_778_594_100_200_000],
    ["fixed_rate@1000ms", 1_778_594_101_000_000],
    ["real_time", 1_778_594_100_000_001]
  ])("takes an instant on the grid of %s", (channel, timestamp) => {
    expect(messages("price", {...latest, channel, timestamp})).toBeUndefined();
  });

  it.each([
    ["fixed_rate@50ms", 1_778_594_100_010_000, "a multiple of 50000 µs, the grid of fixed_rate@50ms"],
    ["fixed_rate@200ms", 1_778_594_100_050_000, "a multiple of 200000 µs, the grid of fixed_rate@200ms"],
    ["fixed_rate@1000ms", 1_778_594_100_200_000, "a multiple of 1000000 µs, the grid of fixed_rate@1000ms"],
    ["real_time", 0, "a whole number from 1 to 9007199254740991"],
    ["real_time", 0.5, "a whole number from 1 to 9007199254740991"],
    ["real_time", "1778594100000000", "a whole number from 1 to 9007199254740991"],
    ["real_time", undefined, "a whole number from 1 to 9007199254740991"]
  ])("on %s refuses %j", (channel, timestamp, message) => {
    expect(messages("price", {...latest, channel, timestamp})).toEqual([`timestamp: ${message}`]);
  });
});

describe("endpoints.reduce_price.request", () => {
  it.each([
    ["", "payload: the JSON object of an earlier update body"],
    ["{", "payload: the JSON object of an earlier update body"],
    ["[]", "payload: the JSON object of an earlier update body"],
    ["null", "payload: the JSON object of an earlier update body"],
    ['{"a":1} trailing', "payload: the JSON object of an earlier update body"]
  ])("refuses the payload %j", (payload, message) => {
    expect(messages("reduce_price", {payload, priceFeedIds: [1]})).toEqual([message]);
  });

  it("needs ids to keep, none of them twice", () => {
    expect(messages("reduce_price", {payload: "{}", priceFeedIds: []})).toEqual(["priceFeedIds: one or more feed ids"]);
    expect(messages("reduce_price", {payload: "{}", priceFeedIds: [1, 1]})).toHaveLength(1);
    expect(messages("reduce_price", {payload: "{}", priceFeedIds: [1]})).toBeUndefined();
  });
});

const {service} = readConfig({});

describe("priceRequest(service, feeds, timestampUs)", () => {
  it("asks for the properties, on the configured channel", () => {
    const authority = {...service, properties: service.properties.slice(0, 13)};
    expect(priceRequest(authority, {ids: [1, 112]}).text).toBe(
      '{"priceFeedIds":[1,112],"properties":["price","bestBidPrice","bestAskPrice","publisherCount","exponent","confidence",' +
        '"fundingRate","fundingTimestamp","fundingRateInterval","marketSession","emaPrice","emaConfidence",' +
        '"feedUpdateTimestamp"],"formats":[],"channel":"fixed_rate@200ms","parsed":true,"jsonBinaryEncoding":"base64"}'
    );
  });

  it("sends symbols, and what is configured", () => {
    const settings = readConfig({
      service: {properties: ["price"], formats: ["evm"], channel: "real_time", parsed: false, jsonBinaryEncoding: "hex"}
    });
    expect(priceRequest(settings.service, {symbols: ["FX.EUR/USD"]}).text).toBe(
      '{"symbols":["FX.EUR/USD"],"properties":["price"],"formats":["evm"],"channel":"real_time","parsed":false,"jsonBinaryEncoding":"hex"}'
    );
  });

  it("writes the timestamp as an unquoted integer", () => {
    const {text, record} = priceRequest(service, {ids: [1]}, 1_778_594_100_000_000);
    expect(text).toMatch(/,"timestamp":1778594100000000\}$/);
    expect(record).toEqual(JSON.parse(text));
  });

  it("refuses what the service would, naming key, value and what is allowed", () => {
    expect(() => priceRequest(service, {ids: [1]}, 1_778_594_100_000_001)).toThrow(
      new ConfigError(
        "invalid request to price: timestamp is 1778594100000001; allowed: a multiple of 200000 µs, the grid of fixed_rate@200ms"
      )
    );
    expect(() => priceRequest(service, {ids: []})).toThrow(
      new ConfigError("invalid request to latest_price: priceFeedIds is []; allowed: one or more feed ids")
    );
  });
});

describe("reduceRequest(payload, priceFeedIds)", () => {
  const payload = `\n{ "evm" : {"data":"b\\u00e9/\\/==","encoding":"base64"}, "n": 1.10, "big": 80813667608700000123, "é😀": 1e2, "n":2 }\r\n`;

  it("puts the payload in byte for byte", () => {
    const {text} = reduceRequest(payload, [1, 2]);
    expect(text).toBe(`{"priceFeedIds":[1,2],"payload":${payload}}`);
    expect(JSON.parse(text)).toEqual({priceFeedIds: [1, 2], payload: JSON.parse(payload)});
  });

  it("records the payload's hash in its place", () => {
    const sha256 = createHash("sha256").update(Buffer.from(payload)).digest("hex");
    expect(reduceRequest(payload, [1]).record).toEqual({priceFeedIds: [1], payload: `sha256:${sha256}`});
  });

  it("refuses a payload that would break out of the request", () => {
    expect(() => reduceRequest('{},"priceFeedIds":[9]', [1])).toThrow(
      new ConfigError(
        'invalid request to reduce_price: payload is "{},\\"priceFeedIds\\":[9]"; allowed: the JSON object of an earlier update body'
      )
    );
  });
});
