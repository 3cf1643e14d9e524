import {brotliCompressSync, deflateSync, gzipSync} from "node:zlib";
import {describe, expect, it} from "vitest";
import {BodyTooLong, type Sent, send} from "../../loaders/service/exchange.js";
import {type Reply, reply, serve} from "./loopback.js";

const get: Sent = {method: "GET", headers: {}, maxBytes: 10, signal: new AbortController().signal};
const post: Sent = {...get, method: "POST", body: '{"é":1}', headers: {"x-two": "2"}};

const packed =
  (encoding: string, bytes: Uint8Array): Reply =>
  (response) =>
    response.writeHead(200, {"content-encoding": encoding}).end(bytes);

describe("send(url, request)", () => {
  it("sends method, headers and body as they are given", async () => {
    const {url, seen} = await serve(reply(200, "é", {"x-one": "1"}));
    const {httpStatus, headers, body} = await send(`${url}/a?b=c`, post);
    expect([httpStatus, headers.get("x-one"), body]).toEqual([200, "1", "é"]);
    const sent = {"x-two": "2", "user-agent": "feedbook"};
    expect(seen).toMatchObject([{method: "POST", url: "/a?b=c", body: '{"é":1}', headers: sent}]);
  });

  it.each([
    ["gzip", gzipSync("text")],
    [" GZIP ", gzipSync("text")],
    ["deflate", deflateSync("text")],
    ["br", brotliCompressSync("text")],
    ["", Buffer.from("text")],
    ["identity", Buffer.from("text")]
  ])("unpacks what came as %j", async (encoding, bytes) => {
    const {url} = await serve(packed(encoding, bytes));
    expect((await send(url, {...get, maxBytes: 30})).body).toBe("text");
  });

  it("joins a character that is split between chunks", async () => {
    const {url} = await serve((response) => {
      response.writeHead(200).write(Buffer.from("é😀").subarray(0, 4));
      setTimeout(() => response.end(Buffer.from("é😀").subarray(4)), 10);
    });
    expect((await send(url, get)).body).toBe("é😀");
  });

  it("reads an empty body as it is, whatever it says of itself", async () => {
    const {url} = await serve((response) => response.writeHead(429, {"content-encoding": "gzip"}).end());
    expect(await send(url, get)).toMatchObject({httpStatus: 429, body: ""});
  });

  it.each([
    ["nothing that is packed", "gzip", Buffer.from("text"), /incorrect header check/],
    ["half of it", "gzip", gzipSync("text".repeat(1000)).subarray(0, 20), /unexpected end of file/],
    ["half of it", "br", brotliCompressSync("text".repeat(1000)).subarray(0, 6), /unexpected end of file/],
    ["packed twice", "deflate, gzip", gzipSync(""), /cannot unpack a body of content-encoding deflate, gzip$/],
    ["packed in another way", "zstd", Buffer.from("text"), /cannot unpack a body of content-encoding zstd$/]
  ])("fails where what should be unpacked is %s (%s)", async (_, encoding, bytes, message) => {
    const {url} = await serve(packed(encoding, bytes));
    await expect(send(url, {...get, maxBytes: 10_000})).rejects.toThrow(message);
  });

  it.each([
    ["as it is", reply(200, "a".repeat(100)), 100],
    ["packed", packed("gzip", gzipSync("a".repeat(100))), 100],
    ["of which packed more comes", packed("gzip", gzipSync("text")), gzipSync("text").length]
  ])("takes a body of exactly so many bytes, and none of one more: %s", async (_, answer, length) => {
    const {url} = await serve(answer);
    expect((await send(url, {...get, maxBytes: length})).httpStatus).toBe(200);
    await expect(send(url, {...get, maxBytes: length - 1})).rejects.toThrow(BodyTooLong);
  });

  it("lets the connection go where the body is not read to its end", async () => {
    const closed: Promise<void>[] = [];
    const {url} = await serve((response) => {
      closed.push(new Promise((resolve) => response.on("close", resolve)));
      response.writeHead(200).write("x".repeat(1e6));
    });
    await expect(send(url, get)).rejects.toThrow(BodyTooLong);
    await Promise.all(closed);
    expect(closed).toHaveLength(1);
  });

  it("follows no redirect", async () => {
    const {url, seen} = await serve(reply(307, "", {location: "/elsewhere"}));
    expect(await send(url, get)).toMatchObject({httpStatus: 307});
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
    for (let i = 0; i < 10; i++) await send(url, get);
    expect(ports.size).toBeLessThan(4);
  });
});
