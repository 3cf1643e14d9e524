import {gzipSync} from "node:zlib";
import {expect, it} from "vitest";
import {inflate} from "../../src/duckdb/inflate.js";
import {serve} from "../service/loopback.js";

const module = Buffer.concat([Buffer.from("\0asm"), Buffer.alloc(300_000, "code")]);
const gzipped = gzipSync(module, {level: 0});

it.each([1, 3, 10])("inflate(answer) takes a module, gzipped or not, whose first chunk has %d bytes", async (first) => {
  for (const body of [gzipped, module]) {
    const {url} = await serve((response) => {
      response.writeHead(200).write(body.subarray(0, first));
      setTimeout(() => response.end(body.subarray(first)), 30);
    });
    const whole = await inflate(await fetch(url));
    expect(whole.headers.get("content-type")).toBe("application/wasm");
    expect(Buffer.from(await whole.arrayBuffer()).equals(module)).toBe(true);
  }
});

it.each([
  [404, "no such file", /^404 for x\.gz$/],
  [200, "<!doctype html>", /^the host answers with a page for x\.gz$/]
])("inflate(answer) rejects status %d with %j", async (status, body, message) => {
  const {url} = await serve((response) => response.writeHead(status).end(body));
  await expect(fetch(new URL("/x.gz", url)).then(inflate)).rejects.toThrow(message);
});
