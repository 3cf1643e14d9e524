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
    [latest, {...wish, symbols: ["Crypto.BTC/USD"]}, `${either}, not both`],
    [latest, {...wish, priceFeedIds: [], properties: []}, "no price feed ids specified"],
    [latest, {...wish, priceFeedIds: [1, 2, 1]}, "duplicate price feed ids specified"],
    [latest, {...wish, properties: []}, "no properties specified"],
    [latest, {...wish, channel: "fixed_rate@100ms"}, "unknown channel"],
    [latest, {...wish, priceFeedIds: ["1"]}, 'invalid value: "1" at `priceFeedIds.0`'],
    [latest, '{"priceFeedIds": [1', unparsed],
    [price, wish, "missing field `timestamp`"],
    [price, {...wish, timestamp: String(latestUs)}, `invalid value: "${latestUs}" at \`timestamp\``],
    [reduce, {priceFeedIds}, "missing field `payload`"],
    [reduce, {payload, priceFeedIds: []}, "no price feed ids specified"],
    [reduce, {payload: {...payload, evm: "AAAA"}, priceFeedIds}, 'invalid value: "AAAA" at `payload.evm`'],
    [reduce, `{"payload": {"evm": ${deepStart}${deepEnd}}, "priceFeedIds": [1]}`, "the request is nested too deeply"]
  ])("answers %s with 400: %#", async (path, request, text) => {
    const {status, type, body} = await ask(path, request);
    expect({status, body}).toEqual({status: 400, body: text});
    expect(type).toMatch(/^text\/plain/);
  });
});
