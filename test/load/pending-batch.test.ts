import {describe, expect, it} from "vitest";
import {emptyBatch, joined} from "../../loaders/load/pending-batch.js";

const feed = {
  priceFeedId: 1,
  symbol: "Crypto.BTC/USD",
  name: null,
  description: null,
  assetType: "crypto",
  exponent: -8,
  minChannel: "real_time",
  state: "stable",
  fundingIntervalHours: null
};

describe("joined(first, second)", () => {
  it("holds what both addPending, to be tried again", () => {
    const first = {...emptyBatch(), bodies: new Map([["a", "1"]]), entries: 2, bytes: 30};
    const second = {...emptyBatch(), bodies: new Map([["b", "2"]]), entries: 3, bytes: 40};
    expect(joined(first, second)).toMatchObject({entries: 5, bytes: 70, retried: true});
    expect([...joined(first, second).bodies.keys()]).toEqual(["a", "b"]);
    expect(emptyBatch().retried).toBe(false);
  });

  it("keeps the newer word of the catalogue, if there is one", () => {
    const [named, renamed] = [feed, {...feed, symbol: "BTC"}].map((one) => ({...emptyBatch(), feeds: [one]}));
    if (!named || !renamed) throw new Error("no batches");
    expect(joined(named, renamed).feeds).toEqual(renamed.feeds);
    expect(joined(named, emptyBatch()).feeds).toEqual(named.feeds);
  });
});
