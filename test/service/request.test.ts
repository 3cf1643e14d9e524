import {createHash} from "node:crypto";
import {describe, expect, it} from "vitest";
import {ConfigError} from "../../loaders/config/error.js";
import {readConfig} from "../../loaders/config/schema.js";
import {priceRequest, reduceRequest} from "../../loaders/service/request.js";

const {service} = readConfig({});

describe("priceRequest(service, feeds, timestampUs)", () => {
  it("asks for everything there is, on the configured channel", () => {
    expect(priceRequest(service, {ids: [1, 112]}).text).toBe(
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
