import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {type Sandbox, startSandbox} from "../../loaders/sandbox/server.js";
import type {FeedSelection} from "../../loaders/service/answer.js";
import {askFeeds} from "../../loaders/service/ask.js";
import type {CatalogueEntry} from "../../loaders/service/catalogue.js";
import {createClient} from "../../loaders/service/client.js";
import {settingsFor} from "./loopback.js";

const now = Date.UTC(2026, 4, 12, 13, 55, 0, 100);
const instant = Date.UTC(2026, 4, 12, 13, 54, 0) * 1000;
let sandbox: Sandbox;
let feeds: CatalogueEntry[];

beforeAll(async () => {
  sandbox = await startSandbox({now: () => now});
  feeds = await client().catalogue();
});

afterAll(() => sandbox.close());

function client(service: Parameters<typeof settingsFor>[1] = {}) {
  return createClient(settingsFor(sandbox.url, service));
}

function idsIn(body: string): number[] {
  const {parsed}: {parsed: {priceFeeds: {priceFeedId: number}[]}} = JSON.parse(body);
  return parsed.priceFeeds.map(({priceFeedId}) => priceFeedId);
}

async function ask(
  selection: FeedSelection,
  batchSize: number,
  channel: "fixed_rate@200ms" | "real_time",
  instants?: number[]
) {
  const endpoint = instants === undefined ? "latest_price" : "price";
  const options = {batchSize, concurrency: 3, ...(instants === undefined ? {} : {instants})};
  const [answers, removed]: [number[][], [number | string, string][]] = [[], []];
  for await (const result of askFeeds(client({channel}), endpoint, selection, options)) {
    if ("kind" in result) removed.push([result.feed, result.reason]);
    else answers.push(idsIn(result.body));
  }
  return {answers, removed};
}

describe("the client, against the sandbox", () => {
  it("reads the whole catalogue", () => {
    expect(feeds.length).toBeGreaterThan(40);
    expect(feeds).toContainEqual(
      expect.objectContaining({
        priceFeedId: 1,
        symbol: "Crypto.BTC/USD",
        assetType: "crypto",
        exponent: -8,
        state: "stable"
      })
    );
    const intervals = feeds
      .filter(({assetType}) => assetType === "funding-rate")
      .map((feed) => feed.fundingIntervalHours);
    expect(new Set(intervals)).toEqual(new Set([1, 4, 8]));
    expect(feeds.find(({priceFeedId}) => priceFeedId === 1)?.fundingIntervalHours).toBeNull();
  });

  it("asks latest_price by id and by symbol, with all properties", async () => {
    const byId = await client().latestPrice({ids: [2, 1, 112]});
    const bySymbol = await client().latestPrice({symbols: ["Crypto.ETH/USD", "Crypto.BTC/USD"]});
    expect(idsIn(byId.body)).toEqual([2, 1, 112]);
    expect(idsIn(bySymbol.body)).toEqual([2, 1]);
    expect(byId.body).toMatch(/"feedUpdateTimestamp":\d{16}/);
    expect(byId.body).toMatch(/"fundingRate":-?\d+/);
  });

  it("asks price at an instant; later than now nothing is there", async () => {
    expect(idsIn((await client().price({ids: [1]}, instant)).body)).toEqual([1]);
    expect(await client().price({ids: [1]}, instant + 3_600_000_000)).toMatchObject({
      httpStatus: 404,
      body: expect.stringContaining("No update found")
    });
  });

  it("hands a body back unmodified to reduce_price; an altered one is refused", async () => {
    const {body} = await client({formats: ["evm", "leUnsigned"]}).latestPrice({ids: [1, 2, 112]});
    expect(idsIn((await client().reducePrice(body, [112])).body)).toEqual([112]);
    expect(idsIn((await client().reducePrice(` ${body}\n`, [2, 1])).body)).toEqual([2, 1]);
    const altered = body.replace(/"price":"(\d)/, (_, digit) => `"price":"${digit === "9" ? 8 : Number(digit) + 1}`);
    await expect(client().reducePrice(altered, [1])).rejects.toMatchObject({status: 400, name: "RefusalError"});
  });

  it("loads every stable feed, in batches, at several instants", async () => {
    const ids = feeds.filter(({state}) => state === "stable").map(({priceFeedId}) => priceFeedId);
    const {answers, removed} = await ask({ids}, 20, "fixed_rate@200ms", [instant, instant + 200_000]);
    expect(removed).toEqual([]);
    expect(answers).toHaveLength(2 * Math.ceil(ids.length / 20));
    expect(answers.flat().sort((a, b) => a - b)).toEqual([...ids, ...ids].sort((a, b) => a - b));
  });

  it("takes unknown and unentitled feeds out of a batch, and a coming one is silently absent", async () => {
    const {answers, removed} = await ask({ids: [1, 4000000, 3063, 3417, 2]}, 100, "fixed_rate@200ms");
    expect(answers).toEqual([[1, 2]]);
    expect(removed).toEqual([
      [4000000, "Unknown feed: 4000000"],
      [3063, expect.stringMatching(/^Not entitled: feed 3063 \(it requires access to one of the following groups/)]
    ]);
  });

  it("takes out unknown symbols", async () => {
    const symbols = ["Crypto.BTC/USD", "Crypto.NOPE/USD", "Crypto.ETH/USD"];
    const {answers, removed} = await ask({symbols}, 100, "fixed_rate@200ms");
    expect([answers, removed]).toEqual([[[1, 2]], [["Crypto.NOPE/USD", "Unknown feed: Crypto.NOPE/USD"]]]);
  });

  it.each<[string, FeedSelection, number | string]>([
    ["id", {ids: [1, 112, 2]}, 112],
    [
      "symbol",
      {symbols: ["Crypto.BTC/USD", "FundingRate.Binance.BTC/USDT", "Crypto.ETH/USD"]},
      "FundingRate.Binance.BTC/USDT"
    ]
  ])("takes out a feed that is too slow for the channel, asked by %s", async (_, selection, slow) => {
    const {answers, removed} = await ask(selection, 100, "real_time");
    expect(answers.flat()).toEqual([1, 2]);
    expect(removed).toEqual([[slow, "Price feed id 112 is not available for channel real_time"]]);
  });

  it("is refused without a token", async () => {
    await expect(client({auth: null}).latestPrice({ids: [1]})).rejects.toThrow(
      "latest_price refused with 401 and no text; set FEEDBOOK_TOKEN and service.auth"
    );
  });
});
