import {beforeEach, describe, expect, it, vi} from "vitest";
import {connectFile} from "../../src/engine/engine.js";
import {addresses} from "../helpers/run/stdlib.js";

// The engine itself runs in a browser only, where test/browser asks it: here it does not start.
const workers: FailingWorker[] = [];
const told: string[] = [];
let failure: string | undefined;

class FailingWorker extends EventTarget {
  ended = false;

  constructor() {
    super();
    workers.push(this);
    setTimeout(() => this.dispatchEvent(Object.assign(new Event("error"), {message: failure})));
  }

  postMessage({type}: {type: string}): void {
    told.push(type);
  }

  terminate(): void {
    this.ended = true;
  }
}

beforeEach(() => {
  failure = undefined;
  workers.length = 0;
  told.length = 0;
  vi.stubGlobal("Worker", FailingWorker);
  vi.stubGlobal("location", new URL("http://127.0.0.1/notebook/prices"));
  vi.spyOn(console, "error").mockImplementation(() => {}); // DuckDB-Wasm tells it too
  addresses.set("./duckdb-eh.wasm.gz", "./_file/engine/duckdb-eh.wasm.1a2b3c4d.gz");
});

const connect = () => connectFile({url: "http://127.0.0.1/feeds.duckdb", parts: "http://127.0.0.1/feeds.blocks.gz"});

describe("connectSnapshot()", () => {
  it.each([
    ["1a2b3c4d.duckdb", true],
    ["duckdb?sha=1a2b3c4d", false] // of a preview, where the next request may be answered from another snapshot
  ])("has its blocks read ahead where no other file comes from its address: feeds.%s, %s", async (name, isAhead) => {
    vi.resetModules();
    const {addresses} = await import("../helpers/run/stdlib.js");
    addresses.set("../data/feeds.duckdb", `./_file/data/feeds.${name}`);
    const {connectSnapshot} = await import("../../src/engine/snapshot.js");
    await expect(connectSnapshot()).rejects.toThrow("its worker did not start");
    expect(told.includes("READ_AHEAD")).toBe(isAhead);
  });
});

describe("connectFile(url)", () => {
  it("tells a worker that does not start, ends it, and tries again the next time", async () => {
    await expect(connect()).rejects.toThrow("its worker did not start");
    await expect(connect()).rejects.toThrow("its worker did not start");
    expect(workers).toMatchObject([{ended: true}, {ended: true}]);
  });

  it.each(["Uncaught Error: ", "Error: ", ""])("says what its worker says, of any browser: %s", async (start) => {
    failure = `${start}404 for duckdb.wasm.gz`;
    await expect(connect()).rejects.toThrow(/^404 for duckdb\.wasm\.gz$/);
  });
});
