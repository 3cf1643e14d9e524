import {getEventListeners} from "node:events";
import {inspect} from "node:util";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {ConfigError} from "../../loaders/config/errors.js";
import {type Sandbox, startSandbox} from "../../loaders/sandbox/server.js";
import {RefusalError} from "../../loaders/service/answer.js";
import {askFeeds} from "../../loaders/service/ask.js";
import type {CatalogueEntry} from "../../loaders/service/catalogue.js";
import {createClient, type ServiceClient} from "../../loaders/service/client.js";
import type {FeedSelection} from "../../loaders/service/endpoints.js";
import type {Send} from "../../loaders/service/send.js";
import {quickWorld, type Reply, reply, serve, settingsFor, token} from "./loopback.js";

describe("client", () => {
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

    it("asks nothing where the request is wrong", async () => {
      const {url, seen} = await serve(ok);
      const client = createClient(settingsFor(url));
      await expect(client.latestPrice({ids: []})).rejects.toThrow(ConfigError);
      await expect(client.price({ids: [1]}, instant + 1)).rejects.toThrow(ConfigError);
      await expect(client.reducePrice("[]", [1])).rejects.toThrow(ConfigError);
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
      expect(world.told).toEqual(["catalogue: skipped 1 unreadable entries"]);
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
        return {status: 200, headers: new Headers(), body: new Blob(["[]"]).stream()};
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
});

type Method = (client: ServiceClient) => Promise<unknown>;

const latest: Method = (client) => client.latestPrice({ids: [1]});
const price: Method = (client) => client.price({ids: [1]}, 1_778_594_100_000_000);
const reduce: Method = (client) => client.reducePrice("{}", [1]);

async function refusal(
  method: Method,
  answer: Reply,
  service = {}
): Promise<{error: RefusalError; url: string; tries: number}> {
  const {url, seen} = await serve(answer);
  const error = await method(createClient(settingsFor(url, service), quickWorld())).catch((error: unknown) => error);
  if (!(error instanceof RefusalError)) throw new Error(`no refusal: ${error}`);
  return {error, url, tries: seen.length};
}

describe("RefusalError", () => {
  it.each<[string, Method, Reply, string]>([
    [
      "400",
      latest,
      reply(400, "no properties specified"),
      "latest_price refused with 400: no properties specified; change feeds, service.channel, service.properties or service.formats"
    ],
    ["401", price, reply(401), "price refused with 401 and no text; check FEEDBOOK_TOKEN and service.auth"],
    [
      "403",
      reduce,
      reply(403, "Unknown feed: 4000000"),
      "reduce_price refused with 403: Unknown feed: 4000000; leave the feed out of feeds, or ask the service for access to it"
    ],
    [
      "413",
      latest,
      reply(413, "Payload Too Large"),
      "latest_price refused with 413: Payload Too Large; ask for fewer feeds at a time: service.batchSize"
    ],
    [
      "404",
      latest,
      reply(404, "Not Found"),
      "latest_price refused with 404: Not Found; check FEEDBOOK_BASE_URL: asked URL/v1/latest_price"
    ],
    [
      "a page of 404",
      price,
      reply(404, "<p>no", {"content-type": "text/html; charset=utf-8"}),
      "price refused with 404: <p>no; check FEEDBOOK_BASE_URL: asked URL/v1/price"
    ],
    [
      "304",
      latest,
      reply(304, "", {location: "http://127.0.0.1:9/"}),
      "latest_price refused with 304 and no text; that is, nothing new since an answer that it did not see: a cache is in the way, check FEEDBOOK_BASE_URL (asked URL/v1/latest_price)"
    ],
    ...[300, 302, 308].flatMap((status) =>
      [{}, {location: ""}].map((headers): [string, Method, Reply, string] => [
        `${status} that says nothing of where to`,
        price,
        reply(status, "", headers),
        `price refused with ${status} and no text; it redirects, but does not say where to: check FEEDBOOK_BASE_URL (asked URL/v1/price)`
      ])
    ),
    [
      "204",
      latest,
      reply(204),
      "latest_price refused with 204 and no text; check FEEDBOOK_BASE_URL: asked URL/v1/latest_price"
    ]
  ])(
    "for %s says status, endpoint, the service's text and what to do, after one try",
    async (_, method, answer, message) => {
      const {error, url, tries} = await refusal(method, answer);
      expect(error.message.replace(url, "URL")).toBe(message);
      expect(tries).toBe(1);
    }
  );

  it("for 401 without auth says to set it", async () => {
    const {error} = await refusal(latest, reply(401), {auth: null});
    expect(error.message).toBe("latest_price refused with 401 and no text; set FEEDBOOK_TOKEN and service.auth");
  });

  it("carries status, endpoint, text and the answer", async () => {
    const {error, url} = await refusal(latest, reply(403, "Not entitled:\r\n\u001b[31mfeed 1\u0007"));
    expect(error).toMatchObject({
      name: "RefusalError",
      endpoint: "latest_price",
      status: 403,
      serviceText: "Not entitled: [31mfeed 1",
      answer: {endpoint: "latest_price", baseUrl: url, httpStatus: 403, request: {priceFeedIds: [1]}}
    });
  });

  it("bounds a long text, in the message and in the answer", async () => {
    const {error} = await refusal(latest, reply(400, "x".repeat(1e6)));
    expect(error.serviceText).toHaveLength(300);
    expect(error.message.length).toBeLessThan(500);
    expect(error.answer?.body).toHaveLength(10_000);
  });

  it.each([301, 302, 303, 307, 308])("for a redirect (%i) says where to, and nothing is sent there", async (status) => {
    const other = await serve(reply(200, "{}"));
    const {error, tries} = await refusal(latest, reply(status, "", {location: `${other.url}/v1/latest_price`}));
    expect(error.message).toBe(
      `latest_price refused with ${status} and no text; it redirects to ${other.url}/v1/latest_price, which is not followed, ` +
        "so that the token stays with its host: correct FEEDBOOK_BASE_URL"
    );
    expect([tries, other.seen.length]).toEqual([1, 0]);
  });
});

describe("sandbox", () => {
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
  });
});

const spellings = [token, encodeURIComponent(token), Buffer.from(token).toString("base64").replace(/=+$/, "")];

// All that anybody could print of a value: its text, its inspection to any depth with hidden properties, its JSON, its causes.
function everything(value: unknown): string {
  const seen = [
    inspect(value, {depth: Infinity, showHidden: true, maxStringLength: Infinity, maxArrayLength: Infinity})
  ];
  seen.push(String(value), JSON.stringify(value) ?? "");
  if (value instanceof Error) {
    seen.push(
      value.message,
      value.stack ?? "",
      everything(Object.getOwnPropertyDescriptors(value)),
      everything(value.cause)
    );
  }
  return seen.join("\n");
}

function expectNoToken(value: unknown): void {
  for (const spelling of spellings) expect(everything(value).toLowerCase()).not.toContain(spelling.toLowerCase());
}

// The service echoes the header, plain and encoded, in text and headers.
function echo(status: number): Reply {
  return (response, {headers}) => {
    const {authorization = ""} = headers;
    const text = `${authorization} ${encodeURIComponent(authorization)} ${Buffer.from(token).toString("base64")}`;
    response.writeHead(status, {"x-echo": authorization, location: `/?${encodeURIComponent(authorization)}`});
    response.end(status === 204 ? undefined : `got ${text}\u0000${token.slice(0, 5)}\u0007${token.slice(5)}`);
  };
}

const methods: [string, (client: ServiceClient) => Promise<unknown>][] = [
  ["latestPrice", (client) => client.latestPrice({ids: [1]})],
  ["price", (client) => client.price({ids: [1]}, 1_778_594_100_000_000)],
  ["reducePrice", (client) => client.reducePrice("{}", [1])],
  ["catalogue", (client) => client.catalogue()]
];

async function failure(method: (client: ServiceClient) => Promise<unknown>, client: ServiceClient): Promise<unknown> {
  return method(client).then(
    (answer) => ({answer}),
    (error: unknown) => error
  );
}

describe("the check of the check", () => {
  it("finds a token wherever an error could carry it", () => {
    const carriers = [
      new Error(token),
      new Error("x", {cause: new Error(token)}),
      Object.assign(new Error("x"), {request: new Map([["a", {b: [token]}]])}),
      Object.defineProperty(new Error("x"), "hidden", {
        value: {deep: {deeper: {deepest: {still: token}}}},
        enumerable: false
      }),
      {answer: {body: encodeURIComponent(token)}}
    ];
    for (const carrier of carriers) expect(() => expectNoToken(carrier)).toThrow();
    expectNoToken(new Error("harmless"));
  });
});

describe.each(methods)("%s, of a service that echoes the token,", (_, method) => {
  it.each([204, 302, 400, 401, 403, 404, 413, 422, 429, 500, 503])("shows none of it at status %i", async (status) => {
    const {url, seen} = await serve(echo(status));
    const world = quickWorld();
    const client = createClient(settingsFor(url, {retries: 1}), world);
    const error = await failure(method, client);
    expect(seen[0]?.headers.authorization).toBe(`Bearer ${token}`);
    expectNoToken(error);
    expectNoToken(world.told);
  });

  it.each<[string, Reply]>([
    ["a reset", (response) => response.destroy()],
    [
      "a broken head",
      (response, {headers}) => response.socket?.end(`HTTP/1.1 200 OK\r\nbad ${headers.authorization}\r\n\r\n`)
    ],
    ["a timeout", () => {}],
    ["a body too long", (response, {headers}) => response.end(`${headers.authorization}`.repeat(100))],
    [
      "a body that breaks off",
      (response, {headers}) => {
        response.writeHead(200, {"content-length": "1000"}).write(`${headers.authorization}`);
        setTimeout(() => response.destroy(), 10);
      }
    ]
  ])("shows none of it after %s", async (_, answer) => {
    const {url} = await serve(answer);
    const world = quickWorld();
    const client = createClient(settingsFor(url, {retries: 1, timeoutMs: 100, maxBodyBytes: 500}), world);
    const error = await failure(method, client);
    expect(error).toBeInstanceOf(Error);
    expectNoToken(error);
    expectNoToken(world.told);
  });

  it("shows none of it where sending itself fails with it", async () => {
    const cause = Object.assign(new Error(`bad header Bearer ${token}`), {code: `E_${token}`});
    const send = async () => {
      throw new TypeError(`send failed for ${token}`, {cause});
    };
    const client = createClient(settingsFor("http://127.0.0.1", {retries: 0}), {send});
    expectNoToken(await failure(method, client));
  });
});

const escapedToken = [...token].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

describe.each([
  ["plain", token],
  ["escaped", escapedToken]
])("a token that the service echoes %s in an answer", (_, echoed) => {
  it.each(methods.slice(0, 3))("is not in the body of %s", async (_, method) => {
    const {url} = await serve(reply(200, `{"echo":"Bearer ${echoed}"}`));
    expect(await method(createClient(settingsFor(url)))).toMatchObject({body: '{"echo":"Bearer [token]"}'});
  });

  it("is not in an entry of the catalogue", async () => {
    const {url} = await serve(reply(200, `[{"pyth_lazer_id":1,"name":"for ${echoed}"}]`));
    const entries = await createClient(settingsFor(url)).catalogue();
    expect(entries).toMatchObject([{priceFeedId: 1, name: "for [token]"}]);
    expectNoToken(entries);
  });
});

describe("a client", () => {
  it("shows none of the token itself", () => {
    expectNoToken(createClient(settingsFor("http://127.0.0.1")));
  });

  it("shows none of a token that is no header value", async () => {
    const odd = `${token}\nx`;
    const client = createClient({...settingsFor("http://127.0.0.1", {retries: 0}), token: odd});
    const error = await failure((one) => one.latestPrice({ids: [1]}), client);
    expect(error).toBeInstanceOf(Error);
    expectNoToken(error);
  });

  it("keeps the token out of the record of a request", async () => {
    const {url} = await serve(reply(200, "{}"));
    const client = createClient(settingsFor(url));
    for (const [, method] of methods.slice(0, 3)) expectNoToken(await method(client));
  });
});
