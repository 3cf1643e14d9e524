import {describe, expect, it} from "vitest";
import {latestUs, useSandbox, wish} from "./http.js";

const {ask} = useSandbox();
const {priceFeedIds, ...open} = wish;
const without = (name: keyof typeof wish): object =>
  Object.fromEntries(Object.entries(wish).filter(([key]) => key !== name));
const either = "either price feed ids or symbols must be specified";

const mistakes: [request: unknown, text: string][] = [
  [open, either],
  [{...open, priceFeedIds: null, symbols: null}, either],
  [{...wish, symbols: ["Crypto.BTC/USD"]}, `${either}, not both`],
  [{...wish, priceFeedIds: []}, "no price feed ids specified"],
  [{...wish, priceFeedIds: [1, 2, 1]}, "duplicate price feed ids specified"],
  [{...open, symbols: []}, "no symbols specified"],
  [{...open, symbols: ["Crypto.BTC/USD", "Crypto.BTC/USD"]}, "duplicate symbols specified"],
  [{...wish, properties: []}, "no properties specified"],
  [{...wish, properties: ["price", "price"]}, "duplicate properties specified"],
  [{...wish, formats: ["evm", "evm"]}, "duplicate formats or chains specified"],
  [{...wish, channel: "fixed_rate@100ms"}, "unknown channel"],
  [{...wish, channel: 200}, "invalid value: 200 at `channel`"],
  [without("properties"), "missing field `properties`"],
  [without("formats"), "missing field `formats`"],
  [without("channel"), "missing field `channel`"],
  [{...wish, formats: ["EVM"]}, "unknown variant `EVM`, expected one of `evm`, `solana`, `leEcdsa`, `leUnsigned`"],
  [{...wish, jsonBinaryEncoding: "utf8"}, "unknown variant `utf8`, expected one of `base64`, `hex`"],
  [{...wish, parsed: "yes"}, 'invalid value: "yes" at `parsed`'],
  [{...wish, priceFeedIds: ["1"]}, 'invalid value: "1" at `priceFeedIds.0`'],
  [{...wish, priceFeedIds: [1.5]}, "invalid value: 1.5 at `priceFeedIds.0`"],
  [{...wish, priceFeedIds: [-1]}, "invalid value: -1 at `priceFeedIds.0`"],
  [{...wish, priceFeedIds: [2 ** 32]}, "invalid value: 4294967296 at `priceFeedIds.0`"],
  [[], "invalid value: []"],
  [null, "invalid value: null"],
  ["", "Failed to parse the request body as JSON"],
  ['{"priceFeedIds": [1', "Failed to parse the request body as JSON"]
];

describe("POST /v1/latest_price with a mistake", () => {
  it.each(mistakes)("answers %j with 400: %s", async (request, text) => {
    const {status, type, body} = await ask("/v1/latest_price", request);
    expect({status, body}).toEqual({status: 400, body: text});
    expect(type).toMatch(/^text\/plain/);
  });

  it("names the properties to choose from", async () => {
    const {status, body} = await ask("/v1/latest_price", {...wish, properties: ["bid"]});
    expect(status).toBe(400);
    expect(body).toMatch(/^unknown variant `bid`, expected one of `price`, `bestBidPrice`, .*, `feedUpdateTimestamp`/);
  });

  it("names the first mistake in the service's order: feeds, formats, properties", async () => {
    const request = {...wish, properties: [], formats: ["evm", "evm"]};
    expect((await ask("/v1/latest_price", {...request, priceFeedIds: []})).body).toBe("no price feed ids specified");
    expect((await ask("/v1/latest_price", request)).body).toBe("duplicate formats or chains specified");
  });
});

describe("POST /v1/price with a mistake", () => {
  it("answers as latest_price does", async () => {
    const request = {...wish, priceFeedIds: [], timestamp: latestUs};
    expect(await ask("/v1/price", request)).toMatchObject({status: 400, body: "no price feed ids specified"});
  });

  it.each([
    [undefined, "missing field `timestamp`"],
    [String(latestUs), `invalid value: "${latestUs}" at \`timestamp\``],
    [latestUs + 0.5, `invalid value: ${latestUs + 0.5} at \`timestamp\``],
    [-200_000, "invalid value: -200000 at `timestamp`"]
  ])("answers the timestamp %j with 400: %s", async (timestamp, text) => {
    expect(await ask("/v1/price", {...wish, timestamp})).toMatchObject({status: 400, body: text});
  });
});

describe("POST /v1/reduce_price with a mistake", () => {
  const payload = {parsed: {timestampUs: String(latestUs), priceFeeds: []}};

  it.each([
    [{priceFeedIds}, "missing field `payload`"],
    [{payload}, "missing field `priceFeedIds`"],
    [{payload, priceFeedIds: []}, "no price feed ids specified"],
    [{payload, priceFeedIds: [1, 1]}, "duplicate price feed ids specified"],
    [{payload: {...payload, evm: "AAAA"}, priceFeedIds}, 'invalid value: "AAAA" at `payload.evm`'],
    [{payload: {evm: {encoding: "base64"}}, priceFeedIds}, "missing field `payload.evm.data`"],
    ["{", "Failed to parse the request body as JSON"]
  ])("answers %j with 400: %s", async (request, text) => {
    expect(await ask("/v1/reduce_price", request)).toMatchObject({status: 400, body: text});
  });

  it("answers nesting that is too deep with 400", async () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    const request = `{"payload": {"evm": ${deep}}, "priceFeedIds": [1]}`;
    expect(await ask("/v1/reduce_price", request)).toMatchObject({
      status: 400,
      body: "the request is nested too deeply"
    });
  });
});
