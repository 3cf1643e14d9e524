import {describe, expect, it} from "vitest";
import {createClient} from "../../loaders/service/client.js";
import {ServiceError, TimeoutError, TransportError} from "../../loaders/service/endpoints.js";
import {quickWorld, type Reply, reply, serve, settingsFor} from "./loopback.js";

const now = Date.UTC(2026, 4, 12, 13, 55, 0);
const good = '{"parsed":{"timestampUs":"1778594100000000","priceFeeds":[]}}';
const ok = reply(200, good, {"content-type": "application/json"});

const resetMidBody: Reply = (response) => {
  response.writeHead(200, {"content-length": "1000"}).write(good);
  setTimeout(() => response.destroy(), 20);
};

const endMidChunk: Reply = (response) => {
  response.writeHead(200).write(good);
  setTimeout(() => response.socket?.end(), 20); // chunked, and the last chunk never comes
};

const hangUp: Reply = (response) => response.destroy();

const drip: Reply = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write(" "), 20);
  response.on("close", () => clearInterval(timer));
};

const silence: Reply = () => {};

async function ask(service: Parameters<typeof settingsFor>[1], ...replies: Reply[]) {
  const {url, seen} = await serve(...replies);
  const world = quickWorld();
  const client = createClient(settingsFor(url, service), world);
  const outcome = await client.latestPrice({ids: [1]}).then(
    (answer) => ({answer, error: null}),
    (error: unknown) => ({answer: null, error})
  );
  return {...outcome, seen, ...world, url};
}

describe("a try that fails in passing", () => {
  it.each<[string, Reply]>([
    ["500", reply(500, "oops")],
    ["503", reply(503, "history not configured")],
    ["429", reply(429, "slow down")],
    ["a reset connection", hangUp],
    ["a reset in the middle of the body", resetMidBody],
    ["an end in the middle of the body", endMidChunk]
  ])("is repeated after %s, with the same request", async (_, failure) => {
    const {answer, error, seen, waits} = await ask({}, failure, failure, ok);
    expect(error).toBeNull();
    expect(answer).toMatchObject({httpStatus: 200, body: good});
    expect(seen).toHaveLength(3);
    expect(new Set(seen.map(({method, url, body}) => `${method} ${url} ${body}`)).size).toBe(1);
    expect(waits).toEqual([225, 450]);
  });

  it.each<[string, Reply]>([
    ["silence", silence],
    ["a slow drip", drip]
  ])("is repeated after %s beyond the timeout", async (_, failure) => {
    const {answer, seen, told} = await ask({timeoutMs: 150}, failure, ok);
    expect(answer).toMatchObject({httpStatus: 200, body: good});
    expect(seen).toHaveLength(2);
    expect(told).toEqual(["latest_price: no answer in time; asking again in 225 ms (1 of 4)"]);
  });

  it("waits as long as Retry-After says, in seconds or until a date, unless that is past", async () => {
    const {url} = await serve(
      reply(429, "", {"retry-after": "7"}),
      reply(503, "", {"retry-after": "Tue, 12 May 2026 13:55:30 GMT"}),
      reply(429, "", {"retry-after": "Tue, 12 May 2026 13:00:00 GMT"}),
      reply(429, "", {"retry-after": "soon"}),
      ok
    );
    const world = quickWorld();
    const answer = await createClient(settingsFor(url), {...world, now: () => now}).latestPrice({ids: [1]});
    expect(world.waits).toEqual([7000, 30_000, 900, 1800]);
    expect(answer.requestedAt).toEqual(new Date(now));
  });

  it("really waits, by default", async () => {
    const {url} = await serve(reply(429, "", {"retry-after": "0.2"}), ok);
    const started = performance.now();
    await createClient(settingsFor(url)).latestPrice({ids: [1]});
    expect(performance.now() - started).toBeGreaterThan(190);
  });

  it("is told of, with what was wrong", async () => {
    const {told} = await ask({retries: 2}, reply(503, "secret weather"), hangUp, ok);
    expect(told).toEqual([
      "latest_price: 503; asking again in 225 ms (1 of 2)",
      expect.stringMatching(
        /^latest_price: (other side closed|read ECONNRESET|socket hang up); asking again in 450 ms \(2 of 2\)$/
      )
    ]);
  });
});

describe("tries that keep failing", () => {
  it("end as TransportError with status, text and count", async () => {
    const {error, seen} = await ask({retries: 2}, reply(503, "history not\nconfigured"));
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({
      message: "latest_price failed 3 times with 503: history not configured; try again later",
      endpoint: "latest_price",
      status: 503
    });
    expect(seen).toHaveLength(3);
  });

  it("end at once where Retry-After is longer than allowed", async () => {
    const {error, seen, waits} = await ask({maxRetryAfterMs: 1000}, reply(429, "quota", {"retry-after": "3600"}));
    expect(error).toMatchObject({
      name: "TransportError",
      message: "latest_price failed once with 429: quota; try again in 3600 s"
    });
    expect([seen.length, waits.length]).toEqual([1, 0]);
  });

  it("end at once where the body is packed in a way that was not asked for", async () => {
    const zstd: Reply = (response) => response.writeHead(200, {"content-encoding": "zstd"}).end(good);
    const {error, seen} = await ask({retries: 2}, zstd);
    expect(error).toMatchObject({
      name: "TransportError",
      message:
        "latest_price failed: cannot unpack a body of content-encoding zstd; the service, or a proxy before it, has to send gzip, deflate or br"
    });
    expect(seen).toHaveLength(1);
  });

  it("end as TransportError with the network's code where nobody listens", async () => {
    const client = createClient(settingsFor("http://127.0.0.1:9", {retries: 1}), quickWorld());
    await expect(client.latestPrice({ids: [1]})).rejects.toMatchObject({
      name: "TransportError",
      message:
        "latest_price failed in 2 tries: connect ECONNREFUSED 127.0.0.1:9; check the network and FEEDBOOK_BASE_URL",
      status: null,
      code: "ECONNREFUSED"
    });
  });

  it("end as TimeoutError where none was answered in time", async () => {
    const {error, seen} = await ask({timeoutMs: 80, retries: 2}, drip);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({
      message: "latest_price did not answer within 80 ms in 3 tries; ask for less at a time, or raise service.timeoutMs"
    });
    expect(seen).toHaveLength(3);
  });
});

describe("a body", () => {
  it("of 100 MB is given up at the limit, and not asked for again", async () => {
    let sent = 0;
    const flood: Reply = (response) => {
      const piece = Buffer.alloc(2 ** 20, 32);
      response.writeHead(200);
      const pump = () => {
        while (sent < 100 && !response.destroyed && response.write(piece)) sent += 1;
        if (sent >= 100) response.end();
      };
      response.on("drain", pump);
      pump();
    };
    const {error, seen} = await ask({maxBodyBytes: 8 * 2 ** 20}, flood);
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({
      message:
        "latest_price answered more than 8388608 bytes; ask for fewer feeds at a time (service.batchSize), or raise service.maxBodyBytes"
    });
    expect(seen).toHaveLength(1);
    expect(sent).toBeLessThan(100);
  });

  it("that is an HTML page with status 200 is an answer all the same", async () => {
    const {answer} = await ask({}, reply(200, "<html>maintenance</html>", {"content-type": "text/html"}));
    expect(answer).toMatchObject({httpStatus: 200, body: "<html>maintenance</html>"});
  });

  it("is timed from sending to its last byte", async () => {
    const late: Reply = (response) => {
      response.writeHead(200).write(" ");
      setTimeout(() => response.end(good), 120);
    };
    const {answer} = await ask({}, reply(503), late);
    expect(answer?.latencyMs).toBeGreaterThan(110);
    expect(answer?.latencyMs).toBeLessThan(2000);
    const {requestedAt, receivedAt} = answer ?? {};
    expect(Number(receivedAt) - Number(requestedAt)).toBeGreaterThanOrEqual(110);
  });
});
