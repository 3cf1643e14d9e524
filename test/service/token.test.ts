import {inspect} from "node:util";
import {describe, expect, it} from "vitest";
import {createClient, type ServiceClient} from "../../loaders/service/client.js";
import {quickWorld, type Reply, reply, serve, settingsFor, token} from "./loopback.js";

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
  it.each([204, 302, 400, 401, 404, 429, 503])("shows none of it at status %i", async (status) => {
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
    [
      "a strange packing",
      (response, {headers}) => response.setHeader("content-encoding", `${headers.authorization}`).end("x")
    ],
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
