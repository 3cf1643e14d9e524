import {createHash} from "node:crypto";
import {getEventListeners} from "node:events";
import {describe, expect, it} from "vitest";
import {ConfigError} from "../../loaders/config/errors.js";
import {createClient, type ServiceClient} from "../../loaders/service/client.js";
import {RefusalError} from "../../loaders/service/endpoints.js";
import type {Send} from "../../loaders/service/exchange.js";
import {quickWorld, type Reply, reply, serve, settingsFor, token} from "./loopback.js";

type Method = (client: ServiceClient) => Promise<unknown>;

const ok = reply(200, "{}");
const instant = 1_778_594_100_000_000;
const latest: Method = (client) => client.latestPrice({ids: [1]});
const price: Method = (client) => client.price({ids: [1]}, instant);
const reduce: Method = (client) => client.reducePrice("{}", [1]);

describe("createClient(settings)", () => {
  it("posts JSON to the three endpoints, under the base address's path, with the token", async () => {
    const {url, seen} = await serve(ok);
    const settings = {properties: ["price" as const], formats: ["evm" as const], jsonBinaryEncoding: "hex" as const};
    const client = createClient(settingsFor(`${url}/proxy/eu`, settings));
    const payload = `\n{ "evm" : {"data":"b\\u00e9/\\/==", "n": 1.10}, "big": 80813667608700000123, "é😀": 1e2 }\r\n`;
    await client.latestPrice({ids: [1, 2]});
    await client.price({symbols: ["Crypto.BTC/USD"]}, instant);
    const {request} = await client.reducePrice(payload, [2]);
    const rest =
      '"properties":["price"],"formats":["evm"],"channel":"fixed_rate@200ms","parsed":true,"jsonBinaryEncoding":"hex"';
    expect(seen.map(({method, url, body}) => `${method} ${url} ${body}`)).toEqual([
      `POST /proxy/eu/v1/latest_price {"priceFeedIds":[1,2],${rest}}`,
      `POST /proxy/eu/v1/price {"symbols":["Crypto.BTC/USD"],${rest},"timestamp":${instant}}`,
      `POST /proxy/eu/v1/reduce_price {"priceFeedIds":[2],"payload":${payload}}` // byte for byte, as it is signed
    ]);
    for (const {headers} of seen) {
      expect(headers).toMatchObject({"content-type": "application/json", authorization: `Bearer ${token}`});
      expect(headers["user-agent"]).toBe("feedbook");
    }
    const sha256 = createHash("sha256").update(payload).digest("hex");
    expect(request).toEqual({priceFeedIds: [2], payload: `sha256:${sha256}`});
  });

  it.each(["{", "[]", '{},"priceFeedIds":[9]'])("sends no payload that is not a JSON object: %j", async (payload) => {
    const {url, seen} = await serve(ok);
    const message = `invalid payload: ${JSON.stringify(payload)}; give the JSON object of an earlier update body`;
    await expect(createClient(settingsFor(url)).reducePrice(payload, [1])).rejects.toThrow(new ConfigError(message));
    expect(seen).toEqual([]);
  });

  it.each([
    [{header: "X-Api-Key", scheme: ""}, token, "x-api-key", token],
    [{header: "Authorization", scheme: "Token"}, token, "authorization", `Token ${token}`],
    [null, token, "authorization", undefined],
    [{header: "Authorization", scheme: "Bearer"}, null, "authorization", undefined]
  ])("authorises with %j and token %j by %s: %j", async (auth, given, header, expected) => {
    const {url, seen} = await serve(ok);
    await createClient({...settingsFor(url, {auth}), token: given}).latestPrice({ids: [1]});
    expect(seen[0]?.headers[header]).toBe(expected);
    expect(JSON.stringify(seen[0]).includes(token)).toBe(expected !== undefined);
  });

  it.each([
    [200, '{"parsed":{"priceFeeds":[]}}'],
    [200, "<html>maintenance</html>"],
    [404, "no update at this timestamp"]
  ])("resolves price with status %i: %s", async (httpStatus, body) => {
    const {url, seen} = await serve(reply(httpStatus, body, {"content-type": "text/plain"}));
    expect(await createClient(settingsFor(url)).price({ids: [1]}, instant)).toEqual({
      ...{endpoint: "price", baseUrl: url, httpStatus, body, simulated: false},
      request: expect.objectContaining({priceFeedIds: [1], timestamp: instant, channel: "fixed_rate@200ms"}),
      ...{requestedAt: expect.any(Date), receivedAt: expect.any(Date), latencyMs: expect.any(Number)}
    });
    expect(seen).toHaveLength(1);
  });

  it("rejects with the signal's reason before a request, during a try and during a wait", async () => {
    let controller = new AbortController();
    const abort = () => controller.abort(reason);
    const {url, seen} = await serve(abort, reply(503));
    const reason = new Error("enough");
    const client = createClient(settingsFor(url), {log: () => setImmediate(abort)}); // it logs that it waits
    await expect(client.latestPrice({ids: [1]}, {signal: AbortSignal.abort(reason)})).rejects.toBe(reason);
    expect(seen).toHaveLength(0);
    for (const _ of ["during a try", "during a wait"]) {
      controller = new AbortController();
      await expect(client.latestPrice({ids: [1]}, {signal: controller.signal})).rejects.toBe(reason);
      expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    }
    expect(seen).toHaveLength(2);
  });
});

async function refusalOf(method: Method, answer: Reply, service = {}) {
  const {url, seen} = await serve(answer);
  const error = await method(createClient(settingsFor(url, service), quickWorld())).catch((error: unknown) => error);
  if (!(error instanceof RefusalError)) throw new Error(`no refusal: ${error}`);
  return {error, url, tries: seen.length};
}

describe("RefusalError", () => {
  it.each<[string, Method, Reply, string, object?]>([
    [
      "latest_price refused with 400: no properties specified",
      latest,
      reply(400, "no properties specified"),
      "change feeds, service.channel, service.properties or service.formats"
    ],
    ["price refused with 401 and no text", price, reply(401), "check FEEDBOOK_TOKEN and service.auth"],
    [
      "latest_price refused with 401 and no text",
      latest,
      reply(401),
      "set FEEDBOOK_TOKEN and service.auth",
      {auth: null}
    ],
    [
      "reduce_price refused with 403: Unknown feed: 4",
      reduce,
      reply(403, "Unknown feed: 4"),
      "leave the feed out of feeds, or ask the service for access to it"
    ],
    [
      "latest_price refused with 404: Not Found",
      latest,
      reply(404, "Not Found"),
      "check FEEDBOOK_BASE_URL (asked URL/v1/latest_price)"
    ]
  ])("says after one try: %s", async (problem, method, answer, advice, service) => {
    const {error, url, tries} = await refusalOf(method, answer, service);
    expect(error.message.replace(url, "URL")).toBe(`${problem}; ${advice}`);
    expect(tries).toBe(1);
  });

  it.each([301, 307])("names the target of redirect %i, and sends nothing there", async (status) => {
    const other = await serve(ok);
    const {error} = await refusalOf(latest, reply(status, "", {location: `${other.url}/v1/latest_price`}));
    expect(error.message).toBe(
      `latest_price refused with ${status} and no text; it redirects to ${other.url}/v1/latest_price, which is not followed, ` +
        "so that the token stays with its host: correct FEEDBOOK_BASE_URL"
    );
    expect(other.seen).toEqual([]);
  });

  it("bounds a long text, in the message and in the answer", async () => {
    const {error} = await refusalOf(latest, reply(400, "x".repeat(1e6)));
    expect(error.serviceText).toHaveLength(300);
    expect(error.message.length).toBeLessThan(500);
    expect(error.answer?.body).toHaveLength(10_000);
  });
});

describe("catalogue()", () => {
  const list = JSON.stringify([{pyth_lazer_id: 1, symbol: "Crypto.BTC/USD", state: "stable"}, {symbol: "no id"}]);

  it("gets the list under the base address, with the token, and logs how many entries it skipped", async () => {
    const {url, seen} = await serve(reply(200, list));
    const world = quickWorld();
    const entries = await createClient(settingsFor(`${url}/eu`), world).catalogue();
    expect(entries).toMatchObject([{priceFeedId: 1, symbol: "Crypto.BTC/USD", state: "stable"}]);
    expect(seen).toMatchObject([{method: "GET", url: "/eu/v1/symbols", headers: {authorization: `Bearer ${token}`}}]);
    expect(world.logged).toEqual(["catalogue: skipped 1 unreadable entry"]);
  });

  it("sends the token to its own origin only", async () => {
    const service = await serve(reply(200, "[]"));
    const other = await serve(reply(503), reply(200, list));
    const at = (catalogueUrl: string) =>
      createClient(settingsFor(`${service.url}/eu`, {catalogueUrl}), quickWorld()).catalogue();
    expect(await at(`${other.url}/feeds`)).toHaveLength(1);
    expect(other.seen.map(({url}) => url)).toEqual(["/feeds", "/feeds"]);
    expect(JSON.stringify(other.seen)).not.toContain(token);
    await at(`${service.url}/list`);
    expect(service.seen).toMatchObject([{url: "/list", headers: {authorization: `Bearer ${token}`}}]);
  });

  it("requests the public catalogue, without the token, for the public router", async () => {
    const asked: [string, string | null][] = [];
    const send: Send = async (url, {headers}) => {
      asked.push([url, headers.authorization ?? null]);
      return {httpStatus: 200, headers: new Headers(), body: "[]"};
    };
    await createClient(settingsFor("https://pyth-lazer.dourolabs.app"), {send}).catalogue();
    expect(asked).toEqual([["https://pyth.dourolabs.app/v1/symbols", null]]);
  });

  it.each([
    [404, "Not Found", "refused with 404: Not Found; check service.catalogueUrl (asked URL), or list the feeds"],
    [200, "<html>", "is not a JSON array: URL; set service.catalogueUrl, or list the feeds"]
  ])("rejects %i %j with what to do", async (status, text, message) => {
    const {url} = await serve(reply(status, text));
    const rejection = `catalogue ${message.replace("URL", `${url}/v1/symbols`)} in feedbook.config.ts`;
    await expect(createClient(settingsFor(url)).catalogue()).rejects.toThrow(rejection);
  });
});
