import {gzipSync} from "node:zlib";
import {describe, expect, it} from "vitest";
import {inflate} from "../../src/duckdb/inflate.js";
import {serve} from "../service/loopback.js";

const module = Buffer.concat([Buffer.from("\0asm"), Buffer.alloc(300_000, "code")]);
const gzipped = gzipSync(module, {level: 0}); // more than comes at once

describe("inflate(answer)", () => {
  it.each([1, 3, 10])(
    "inflates a module, or takes one that the host inflated, of which %d bytes come first",
    async (first) => {
      for (const body of [gzipped, module]) {
        const {url} = await serve((response) => {
          response.writeHead(200);
          response.write(body.subarray(0, first));
          setTimeout(() => response.end(body.subarray(first)), 30);
        });
        const whole = await inflate(await fetch(url));
        expect(whole.headers.get("content-type")).toBe("application/wasm"); // for a compiler
        expect(Buffer.from(await whole.arrayBuffer()).equals(module)).toBe(true);
      }
    }
  );

  it("says which file does not come", async () => {
    await expect(answered(404, gzipped).then(inflate)).rejects.toThrow("404 for duckdb-eh.wasm.gz");
  });

  it.each(["", "\0as", "\x1f"])("refuses what is no module: %j", async (body) => {
    const told = "duckdb-eh.wasm.gz is not a WebAssembly module";
    await expect(answered(200, Buffer.from(body)).then(inflate)).rejects.toThrow(told);
  });
});

async function answered(status: number, body: Buffer): Promise<Response> {
  const {url} = await serve((response) => response.writeHead(status).end(body));
  return await fetch(`${url}/duckdb-eh.wasm.gz`);
}
