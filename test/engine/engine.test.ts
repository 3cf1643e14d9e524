import {beforeEach, describe, expect, it, vi} from "vitest";
import {connectFile} from "../../src/engine/engine.js";
import {addresses} from "../helpers/run/stdlib.js";

// The engine itself runs in a browser only, where test/browser asks it: here it does not start.
const workers: FailingWorker[] = [];
let failure: string | undefined;

class FailingWorker extends EventTarget {
  ended = false;

  constructor(
    readonly url: string,
    readonly options: WorkerOptions
  ) {
    super();
    workers.push(this);
    setTimeout(() => this.dispatchEvent(Object.assign(new Event("error"), {message: failure})));
  }

  postMessage(): void {}

  terminate(): void {
    this.ended = true;
  }
}

beforeEach(() => {
  workers.length = 0;
  vi.stubGlobal("Worker", FailingWorker);
  vi.stubGlobal("location", new URL("http://127.0.0.1/notebook/prices"));
  vi.spyOn(console, "error").mockImplementation(() => {}); // DuckDB-Wasm tells it too
  addresses.set("./duckdb-eh.wasm.gz", "./_file/engine/duckdb-eh.wasm.1a2b3c4d.gz");
});

const connect = () => connectFile("http://127.0.0.1/feeds.duckdb");

describe("connectFile(url)", () => {
  it("names the module to its worker, which has it compiled while it comes", async () => {
    await expect(connect()).rejects.toThrow();
    const name = "http://127.0.0.1/notebook/_file/engine/duckdb-eh.wasm.1a2b3c4d.gz";
    expect(workers).toMatchObject([
      {url: expect.stringMatching(/engine-worker\.js$/), options: {type: "module", name}}
    ]);
  });

  it("tells a worker that does not start, ends it, and tries again the next time", async () => {
    failure = undefined;
    await expect(connect()).rejects.toThrow("its worker did not start");
    await expect(connect()).rejects.toThrow("its worker did not start");
    expect(workers).toMatchObject([{ended: true}, {ended: true}]);
  });

  it.each(["Uncaught Error: 404 for duckdb.wasm.gz", "Error: 404 for duckdb.wasm.gz", "404 for duckdb.wasm.gz"])(
    "says what its worker says, of any browser: %s",
    async (message) => {
      failure = message;
      await expect(connect()).rejects.toThrow(/^404 for duckdb\.wasm\.gz$/);
    }
  );
});
