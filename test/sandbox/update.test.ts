import {describe, expect, it} from "vitest";
import {properties} from "../../loaders/config/choices.js";
import {feeds} from "../../loaders/sandbox/feeds.js";
import {quote} from "../../loaders/sandbox/market.js";
import {unseal} from "../../loaders/sandbox/seal.js";
import {blockOf, parsedOf} from "../../loaders/sandbox/update.js";

const timestampUs = Date.UTC(2026, 6, 15, 15) * 1000;
const update = {timestampUs, feeds, properties};

describe("parsedOf(seed, update)", () => {
  it("has the quote of every feed, and the time as text", () => {
    const priceFeeds = feeds.map((feed) => quote(1, feed, timestampUs));
    expect(parsedOf(1, update)).toEqual({timestampUs: "1784127600000000", priceFeeds});
  });

  it("has only the wanted properties", () => {
    const {priceFeeds} = parsedOf(1, {...update, feeds: feeds.slice(0, 1), properties: ["exponent"]});
    expect(priceFeeds).toEqual([{priceFeedId: 1, exponent: -8}]);
  });

  it("has the field that no document lists, whatever is asked for, and nothing that the feed does not have", () => {
    const spy = feeds.filter(({id}) => id === 1398);
    const {priceFeeds} = parsedOf(1, {...update, feeds: spy, properties: ["fundingRate", "exponent"]});
    expect(priceFeeds).toEqual([{priceFeedId: 1398, exponent: -5, tradingStatus: "open"}]);
  });

  it("has no entries for no feeds", () => expect(parsedOf(1, {...update, feeds: []}).priceFeeds).toEqual([]));
});

describe("blockOf(seed, update, format, encoding)", () => {
  it.each(["base64", "hex"] as const)("holds the update in %s", (encoding) => {
    const block = blockOf(1, update, "evm", encoding);
    const ids = feeds.map(({id}) => id);
    expect(block.encoding).toBe(encoding);
    expect(unseal(1, "evm", Buffer.from(block.data, encoding))).toEqual({
      timestampUs,
      properties: [...properties],
      ids
    });
  });
});
