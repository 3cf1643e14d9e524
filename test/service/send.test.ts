import {deflateSync, gzipSync} from "node:zlib";
import {describe, expect, it} from "vitest";
import {BodyTooLong, datedSend, readText, send} from "../../loaders/service/send.js";
import {type Reply, reply, serve} from "./loopback.js";

const signal = new AbortController().signal;
const get = {method: "GET", headers: {}, signal} as const;

const packed =
  (encoding: string, bytes: Uint8Array): Reply =>
  (response) =>
    response.writeHead(200, {"content-encoding": encoding}).end(bytes);

describe("send(url, request)", () => {
  it("sends method, headers and body as they are given", async () => {
    const {url, seen} = await serve(reply(200, "é", {"x-one": "1"}));
    const got = await send(`${url}/a?b=c`, {method: "POST", headers: {"x-two": "2"}, body: '{"é":1}', signal});
    expect([got.status, got.headers.get("x-one"), await readText(got.body, 10)]).toEqual([200, "1", "é"]);
    const headers = {"x-two": "2", "user-agent": "feedbook"};
    expect(seen).toMatchObject([{method: "POST", url: "/a?b=c", body: '{"é":1}', headers}]);
  });

  it.each([
    ["gzip", gzipSync("text")],
    ["GZIP", gzipSync("text")],
    ["gzip, identity", gzipSync("text")],
    ["deflate, gzip", gzipSync(deflateSync("text"))],
    ["deflate", deflateSync("text")],
    ["", Buffer.from("text")],
    ["identity", Buffer.from("text")]
  ])("unpacks what came as %s", async (encoding, bytes) => {
    const {url} = await serve(packed(encoding, bytes));
    expect(await readText((await send(url, get)).body, 10)).toBe("text");
  });

  it("reads an empty body as it is, whatever it says of itself", async () => {
    const {url} = await serve((response) => response.writeHead(429, {"content-encoding": "gzip"}).end());
    const {status, body} = await send(url, get);
    expect([status, await readText(body, 10)]).toEqual([429, ""]);
  });

  it("lets the connection go where the body is not read to its end", async () => {
    const closed: Promise<void>[] = [];
    const {url} = await serve((response) => {
      closed.push(new Promise((resolve) => response.on("close", resolve)));
      response.writeHead(200, {"content-encoding": "gzip"}).write(gzipSync("x".repeat(1e6)));
    });
    const {body} = await send(url, get);
    await expect(readText(body, 10)).rejects.toThrow(BodyTooLong);
    await Promise.all(closed);
    expect(closed).toHaveLength(1);
  });

  it.each([
    ["nothing that is packed", Buffer.from("text")],
    ["half of it", gzipSync("text".repeat(1000)).subarray(0, 20)]
  ])("fails where what should be unpacked is %s", async (_, bytes) => {
    const {url} = await serve(packed("gzip", bytes));
    const {body} = await send(url, get);
    await expect(readText(body, 10_000)).rejects.toThrow(/invalid|incorrect header check|unexpected end of file/);
  });

  it("follows no redirect", async () => {
    const {url, seen} = await serve(reply(307, "", {location: "/elsewhere"}));
    expect(await send(url, get)).toMatchObject({status: 307});
    expect(seen).toHaveLength(1);
  });

  it("keeps every value of a header that comes twice", async () => {
    const {url} = await serve((response) => response.writeHead(200, {"x-list": ["1", "2"]}).end());
    expect((await send(url, get)).headers.get("x-list")).toBe("1, 2");
  });

  it("uses connections again", async () => {
    const ports = new Set<number | undefined>();
    const {url} = await serve((response) => {
      ports.add(response.socket?.remotePort);
      response.end();
    });
    for (let i = 0; i < 10; i++) await readText((await send(url, get)).body, 10);
    expect(ports.size).toBeLessThan(4);
  });
});

function chunked(...chunks: Uint8Array[]): {body: AsyncIterable<Uint8Array>; cancelled: () => boolean} {
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
    cancel() {
      cancelled = true;
    }
  });
  return {body: stream, cancelled: () => cancelled};
}

describe("readText(body, maxBytes)", () => {
  it("joins a character that is split between chunks", async () => {
    const bytes = new TextEncoder().encode("é😀");
    expect(await readText(chunked(...[...bytes].map((byte) => Uint8Array.of(byte))).body, 6)).toBe("é😀");
  });

  it("reads no body as no text", async () => {
    expect(await readText(chunked().body, 0)).toBe("");
  });

  it("takes exactly so many bytes, and stops the body at one more", async () => {
    expect(await readText(chunked(new Uint8Array(10).fill(97)).body, 10)).toBe("a".repeat(10));
    const {body, cancelled} = chunked(new Uint8Array(10), new Uint8Array(1), new Uint8Array(1e6));
    await expect(readText(body, 10)).rejects.toThrow(BodyTooLong);
    expect(cancelled()).toBe(true);
  });
});

const post = {method: "POST", headers: {}, signal: new AbortController().signal} as const;

describe("datedSend(now)", () => {
  it("answers as send does, and notes when", async () => {
    const {url, seen} = await serve(reply(429, "slow down", {date: "Tue, 12 May 2026 13:55:00 GMT"}));
    const clock = [1500, 2000];
    const {send, sightings} = datedSend(() => clock.shift() ?? 0);
    const response = await send(`${url}/v1/price`, {...post, body: "{}"});
    expect([response.status, await readText(response.body, 100), seen[0]?.body]).toEqual([429, "slow down", "{}"]);
    const serverAt = Date.UTC(2026, 4, 12, 13, 55);
    expect(sightings).toEqual([{url: `${url}/v1/price`, sentAt: 1500, receivedAt: 2000, serverAt}]);
  });

  it.each([["soon"], [""]])("knows no time of the server from %j", async (date) => {
    const {url} = await serve((response) => {
      response.sendDate = false;
      response.writeHead(200, date === "" ? {} : {date}).end();
    });
    const {send, sightings} = datedSend();
    await send(url, post);
    expect(sightings).toMatchObject([{url, serverAt: null}]);
  });

  it("notes nothing where nobody answers", async () => {
    const {send, sightings} = datedSend();
    await expect(send("http://127.0.0.1:9", post)).rejects.toThrow();
    expect(sightings).toEqual([]);
  });
});
