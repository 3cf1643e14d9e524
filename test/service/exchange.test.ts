import {brotliCompressSync, deflateSync, gzipSync} from "node:zlib";
import {describe, expect, it} from "vitest";
import {createClient} from "../../loaders/service/client.js";
import {quickWorld, type Reply, reply, serve, settingsFor} from "./loopback.js";

const now = Date.UTC(2026, 4, 12, 13, 55, 0);
const good = '{"parsed":{"timestampUs":"1778594100000000","priceFeeds":[]}}';
const ok = reply(200, good);
const hangUp: Reply = (response) => response.destroy();
const silence: Reply = () => {};
const drip: Reply = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write(" "), 20);
  response.on("close", () => clearInterval(timer));
};

const packed =
  (encoding: string, bytes: Uint8Array): Reply =>
  (response) =>
    response.writeHead(200, {"content-encoding": encoding}).end(bytes);

/** Requests a feed from a service with these replies: the answer, or the error's name and message. */
async function ask(service: Parameters<typeof settingsFor>[1], ...replies: Reply[]) {
  const {url, seen} = await serve(...replies);
  const world = quickWorld();
  const client = createClient(settingsFor(url, service), {...world, now: () => now});
  const {answer, error} = await client.latestPrice({ids: [1]}).then(
    (answer) => ({answer, error: null}),
    (error: unknown) => ({answer: null, error: String(error)})
  );
  return {answer, error, tries: seen.length, seen, ...world};
}

describe("exchange(call, world) after a temporary failure", () => {
  it.each<[string, Reply]>([
    ["500", reply(500, "oops")],
    ["429", reply(429, "slow down")],
    ["a reset connection", hangUp]
  ])("repeats the same request: %s", async (_, failure) => {
    const {answer, seen, waits} = await ask({}, failure, failure, ok);
    expect(answer).toMatchObject({httpStatus: 200, body: good});
    expect(seen).toHaveLength(3);
    expect(new Set(seen.map(({method, url, body}) => `${method} ${url} ${body}`)).size).toBe(1);
    expect(waits).toEqual([225, 450]);
  });

  it.each([silence, drip])("repeats a request that is not answered in time: %o", async (failure) => {
    const {answer, logged} = await ask({timeoutMs: 150}, failure, ok);
    expect(answer).toMatchObject({httpStatus: 200, body: good});
    expect(logged).toEqual(["latest_price: no answer in time; asking again in 225 ms (1 of 4)"]);
  });

  it("doubles the wait up to ten seconds, less a random part", async () => {
    const {waits, tries} = await ask({retries: 7}, reply(503));
    expect(waits).toEqual([225, 450, 900, 1800, 3600, 7200, 7500]);
    expect(tries).toBe(8);
  });

  it("waits as Retry-After says, in seconds or until a date, unless that is past", async () => {
    const dates = ["7", "Tue, 12 May 2026 13:55:30 GMT", "Tue, 12 May 2026 13:00:00 GMT", "soon"];
    const {waits, answer} = await ask({}, ...dates.map((date) => reply(429, "", {"retry-after": date})), ok);
    expect(waits).toEqual([7000, 30_000, 900, 1800]);
    expect(answer?.requestedAt).toEqual(new Date(now));
  });

  it("logs each failure, without the service's text", async () => {
    const {logged} = await ask({retries: 2}, reply(503, "secret weather"), hangUp, ok);
    expect(logged).toEqual([
      "latest_price: 503; asking again in 225 ms (1 of 2)",
      expect.stringMatching(/^latest_price: (other side closed|read ECONNRESET|socket hang up); asking .* \(2 of 2\)$/)
    ]);
  });
});

describe("exchange(call, world) that fails", () => {
  const late = {"retry-after": "3600"};
  const tooLong =
    "TransportError: latest_price answered more than 1000 bytes; ask for fewer feeds at a time (service.batchSize), or raise service.maxBodyBytes";
  const unpacked = (encoding: string) =>
    `TransportError: latest_price failed in 2 tries: content-encoding ${encoding}, where gzip, deflate or br was requested; check the network and FEEDBOOK_BASE_URL`;

  it.each<[string, object, Reply, number]>([
    [
      "TransportError: latest_price failed 3 times with 503: history not configured; try again later",
      {retries: 2},
      reply(503, "history not\nconfigured"),
      3
    ],
    [
      "TransportError: latest_price failed once with 429: quota; try again in 3600 s",
      {maxRetryAfterMs: 1000},
      reply(429, "quota", late),
      1
    ],
    [
      "TimeoutError: latest_price did not answer within 80 ms in 3 tries; ask for less at a time, or raise service.timeoutMs",
      {timeoutMs: 80, retries: 2},
      drip,
      3
    ],
    [tooLong, {maxBodyBytes: 1000}, packed("gzip", gzipSync("x".repeat(1001))), 1],
    [unpacked("deflate, gzip"), {retries: 1}, packed("deflate, gzip", gzipSync("")), 2]
  ])("throws %s", async (message, service, answer, tries) => {
    expect(await ask(service, answer)).toMatchObject({error: message, tries});
  });

  it("throws a TransportError when nobody listens", async () => {
    const client = createClient(settingsFor("http://127.0.0.1:9", {retries: 1}), quickWorld());
    await expect(client.latestPrice({ids: [1]})).rejects.toMatchObject({
      name: "TransportError",
      message:
        "latest_price failed in 2 tries: connect ECONNREFUSED 127.0.0.1:9; check the network and FEEDBOOK_BASE_URL"
    });
  });

  it("reads no further than the limit, and closes the connection", async () => {
    let [sent, closed] = [0, false];
    const flood: Reply = (response) => {
      const piece = Buffer.alloc(2 ** 20, 32);
      const pump = () => {
        while (sent < 100 && !response.destroyed && response.write(piece)) sent += 1;
      };
      response.on("close", () => (closed = true)).on("drain", pump);
      pump();
    };
    expect((await ask({maxBodyBytes: 8 * 2 ** 20}, flood)).tries).toBe(1);
    await expect.poll(() => closed).toBe(true);
    expect(sent).toBeLessThan(100);
  });
});

describe("exchange(call, world) of a body", () => {
  it.each([
    ["gzip", gzipSync("text")],
    ["deflate", deflateSync("text")],
    ["br", brotliCompressSync("text")],
    ["", Buffer.from("text")]
  ])("unpacks content-encoding %j", async (encoding, bytes) => {
    expect((await ask({}, packed(encoding, bytes))).answer?.body).toBe("text");
  });

  it.each([
    ["plain", reply(200, "a".repeat(100)), 100],
    ["that packs well", packed("gzip", gzipSync("a".repeat(100))), 100]
  ])("accepts exactly maxBodyBytes of a body %s", async (_, answer, maxBodyBytes) => {
    expect((await ask({maxBodyBytes}, answer)).error).toBeNull();
    expect((await ask({maxBodyBytes: maxBodyBytes - 1}, answer)).error).toContain(
      `more than ${maxBodyBytes - 1} bytes`
    );
  });
});
