import {describe, expect, it} from "vitest";
import {latestUs, nowMs, useSandbox, wish} from "./http.js";

interface Body {
  parsed?: {timestampUs: string; priceFeeds: Record<string, unknown>[]};
  evm: {encoding: string; data: string};
}

const {ask} = useSandbox();
const stranger = useSandbox({seed: 2, now: () => nowMs});
const request = {...wish, priceFeedIds: [1, 2, 112, 922], formats: ["evm", "leUnsigned"]};
const payload = async (change: object = {}): Promise<Body> =>
  (await ask("/v1/latest_price", {...request, ...change})).body as Body;
const reduce = (body: unknown, priceFeedIds: number[]) => ask("/v1/reduce_price", {payload: body, priceFeedIds});
const invalid = {status: 400, body: "payload signature is not valid: hand the payload back as it was received"};

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
    const past = await ask("/v1/price", {...request, timestamp: latestUs - 3_600_000_000});
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
    const past = (await ask("/v1/price", {...request, timestamp: latestUs - 200_000})).body as Body;
    expect(await reduce({...(await payload()), evm: past.evm}, [1])).toMatchObject(invalid);
  });

  it("refuses a payload of another sandbox", async () => {
    const {body} = await stranger.ask("/v1/latest_price", request);
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

function flip(base64: string): string {
  const bytes = Buffer.from(base64, "base64");
  bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1;
  return bytes.toString("base64");
}
