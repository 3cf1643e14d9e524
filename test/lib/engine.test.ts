import {gzipSync} from "node:zlib";
import {beforeEach, describe, expect, it, vi} from "vitest";
import {connectFile} from "../../src/lib/engine.js";
import {addresses} from "../helpers/stdlib.js";
import {type Loopback, reply, serve} from "../service/loopback.js";

// The engine itself runs in a browser only, where test/browser asks it: here it does not start.
const workers: FailingWorker[] = [];

class FailingWorker extends EventTarget {
  ended = false;

  constructor(
    readonly url: string,
    readonly options: WorkerOptions
  ) {
    super();
    workers.push(this);
    setTimeout(() => this.dispatchEvent(new Event("error")));
  }

  postMessage(): void {}

  terminate(): void {
    this.ended = true;
  }
}

beforeEach(() => {
  workers.length = 0;
  vi.stubGlobal("Worker", FailingWorker);
});

async function host(status: number, body: Buffer | string): Promise<Loopback> {
  const loopback = await serve((response, seen) => {
    if (typeof body === "string") reply(status, body)(response, seen);
    else response.writeHead(status).end(body);
  });
  addresses.set("./duckdb-eh.wasm.gz", `${loopback.url}/duckdb-eh.wasm.gz`);
  return loopback;
}

describe("connectFile(url)", () => {
  it("says which file of its own does not come, and tries again the next time", async () => {
    const {seen} = await host(404, "");
    const told = "404 for ./duckdb-eh.wasm.gz";
    await expect(connectFile("http://127.0.0.1/feeds.duckdb")).rejects.toThrow(told);
    await expect(connectFile("http://127.0.0.1/feeds.duckdb")).rejects.toThrow(told);
    expect([seen.length, workers.length]).toEqual([2, 0]);
  });

  it("tells a file that is no module", async () => {
    await host(200, gzipSync("<html>welcome</html>"));
    await expect(connectFile("http://127.0.0.1/feeds.duckdb")).rejects.toThrow("not a WebAssembly module: 20 bytes");
  });

  it("tells a worker that does not start, and ends it", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {}); // DuckDB-Wasm tells it too
    await host(200, gzipSync("\0asm and more"));
    await expect(connectFile("http://127.0.0.1/feeds.duckdb")).rejects.toThrow("its worker did not start");
    expect(workers).toMatchObject([
      {ended: true, options: {type: "module"}, url: expect.stringMatching(/duckdb-browser-eh\.worker\.js$/)}
    ]);
  });
});
