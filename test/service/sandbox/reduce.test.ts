import {describe, expect, it} from "vitest";
import {latestUs, nowMs, useSandbox, wish} from "./http.js";

const {ask} = useSandbox();
const stranger = useSandbox({seed: 2, now: () => nowMs});
const reducible = {...wish, priceFeedIds: [1, 2, 112, 922], formats: ["evm", "leUnsigned"]};
const payload = async (change: object = {}): Promise<Body> =>
  (await ask("/v1/latest_price", {...reducible, ...change})).body as Body;
const reduce = (body: unknown, priceFeedIds: number[]) => ask("/v1/reduce_price", {payload: body, priceFeedIds});
const invalid = {status: 400, body: "payload signature is not valid: hand the payload back as it was received"};

interface Body {
  parsed?: {timestampUs: string; priceFeeds: Record<string, unknown>[]};
  evm: {encoding: string; data: string};
}

describe("POST /v1/reduce_price", () => {
  it("answers as the service would for the selected feeds alone", async () => {
    expect(await reduce(await payload(), [112, 1])).toMatchObject({
      status: 200,
      body: await payload({priceFeedIds: [112, 1]})
    });
  });

  it.each<[string, object]>([
    ["encoding", {jsonBinaryEncoding: "hex"}],
    ["lack of parsed", {parsed: false}],
    ["properties", {properties: ["price", "exponent"]}]
  ])("keeps the payload's %s", async (_, change) => {
    const {body} = await reduce(await payload(change), [2]);
    expect(body).toEqual(await payload({...change, priceFeedIds: [2]}));
    expect("parsed" in (body as Body)).toBe(!("parsed" in change));
  });

  const inParsed = ({parsed, ...rest}: Body, change: object) => ({...rest, parsed: {...parsed, ...change}});
  const inBlock = ({evm, ...rest}: Body, change: object) => ({...rest, evm: {...evm, ...change}});
  const entries = ({parsed}: Body) => parsed?.priceFeeds ?? [];

  it.each<[string, (body: Body) => unknown]>([
    ["a price", (body) => inParsed(body, {priceFeeds: [{...entries(body)[0], price: "1"}, ...entries(body).slice(1)]})],
    ["the time", (body) => inParsed(body, {timestampUs: String(latestUs - 200_000)})],
    ["a key more", (body) => ({...body, x: 1})],
    ["the block's start", (body) => inBlock(body, {data: body.evm.data.slice(8)})],
    ["a bit of the tag", (body) => inBlock(body, {data: flipped(body.evm.data, 0)})],
    ["the encoding", (body) => inBlock(body, {encoding: "hex"})],
    ["the format", ({evm, ...rest}) => ({...rest, solana: evm})]
  ])("refuses a payload with %s altered", async (_, alter) => {
    expect(await reduce(alter(await payload()), [1])).toMatchObject(invalid);
  });

  it("refuses a block of another instant, and of another seed", async () => {
    const past = (await ask("/v1/price", {...reducible, timestamp: latestUs - 200_000})).body as Body;
    const other = (await stranger.ask("/v1/latest_price", reducible)).body as Body;
    for (const {evm} of [past, other]) expect(await reduce({...(await payload()), evm}, [1])).toMatchObject(invalid);
  });

  it("refuses a feed that the payload does not have", async () => {
    expect(await reduce(await payload(), [1, 346])).toMatchObject({
      status: 400,
      body: "Price feed id 346 is not present in the payload"
    });
  });
});

function flipped(data: string, byte: number): string {
  const bytes = Buffer.from(data, "base64");
  bytes.writeUInt8(bytes.readUInt8(byte) ^ 1, byte);
  return bytes.toString("base64");
}
