import {getEventListeners} from "node:events";
import {describe, expect, it} from "vitest";
import {ConfigError} from "../../loaders/config/errors.js";
import {createClient} from "../../loaders/service/client.js";
import type {Send} from "../../loaders/service/exchange.js";
import {quickWorld, type Reply, reply, serve, settingsFor, token} from "./loopback.js";

const ok = reply(200, "{}");
const instant = 1_778_594_100_000_000;

describe("createClient(settings)", () => {
  it("posts JSON to the three endpoints, under the base address's path, with the token", async () => {
    const {url, seen} = await serve(ok);
    const client = createClient(settingsFor(`${url}/proxy/eu`));
    await client.latestPrice({ids: [1, 2]});
    await client.price({symbols: ["Crypto.BTC/USD"]}, instant);
    await client.reducePrice('{ "evm": 1.0 }', [2]);
    expect(seen.map(({method, url}) => `${method} ${url}`)).toEqual([
      "POST /proxy/eu/v1/latest_price",
      "POST /proxy/eu/v1/price",
      "POST /proxy/eu/v1/reduce_price"
    ]);
    for (const {headers} of seen) {
      expect(headers).toMatchObject({"content-type": "application/json", authorization: `Bearer ${token}`});
    }
    expect(JSON.parse(seen[0]?.body ?? "")).toMatchObject({
      priceFeedIds: [1, 2],
      channel: "fixed_rate@200ms",
      parsed: true
    });
    expect(seen[1]?.body).toMatch(/^\{"symbols":\["Crypto.BTC\/USD"\],.*"timestamp":1778594100000000\}$/);
    expect(seen[2]?.body).toBe('{"priceFeedIds":[2],"payload":{ "evm": 1.0 }}');
  });

  it.each([
    [{header: "X-Api-Key", scheme: ""}, "x-api-key", token],
    [{header: "Authorization", scheme: "Token"}, "authorization", `Token ${token}`],
    [null, "authorization", undefined]
  ])("authorises as configured: %j", async (auth, header, expected) => {
    const {url, seen} = await serve(ok);
    await createClient(settingsFor(url, {auth})).latestPrice({ids: [1]});
    expect(seen[0]?.headers[header]).toBe(expected);
    expect(JSON.stringify(seen[0]).includes(token)).toBe(auth !== null);
  });

  it("sends no header without a token", async () => {
    const {url, seen} = await serve(ok);
    await createClient({...settingsFor(url), token: null}).latestPrice({ids: [1]});
    expect(seen[0]?.headers.authorization).toBeUndefined();
  });

  it("answers with what was asked, where, and what came", async () => {
    const body = '{"parsed":{"priceFeeds":[]}}';
    const {url} = await serve(reply(200, body));
    const answer = await createClient(settingsFor(url)).price({ids: [1]}, instant);
    expect(answer).toEqual({
      endpoint: "price",
      baseUrl: url,
      request: expect.objectContaining({priceFeedIds: [1], timestamp: instant, channel: "fixed_rate@200ms"}),
      requestedAt: expect.any(Date),
      receivedAt: expect.any(Date),
      latencyMs: expect.any(Number),
      httpStatus: 200,
      simulated: false,
      body
    });
  });

  it("answers 404 of price: nothing is there at that instant", async () => {
    const {url, seen} = await serve(reply(404, "no update at this timestamp"));
    const answer = await createClient(settingsFor(url)).price({ids: [1]}, instant);
    expect(answer).toMatchObject({httpStatus: 404, body: "no update at this timestamp"});
    expect(seen).toHaveLength(1);
  });

  it("asks nothing where the payload is none", async () => {
    const {url, seen} = await serve(ok);
    await expect(createClient(settingsFor(url)).reducePrice("[]", [1])).rejects.toThrow(ConfigError);
    expect(seen).toHaveLength(0);
  });

  it("runs at most so many requests at a time, whoever asks", async () => {
    let running = 0;
    let most = 0;
    const slow: Reply = (response) => {
      running += 1;
      most = Math.max(most, running);
      setTimeout(() => {
        running -= 1;
        response.end("{}");
      }, 20);
    };
    const {url, seen} = await serve(slow);
    const client = createClient(settingsFor(url, {concurrency: 3}));
    await Promise.all(Array.from({length: 12}, (_, id) => client.latestPrice({ids: [id]})));
    expect([seen.length, most]).toEqual([12, 3]);
  });

  it("stops when told to, with the reason: before, during a try, and during a wait", async () => {
    const {url, seen} = await serve(() => {}, reply(503));
    const reason = new Error("enough");
    const client = createClient(settingsFor(url));
    await expect(client.latestPrice({ids: [1]}, {signal: AbortSignal.abort(reason)})).rejects.toBe(reason);
    expect(seen).toHaveLength(0);
    for (const _ of ["during a try", "during a wait"]) {
      const controller = new AbortController();
      const asked = client.latestPrice({ids: [1]}, {signal: controller.signal});
      setTimeout(() => controller.abort(reason), 60);
      await expect(asked).rejects.toBe(reason);
      expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    }
    expect(seen).toHaveLength(2);
  });
});

describe("catalogue()", () => {
  const list = JSON.stringify([{pyth_lazer_id: 1, symbol: "Crypto.BTC/USD", state: "stable"}, {symbol: "no id"}]);

  it("gets the list under the base address, with the token, and tells what it skipped", async () => {
    const {url, seen} = await serve(reply(200, list));
    const world = quickWorld();
    const entries = await createClient(settingsFor(`${url}/eu`), world).catalogue();
    expect(entries).toMatchObject([{priceFeedId: 1, symbol: "Crypto.BTC/USD", state: "stable"}]);
    expect(seen).toMatchObject([{method: "GET", url: "/eu/v1/symbols", headers: {authorization: `Bearer ${token}`}}]);
    expect(world.told).toEqual(["catalogue: skipped 1 unreadable entry"]);
  });

  it("does not send the token to another origin", async () => {
    const service = await serve(ok);
    const elsewhere = await serve(reply(503), reply(200, list));
    const settings = settingsFor(service.url, {catalogueUrl: `${elsewhere.url}/feeds`});
    expect(await createClient(settings, quickWorld()).catalogue()).toHaveLength(1);
    expect(elsewhere.seen.map(({url}) => url)).toEqual(["/feeds", "/feeds"]);
    expect(JSON.stringify(elsewhere.seen)).not.toContain(token);
  });

  it("does send it to a catalogue of the same origin", async () => {
    const {url, seen} = await serve(reply(200, "[]"));
    await createClient(settingsFor(`${url}/eu`, {catalogueUrl: `${url}/list`})).catalogue();
    expect(seen).toMatchObject([{url: "/list", headers: {authorization: `Bearer ${token}`}}]);
  });

  it("asks the public catalogue, without the token, for the public router", async () => {
    const asked: [string, string | null][] = [];
    const send: Send = async (url, {headers}) => {
      asked.push([url, headers.authorization ?? null]);
      return {httpStatus: 200, headers: new Headers(), body: "[]"};
    };
    await createClient(settingsFor("https://pyth-lazer.dourolabs.app"), {send}).catalogue();
    expect(asked).toEqual([["https://pyth.dourolabs.app/v1/symbols", null]]);
  });

  it("says what to do where there is none", async () => {
    const {url} = await serve(reply(404, "Not Found"), reply(200, "<html>"), reply(200, '{"a":1}'));
    const client = createClient(settingsFor(url));
    await expect(client.catalogue()).rejects.toThrow(
      `catalogue refused with 404: Not Found; check service.catalogueUrl (asked ${url}/v1/symbols), or list the feeds in feedbook.config.ts`
    );
    const none = `catalogue is no JSON array: ${url}/v1/symbols; set service.catalogueUrl, or list the feeds in feedbook.config.ts`;
    await expect(client.catalogue()).rejects.toThrow(none);
    await expect(client.catalogue()).rejects.toThrow(none);
  });
});
