import {describe, expect, it} from "vitest";
import {type Channel, channelStepUs, channels, properties} from "../../loaders/config/choices.js";
import {feeds} from "../../loaders/sandbox/feeds.js";
import {latestUs, nowMs, useSandbox, wish} from "./http.js";

const {ask} = useSandbox();
const twin = useSandbox();
const stranger = useSandbox({seed: 2, now: () => nowMs});
const stable = feeds.filter(({state}) => state === "stable").map(({id}) => id);
const {priceFeedIds: _, ...open} = wish;
const reducible = {...wish, priceFeedIds: [1, 2, 112, 922], formats: ["evm", "leUnsigned"]};
const payload = async (change: object = {}): Promise<Body> =>
  (await ask("/v1/latest_price", {...reducible, ...change})).body as Body;
const reduce = (body: unknown, priceFeedIds: number[]) => ask("/v1/reduce_price", {payload: body, priceFeedIds});
const invalid = {status: 400, body: "payload signature is not valid: hand the payload back as it was received"};
const gridUs = (channel: Channel) => channelStepUs[channel] ?? 1000;

interface Body {
  parsed?: {timestampUs: string; priceFeeds: Record<string, unknown>[]};
  evm: {encoding: string; data: string};
}

describe("POST /v1/latest_price", () => {
  it.each([
    ["real_time", nowMs * 1000],
    ["fixed_rate@50ms", (nowMs - 23) * 1000],
    ["fixed_rate@200ms", latestUs],
    ["fixed_rate@1000ms", latestUs]
  ])("answers at the latest instant of %s that is not in the future", async (channel, timestampUs) => {
    const {body} = await ask("/v1/latest_price", {...wish, channel});
    expect(body).toMatchObject({parsed: {timestampUs: String(timestampUs)}});
  });

  it("speaks the wire's kinds: text for prices, numbers for the rest", async () => {
    const {status, type, body} = await ask("/v1/latest_price", {...wish, priceFeedIds: [1, 112]});
    const mantissa = expect.stringMatching(/^[1-9]\d*$/);
    const number = expect.any(Number);
    const common = {marketSession: "regular", feedUpdateTimestamp: latestUs, publisherCount: number};
    const book = {bestBidPrice: mantissa, bestAskPrice: mantissa, emaPrice: mantissa};
    const rate = {fundingRate: number, fundingTimestamp: number, fundingRateInterval: 28_800_000_000};
    expect({status, type}).toEqual({status: 200, type: "application/json"});
    expect(body).toEqual({
      parsed: {
        timestampUs: String(latestUs),
        priceFeeds: [
          {
            priceFeedId: 1,
            price: mantissa,
            ...book,
            confidence: number,
            emaConfidence: number,
            exponent: -8,
            ...common
          },
          {priceFeedId: 112, price: mantissa, exponent: -12, ...rate, ...common}
        ]
      }
    });
  });

  it("gives entries in the request's order, asked by id or by symbol", async () => {
    const byId = await ask("/v1/latest_price", {...wish, priceFeedIds: [922, 1, 346]});
    const symbols = ["Equity.US.AAPL/USD", "Crypto.BTC/USD", "Metal.XAU/USD"];
    expect(byId.body).toHaveProperty("parsed.priceFeeds.0.priceFeedId", 922);
    expect(byId.body).toHaveProperty("parsed.priceFeeds.2.priceFeedId", 346);
    expect((await ask("/v1/latest_price", {...open, symbols})).body).toEqual(byId.body);
  });

  it.each(properties)("gives only %s when it is all that is asked for", async (name) => {
    const {body} = await ask("/v1/latest_price", {...wish, priceFeedIds: [1, 112], properties: [name]});
    const all = await ask("/v1/latest_price", {...wish, priceFeedIds: [1, 112]});
    expect(entriesOf(body)).toEqual(
      entriesOf(all.body).map((entry) => ({
        priceFeedId: entry.priceFeedId,
        ...(name in entry && {[name]: entry[name]})
      }))
    );
  });

  it("gives the field that no document lists, whatever is asked for", async () => {
    const {body} = await ask("/v1/latest_price", {...wish, priceFeedIds: [1398], properties: ["exponent"]});
    expect(entriesOf(body)).toEqual([{priceFeedId: 1398, exponent: -5, tradingStatus: "open"}]);
  });

  it("ignores request fields that nobody knows, and takes null for absent", async () => {
    const plain = await ask("/v1/latest_price", wish);
    expect(await ask("/v1/latest_price", {...wish, symbols: null, marketSessions: ["regular"], x: {}})).toEqual(plain);
  });

  it("leaves parsed out when told to", async () => {
    expect((await ask("/v1/latest_price", {...wish, parsed: false})).body).toEqual({});
    const {body} = await ask("/v1/latest_price", {...wish, parsed: false, formats: ["solana"]});
    expect(Object.keys(body as object)).toEqual(["solana"]);
  });

  it("adds a binary block per format, base64 unless hex is asked for", async () => {
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

  it("silently leaves out a feed that is not out yet", async () => {
    const {status, body} = await ask("/v1/latest_price", {...wish, priceFeedIds: [2, 3417, 1]});
    expect([status, entriesOf(body).map(({priceFeedId}) => priceFeedId)]).toEqual([200, [2, 1]]);
    expect(await ask("/v1/latest_price", {...wish, priceFeedIds: [3417]})).toMatchObject({
      status: 200,
      body: {parsed: {priceFeeds: []}}
    });
  });

  it.each([
    [{priceFeedIds: [1, 4_000_000, 2]}, 403, "Unknown feed: 4000000"],
    [{priceFeedIds: undefined, symbols: ["Crypto.NOPE/USD"]}, 403, "Unknown feed: Crypto.NOPE/USD"],
    [
      {priceFeedIds: [1, 3063]},
      403,
      'Not entitled: feed 3063 (it requires access to one of the following groups: ["pyth-indices"])'
    ],
    [{priceFeedIds: [1, 112], channel: "real_time"}, 400, "Price feed id 112 is not available for channel real_time"],
    [
      {priceFeedIds: [3089], channel: "fixed_rate@50ms"},
      400,
      "Price feed id 3089 is not available for channel fixed_rate@50ms"
    ],
    [{priceFeedIds: [922, 3063], channel: "real_time"}, 400, "Price feed id 922 is not available for channel real_time"]
  ])("refuses all of %j for one feed: %d %s", async (change, status, text) => {
    const answer = await ask("/v1/latest_price", {...wish, ...change});
    expect(answer).toMatchObject({status, body: text, type: expect.stringMatching(/^text\/plain/)});
  });
});

describe("POST /v1/price", () => {
  it.each(channels)("repeats exactly what latest_price said on %s, for every feed", async (channel) => {
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
    ["fixed_rate@50ms", 1000],
    ["fixed_rate@200ms", 50_000],
    ["fixed_rate@1000ms", 200_000]
  ])("refuses an instant off the grid of %s, by %d µs", async (channel, off) => {
    const timestamp = latestUs - 1_000_000 + off;
    const {status, body} = await ask("/v1/price", {...wish, channel, timestamp});
    expect(status).toBe(400);
    expect(body).toMatch(new RegExp(`^timestamp ${timestamp} is not a multiple of \\d+ us, the step of ${channel}$`));
  });

  it.each([
    ["the future", latestUs + 200_000],
    ["what was before the market", Date.UTC(2023, 11, 31, 23, 59, 59) * 1000],
    ["1970", 0]
  ])("has nothing at %s", async (_, timestamp) => {
    expect(await ask("/v1/price", {...wish, timestamp})).toMatchObject({
      status: 404,
      body: `No update found for timestamp ${timestamp}`
    });
  });

  it("answers the market's first instant", async () => {
    expect((await ask("/v1/price", {...wish, timestamp: Date.UTC(2024, 0, 1) * 1000})).status).toBe(200);
  });

  it("refuses feeds as latest_price does", async () => {
    const request = {...wish, priceFeedIds: [4_000_000], timestamp: latestUs};
    expect(await ask("/v1/price", request)).toMatchObject({status: 403, body: "Unknown feed: 4000000"});
  });
});

describe("POST /v1/reduce_price", () => {
  it("answers what the service would have said of the selected feeds alone", async () => {
    expect(await reduce(await payload(), [112, 1])).toMatchObject({
      status: 200,
      body: await payload({priceFeedIds: [112, 1]})
    });
  });

  it("keeps the payload's encoding", async () => {
    const hex = await payload({jsonBinaryEncoding: "hex"});
    expect((await reduce(hex, [2])).body).toEqual(await payload({jsonBinaryEncoding: "hex", priceFeedIds: [2]}));
  });

  it("answers parsed only if the payload had it", async () => {
    const answer = await reduce(await payload({parsed: false}), [2]);
    expect(answer.body).toEqual(await payload({parsed: false, priceFeedIds: [2]}));
    expect(answer.body).not.toHaveProperty("parsed");
  });

  it("keeps the payload's properties", async () => {
    const few = ["price", "exponent"];
    expect((await reduce(await payload({properties: few}), [2])).body).toEqual(
      await payload({properties: few, priceFeedIds: [2]})
    );
  });

  it("reduces what it reduced, and an update of the past", async () => {
    const once = await reduce(await payload(), [1, 2]);
    expect((await reduce(once.body, [2])).body).toEqual(await payload({priceFeedIds: [2]}));
    const past = await ask("/v1/price", {...reducible, timestamp: latestUs - 3_600_000_000});
    expect((await reduce(past.body, [922])).status).toBe(200);
  });

  it("does not mind the order of keys", async () => {
    const {parsed, ...blocks} = await payload();
    const sorted = parsed?.priceFeeds.map((entry) => Object.fromEntries(Object.entries(entry).sort()));
    const shuffled = {...blocks, parsed: {priceFeeds: sorted, timestampUs: parsed?.timestampUs}};
    expect((await reduce(shuffled, [1])).status).toBe(200);
  });

  it.each<[string, (body: Body) => unknown]>([
    [
      "a price",
      ({parsed, ...rest}) => ({...rest, parsed: {...parsed, priceFeeds: [{...parsed?.priceFeeds[0], price: "1"}]}})
    ],
    ["the time", ({parsed, ...rest}) => ({...rest, parsed: {...parsed, timestampUs: String(latestUs - 200_000)}})],
    [
      "a field more",
      ({parsed, ...rest}) => ({
        ...rest,
        parsed: {...parsed, priceFeeds: parsed?.priceFeeds.map((entry) => ({...entry, x: 1}))}
      })
    ],
    ["a key more", (body) => ({...body, x: 1})],
    ["a key more in parsed", ({parsed, ...rest}) => ({...rest, parsed: {...parsed, x: 1}})],
    ["a key more in a block", ({evm, ...rest}) => ({...rest, evm: {...evm, x: 1}})],
    ["an entry less", ({parsed, ...rest}) => ({...rest, parsed: {...parsed, priceFeeds: parsed?.priceFeeds.slice(1)}})],
    ["a byte of the block", ({evm, ...rest}) => ({...rest, evm: {...evm, data: flip(evm.data)}})],
    ["the block's end", ({evm, ...rest}) => ({...rest, evm: {...evm, data: evm.data.slice(0, -8)}})],
    ["all of the block", ({evm, ...rest}) => ({...rest, evm: {...evm, data: ""}})],
    ["the encoding", ({evm, ...rest}) => ({...rest, evm: {...evm, encoding: "hex"}})],
    ["no base64", ({evm, ...rest}) => ({...rest, evm: {...evm, data: `${evm.data}!`}})],
    ["the format", ({evm, ...rest}) => ({...rest, solana: evm})]
  ])("refuses a payload with %s altered", async (_, alter) => {
    expect(await reduce(alter(await payload()), [1])).toMatchObject(invalid);
  });

  it("refuses a payload of another instant's block", async () => {
    const past = (await ask("/v1/price", {...reducible, timestamp: latestUs - 200_000})).body as Body;
    expect(await reduce({...(await payload()), evm: past.evm}, [1])).toMatchObject(invalid);
  });

  it("refuses a payload of another sandbox", async () => {
    const {body} = await stranger.ask("/v1/latest_price", reducible);
    expect(await reduce(body, [1])).toMatchObject(invalid);
  });

  it("refuses a payload with nothing but parsed", async () => {
    expect(await reduce(await payload({formats: []}), [1])).toMatchObject({
      status: 400,
      body: "payload has no binary data to verify: request it with at least one of formats"
    });
  });

  it("refuses a feed that the payload does not have", async () => {
    expect(await reduce(await payload(), [1, 346])).toMatchObject({
      status: 400,
      body: "Price feed id 346 is not present in the payload"
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

  it("of different seeds give different markets", async () => {
    const answers = await Promise.all([ask, stranger.ask].map((each) => each("/v1/latest_price", wish)));
    expect(entriesOf(answers[0]?.body)[0]?.price).not.toBe(entriesOf(answers[1]?.body)[0]?.price);
  });
});

function entriesOf(body: unknown): Record<string, unknown>[] {
  return (body as {parsed: {priceFeeds: Record<string, unknown>[]}}).parsed.priceFeeds;
}

function flip(base64: string): string {
  const bytes = Buffer.from(base64, "base64");
  bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1;
  return bytes.toString("base64");
}
