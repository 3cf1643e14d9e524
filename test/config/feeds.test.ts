import {describe, expect, it} from "vitest";
import {catalogueSchema, feedIds, feedSymbols, feedsSchema} from "../../loaders/config/feeds.js";

const takes = (
  schema: typeof feedsSchema | typeof catalogueSchema | typeof feedIds | typeof feedSymbols,
  value: unknown
) => schema.safeParse(value).success;

describe("feedsSchema", () => {
  it.each([
    ["all", true],
    [{ids: [0, 1, Number.MAX_SAFE_INTEGER]}, true],
    [{symbols: ["Crypto.BTC/USD"]}, true],
    ["none", false],
    [{ids: []}, false],
    [{ids: [1, 1]}, false],
    [{ids: [-1]}, false],
    [{ids: [1.5]}, false],
    [{ids: ["1"]}, false],
    [{ids: [2 ** 53]}, false],
    [{symbols: [""]}, false],
    [{symbols: ["A", "A"]}, false],
    [{ids: [1], symbols: ["A"]}, false],
    [[1, 2], false]
  ])("of %j: %s", (value, taken) => expect(takes(feedsSchema, value)).toBe(taken));
});

describe("feedIds and feedSymbols", () => {
  it("are at least one each", () => expect([takes(feedIds, []), takes(feedSymbols, [])]).toEqual([false, false]));

  it("have no spaces around them", () => expect(feedSymbols.parse([" A "])).toEqual(["A"]));
});

describe("catalogueSchema", () => {
  it.each([
    [[], true],
    [[{priceFeedId: 1}], true],
    [[{priceFeedId: 1, symbol: "A", exponent: -308, minChannel: "real_time", fundingIntervalHours: 0.5}], true],
    [[{symbol: "A"}], false],
    [[{priceFeedId: 1}, {priceFeedId: 1}], false],
    [[{priceFeedId: 1, exponent: -309}], false],
    [[{priceFeedId: 1, fundingIntervalHours: 0}], false],
    [[{priceFeedId: 1, minChannel: "fast"}], false],
    [[{priceFeedId: 1, pyth_lazer_id: 1}], false]
  ])("of %j: %s", (value, taken) => expect(takes(catalogueSchema, value)).toBe(taken));
});
