import {inspect} from "node:util";
import {describe, expect, it} from "vitest";
import {createClient, type ServiceClient} from "../../loaders/service/client.js";
import {quickWorld, type Reply, reply, serve, settingsFor, token} from "./loopback.js";

const base64 = Buffer.from(token).toString("base64").replace(/=+$/, "");

// All that anybody could print of a value: its text, its inspection with hidden properties, its JSON, its causes.
function everything(value: unknown): string {
  const options = {depth: Infinity, showHidden: true, maxStringLength: Infinity, maxArrayLength: Infinity};
  const texts = [inspect(value, options), String(value), JSON.stringify(value) ?? ""];
  if (value instanceof Error) {
    texts.push(value.message, value.stack ?? "", everything(value.cause));
    texts.push(everything(Object.getOwnPropertyDescriptors(value)));
  }
  return texts.join("\n").toLowerCase();
}

function expectNoToken(value: unknown): void {
  for (const spelling of [token, encodeURIComponent(token), base64])
    expect(everything(value)).not.toContain(spelling.toLowerCase());
}

const methods: [string, (client: ServiceClient) => Promise<unknown>][] = [
  ["latestPrice", (client) => client.latestPrice({ids: [1]})],
  ["price", (client) => client.price({ids: [1]}, 1_778_594_100_000_000)],
  ["reducePrice", (client) => client.reducePrice("{}", [1])],
  ["catalogue", (client) => client.catalogue()]
];

/** The result or error of a call, and its log. */
async function outcomeOf(method: (client: ServiceClient) => Promise<unknown>, answer: Reply): Promise<unknown> {
  const {url, seen} = await serve(answer);
  const world = quickWorld();
  const client = createClient(settingsFor(url, {retries: 1, timeoutMs: 100, maxBodyBytes: 500}), world);
  const outcome = await method(client).catch((error: unknown) => error);
  expect(seen[0]?.headers.authorization).toBe(`Bearer ${token}`);
  return {outcome, logged: world.logged};
}

// The service echoes the header, plain and encoded, in text and headers.
function echo(status: number): Reply {
  return (response, {headers: {authorization = ""}}) => {
    response.writeHead(status, {"x-echo": authorization, location: `/?${encodeURIComponent(authorization)}`});
    const text = `got ${authorization} ${encodeURIComponent(authorization)} ${base64}`;
    response.end(status === 204 ? undefined : `${text}\u0000${token.slice(0, 5)}\u0007${token.slice(5)}`);
  };
}

describe("expectNoToken", () => {
  it.each([new Error("x", {cause: new Error(token)}), {answer: {body: encodeURIComponent(token)}}])(
    "finds a token in %o",
    (carrier) => expect(() => expectNoToken(carrier)).toThrow()
  );
});

describe.each(methods)("%s, of a service that echoes the token,", (_, method) => {
  it.each([204, 302, 400, 401, 404, 429, 503])("does not show it at status %i", async (status) => {
    expectNoToken(await outcomeOf(method, echo(status)));
  });

  it.each<[string, Reply]>([
    [
      "a broken head",
      (response, {headers}) => response.socket?.end(`HTTP/1.1 200 OK\r\nbad ${headers.authorization}\r\n\r\n`)
    ],
    ["a timeout", () => {}],
    [
      "an unknown encoding",
      (response, {headers}) => response.setHeader("content-encoding", `${headers.authorization}`).end("x")
    ],
    ["a body too long", (response, {headers}) => response.end(`${headers.authorization}`.repeat(100))]
  ])("does not show it after %s", async (_, answer) => {
    const outcome = await outcomeOf(method, answer);
    expect(outcome).toMatchObject({outcome: expect.any(Error)});
    expectNoToken(outcome);
  });

  it("does not show it when sending fails with it", async () => {
    const cause = Object.assign(new Error(`bad header Bearer ${token}`), {code: `E_${token}`});
    const send = () => Promise.reject(new TypeError(`send failed for ${token}`, {cause}));
    const client = createClient(settingsFor("http://127.0.0.1", {retries: 0}), {send});
    expectNoToken(await method(client).catch((error: unknown) => error));
  });
});

const escaped = [...token].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

describe.each([token, escaped])("the token that a service echoes as %s", (echoed) => {
  it.each(methods.slice(0, 3))("is not in the answer of %s", async (_, method) => {
    const {url} = await serve(reply(200, `{"echo":"Bearer ${echoed}"}`));
    const answer = await method(createClient(settingsFor(url)));
    expect(answer).toMatchObject({body: '{"echo":"Bearer [token]"}'});
    expectNoToken(answer);
  });

  it("is not in an entry of the catalogue", async () => {
    const {url} = await serve(reply(200, `[{"pyth_lazer_id":1,"name":"for ${echoed}"}]`));
    const entries = await createClient(settingsFor(url)).catalogue();
    expect(entries).toMatchObject([{priceFeedId: 1, name: "for [token]"}]);
  });
});

describe("createClient(settings)", () => {
  it("does not show the token, even one that is not a header value", async () => {
    const client = createClient({...settingsFor("http://127.0.0.1", {retries: 0}), token: `${token}\nx`});
    expectNoToken(client);
    const error = await client.latestPrice({ids: [1]}).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(Error);
    expectNoToken(error);
  });
});
