import {createHash} from "node:crypto";
import {describe, expect, it} from "vitest";
import {ConfigError} from "../../loaders/config/errors.js";
import {readConfig} from "../../loaders/config/schema.js";
import {endpoints, isAnswer, priceRequest, reduceRequest} from "../../loaders/service/endpoints.js";

describe("endpoints", () => {
  it("are the authority's three, by their paths", () => {
    const paths = Object.values(endpoints).map(({path}) => path);
    expect(paths).toEqual(["/v1/latest_price", "/v1/price", "/v1/reduce_price"]);
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

  it.each(["", "{", "[]", "null", '{"a":1} trailing', '{},"priceFeedIds":[9]'])(
    "refuses a payload that is no JSON object, and could break out of the request: %j",
    (payload) => {
      const message = `invalid payload: ${JSON.stringify(payload)}; give the JSON object of an earlier update body`;
      expect(() => reduceRequest(payload, [1])).toThrow(new ConfigError(message));
    }
  );
});
