import {describe, expect, it} from "vitest";
import {latestUs, useSandbox, wish} from "./http.js";

const {ask} = useSandbox();
const {priceFeedIds, ...open} = wish;
const [latest, price, reduce] = ["/v1/latest_price", "/v1/price", "/v1/reduce_price"];
const either = "either price feed ids or symbols must be specified";
const payload = {parsed: {timestampUs: String(latestUs), priceFeeds: []}};
const unparsed = "Failed to parse the request body as JSON";
const [deepStart, deepEnd] = ["[".repeat(200_000), "]".repeat(200_000)];

describe("the sandbox, of a mistake in a request", () => {
  it.each<[path: string, request: unknown, text: string]>([
    [latest, open, either],
    [latest, {...open, priceFeedIds: null, symbols: null}, either],
    [latest, {...wish, symbols: ["Crypto.BTC/USD"]}, `${either}, not both`],
    [latest, {...wish, priceFeedIds: [], properties: []}, "no price feed ids specified"],
    [latest, {...wish, priceFeedIds: [1, 2, 1]}, "duplicate price feed ids specified"],
    [latest, {...open, symbols: []}, "no symbols specified"],
    [latest, {...open, symbols: ["A", "A"]}, "duplicate symbols specified"],
    [latest, {...wish, properties: [], formats: ["evm", "evm"]}, "duplicate formats or chains specified"],
    [latest, {...wish, properties: []}, "no properties specified"],
    [latest, {...wish, properties: ["price", "price"]}, "duplicate properties specified"],
    [latest, {...wish, channel: "fixed_rate@100ms"}, "unknown channel"],
    [latest, {...wish, channel: 200}, "invalid value: 200 at `channel`"],
    [latest, {...wish, channel: undefined}, "missing field `channel`"],
    [
      latest,
      {...wish, formats: ["EVM"]},
      "unknown variant `EVM`, expected one of `evm`, `solana`, `leEcdsa`, `leUnsigned`"
    ],
    [latest, {...wish, parsed: "yes"}, 'invalid value: "yes" at `parsed`'],
    [latest, {...wish, priceFeedIds: ["1"]}, 'invalid value: "1" at `priceFeedIds.0`'],
    [latest, {...wish, priceFeedIds: [1.5]}, "invalid value: 1.5 at `priceFeedIds.0`"],
    [latest, {...wish, priceFeedIds: [2 ** 32]}, "invalid value: 4294967296 at `priceFeedIds.0`"],
    [latest, [], "invalid value: []"],
    [latest, '{"priceFeedIds": [1', unparsed],
    [price, {...wish, priceFeedIds: [], timestamp: latestUs}, "no price feed ids specified"],
    [price, wish, "missing field `timestamp`"],
    [price, {...wish, timestamp: String(latestUs)}, `invalid value: "${latestUs}" at \`timestamp\``],
    [price, {...wish, timestamp: -200_000}, "invalid value: -200000 at `timestamp`"],
    [reduce, {priceFeedIds}, "missing field `payload`"],
    [reduce, {payload, priceFeedIds: []}, "no price feed ids specified"],
    [reduce, {payload, priceFeedIds: [1, 1]}, "duplicate price feed ids specified"],
    [reduce, {payload: {...payload, evm: "AAAA"}, priceFeedIds}, 'invalid value: "AAAA" at `payload.evm`'],
    [reduce, {payload: {evm: {encoding: "base64"}}, priceFeedIds}, "missing field `payload.evm.data`"],
    [reduce, `{"payload": {"evm": ${deepStart}${deepEnd}}, "priceFeedIds": [1]}`, "the request is nested too deeply"]
  ])("answers %s with 400: %#", async (path, request, text) => {
    const {status, type, body} = await ask(path, request);
    expect({status, body}).toEqual({status: 400, body: text});
    expect(type).toMatch(/^text\/plain/);
  });
});
