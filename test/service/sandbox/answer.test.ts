import {describe, expect, it} from "vitest";
import {type Channel, channelStepUs, channels} from "../../../loaders/config/choices.js";
import {feeds} from "../../../loaders/service/sandbox/feeds.js";
import {latestUs, nowMs, useSandbox, wish} from "./http.js";

const {ask} = useSandbox();
const twin = useSandbox();
const stable = feeds.filter(({state}) => state === "stable").map(({id}) => id);
const gridUs = (channel: Channel) => channelStepUs[channel] ?? 1000;

describe("POST /v1/latest_price", () => {
  it.each([
    ["fixed_rate@50ms", (nowMs - 23) * 1000],
    ["fixed_rate@200ms", latestUs]
  ])("answers at the latest instant of %s that is not in the future", async (channel, timestampUs) => {
    const {body} = await ask("/v1/latest_price", {...wish, channel});
    expect(body).toMatchObject({parsed: {timestampUs: String(timestampUs)}});
  });

  it("sends prices as text, and all other numbers as numbers", async () => {
    const {status, type, body} = await ask("/v1/latest_price", {...wish, priceFeedIds: [1, 112]});
    const [price, number] = [expect.stringMatching(/^[1-9]\d*$/), expect.any(Number)];
    const common = {price, marketSession: "regular", feedUpdateTimestamp: latestUs, publisherCount: number};
    const book = {bestBidPrice: price, bestAskPrice: price, confidence: number, emaPrice: price, emaConfidence: number};
    const rate = {fundingRate: number, fundingTimestamp: number, fundingRateInterval: 28_800_000_000};
    expect({status, type}).toEqual({status: 200, type: "application/json"});
    expect(body).toMatchObject({
      parsed: {
        timestampUs: String(latestUs),
        priceFeeds: [
          {priceFeedId: 1, exponent: -8, ...book, ...common},
          {priceFeedId: 112, exponent: -12, ...rate, ...common}
        ]
      }
    });
  });

  it("sends only the requested properties, and the undocumented one", async () => {
    const {body} = await ask("/v1/latest_price", {...wish, priceFeedIds: [1398, 112], properties: ["exponent"]});
    expect(entriesOf(body)).toEqual([
      {priceFeedId: 1398, exponent: -5, tradingStatus: "open"},
      {priceFeedId: 112, exponent: -12}
    ]);
  });

  it("adds a binary block per format, in base64 unless hex is requested", async () => {
    const formats = ["evm", "solana", "leEcdsa", "leUnsigned"];
    const block = (encoding: string, text: RegExp) => ({encoding, data: expect.stringMatching(text)});
    const base64 = await ask("/v1/latest_price", {...wish, formats});
    expect(base64.body).toMatchObject(
      Object.fromEntries(formats.map((name) => [name, block("base64", /^[\w+/]+=*$/)]))
    );
    const hex = await ask("/v1/latest_price", {...wish, formats, jsonBinaryEncoding: "hex"});
    expect(hex.body).toMatchObject(Object.fromEntries(formats.map((name) => [name, block("hex", /^([\da-f]{2})+$/)])));
    expect(Object.keys(hex.body as object)).toEqual(["parsed", ...formats]);
  });

  it.each([
    [{priceFeedIds: [1, 4_000_000, 2]}, 403, "Unknown feed: 4000000"],
    [{priceFeedIds: undefined, symbols: ["crypto.btc/usd", "__proto__"]}, 403, "Unknown feed: crypto.btc/usd"],
    [
      {priceFeedIds: [1, 3063]},
      403,
      'Not entitled: feed 3063 (it requires access to one of the following groups: ["pyth-indices"])'
    ],
    [{priceFeedIds: [1, 112], channel: "real_time"}, 400, "Price feed id 112 is not available for channel real_time"]
  ])("refuses all of %j for one feed: %d %s", async (change, status, text) => {
    const answer = await ask("/v1/latest_price", {...wish, ...change});
    expect(answer).toMatchObject({status, body: text, type: expect.stringMatching(/^text\/plain/)});
  });
});

describe("POST /v1/price", () => {
  it.each(channels)("answers as latest_price did at that instant on %s, for every feed", async (channel) => {
    const priceFeedIds = feeds.filter(({minChannel}) => gridUs(channel) >= gridUs(minChannel)).map(({id}) => id);
    const request = {...wish, priceFeedIds, channel};
    const latest = await ask("/v1/latest_price", request);
    const timestamp = Math.floor((nowMs * 1000) / gridUs(channel)) * gridUs(channel);
    const past = await ask("/v1/price", {...request, timestamp});
    expect(latest.status).toBe(200);
    expect(past).toEqual(latest);
  });

  it.each([
    ["real_time", 1],
    ["fixed_rate@200ms", 50_000]
  ])("refuses an instant off the grid of %s, by %d µs", async (channel, off) => {
    const timestamp = latestUs - 1_000_000 + off;
    const {status, body} = await ask("/v1/price", {...wish, channel, timestamp});
    expect(status).toBe(400);
    expect(body).toMatch(new RegExp(`^timestamp ${timestamp} is not a multiple of \\d+ us, the step of ${channel}$`));
  });

  it.each([
    ["the future", latestUs + 200_000],
    ["a time before the market", Date.UTC(2023, 11, 31, 23, 59, 59) * 1000]
  ])("has nothing at %s", async (_, timestamp) => {
    expect(await ask("/v1/price", {...wish, timestamp})).toMatchObject({
      status: 404,
      body: `No update found for timestamp ${timestamp}`
    });
  });
});

describe("two sandboxes", () => {
  const request = {...wish, priceFeedIds: stable, formats: ["evm"]};

  it("of one seed give the same bodies, byte for byte", async () => {
    for (const timestamp of [latestUs, latestUs - 86_400_000_000 * 100]) {
      const answers = await Promise.all([ask, twin.ask].map((each) => each("/v1/price", {...request, timestamp})));
      expect(answers[0]?.status).toBe(200);
      expect(JSON.stringify(answers[1])).toBe(JSON.stringify(answers[0]));
    }
  });
});

function entriesOf(body: unknown): Record<string, unknown>[] {
  return (body as {parsed: {priceFeeds: Record<string, unknown>[]}}).parsed.priceFeeds;
}
