import {describe, expect, it} from "vitest";
import {RefusalError, TransportError} from "../../loaders/service/errors.js";
import {type Batch, rejectedFeeds} from "../../loaders/service/rejected-feeds.js";

const ids: Batch = [1, 2, 112, 3063, 4000000];
const symbols: Batch = ["Crypto.BTC/USD", "Crypto.BTC/USDT", "FX.EUR/USD"];

function refusal(text: string, status = 403): RefusalError {
  return new RefusalError("latest_price", text, status, text, null);
}

describe("rejectedFeeds(error, batch)", () => {
  it.each<[string, Batch, Batch]>([
    ["Unknown feed: 4000000", ids, [4000000]],
    ["unknown feed:4000000.", ids, [4000000]],
    ["Unknown feeds: 2, 112", ids, [2, 112]],
    ["Not entitled: feed 3063 (it requires access to one of the following groups: [1, 2])", ids, [3063]],
    ["Not entitled: feed 3063 (it requires access to feed 1)", ids, [3063]],
    ["Price feed id 112 is not available for channel real_time", ids, [112]],
    ["Price feed id 112 is not available for channel 1", ids, [112]],
    ["Unknown symbol: Crypto.BTC/USD", symbols, ["Crypto.BTC/USD"]],
    ["Unknown feed: 'Crypto.BTC/USDT'", symbols, ["Crypto.BTC/USDT"]],
    ["Not entitled: feed FX.EUR/USD (…)", symbols, ["FX.EUR/USD"]],
    ["Unknown feed: 9", ["FX.EUR/USD"], ["FX.EUR/USD"]]
  ])("from %j takes out of %j: %j", (text, batch, feeds) => {
    expect(rejectedFeeds(refusal(text), batch)).toEqual({feeds});
  });

  it.each([
    ["Not entitled: feed 3063 (it requires access to one of the following groups: [1, 2])", symbols],
    ["Unknown feed: 9", symbols],
    ["Price feed id 112 is not available for channel real_time", symbols],
    ["Unknown feed: Crypto.BTC/USD", ids]
  ])("cannot tell which of the batch %j means, as it is named otherwise", (text, batch) => {
    expect(rejectedFeeds(refusal(text), batch)).toBe("split");
  });

  it.each([
    ["Unknown feed: 5", ids],
    ["Unknown feed: 40000000", ids],
    ["Unknown symbol: Crypto.BTC/US", symbols],
    ["Unknown symbol: Crypto.BTC", symbols],
    ["no price feed ids specified", ids],
    ["duplicate price feed ids specified", symbols],
    ["either price feed ids or symbols must be specified", ids],
    ["Forbidden", ids],
    ["", ids],
    ["your plan allows 1 feed", ids]
  ])("finds nobody in %j", (text, batch) => {
    expect(rejectedFeeds(refusal(text), batch)).toBeNull();
  });

  it.each([
    [400, true],
    [403, true],
    [404, true],
    [401, false],
    [302, false]
  ])("at status %i looks at the text: %j", (status, looks) => {
    expect(rejectedFeeds(refusal("Unknown feed: 1", status), ids) !== null).toBe(looks);
  });

  it("finds nobody in another error", () => {
    expect(rejectedFeeds(new TransportError("price", "Unknown feed: 1", 503), ids)).toBeNull();
    expect(rejectedFeeds(new Error("Unknown feed: 1"), ids)).toBeNull();
  });
});
