import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {bookResponses} from "../../../loaders/store/book.js";
import {collectGarbage, withMemory, withThreads} from "../../../loaders/store/database/memory.js";
import {startLoad} from "../../../loaders/store/loads.js";
import {openStore} from "../../../loaders/store/open.js";
import {booking, makeStore, type TestStore} from "../../helpers/store.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

const huge = JSON.stringify({parsed: {priceFeeds: [{priceFeedId: 1, note: "x".repeat(40_000_000)}]}});

describe("openStore(path, {memory})", () => {
  it("keeps DuckDB to a limit, which a response too large for it may pass", async () => {
    test.store.close();
    test.store = await openStore(test.path, {memory: "40MB"});
    const limit = "SELECT current_setting('memory_limit') AS held";
    expect(await test.records(limit)).toEqual([{held: "38.1 MiB"}]);
    await bookResponses(test.store, [booking(await startLoad(test.store, "test", false), huge)]);
    expect(await test.records(limit)).toEqual([{held: "38.1 MiB"}]); // again
    await test.reopen();
    expect(await test.records("SELECT length(extra) > 40000000 AS whole FROM feed_updates")).toEqual([{whole: true}]);
  });
});

describe("withMemory(connection, work)", () => {
  it("throws any other error at once", async () => {
    let runs = 0;
    const work = async () => {
      runs += 1;
      throw new Error("constraint");
    };
    await expect(withMemory(test.store.connection, work)).rejects.toThrow("constraint");
    expect(runs).toBe(1);
  });
});

describe("withThreads(connection, threads, work)", () => {
  it("gives the connection as many as it had, whether the work ends well or not", async () => {
    const {connection} = test.store;
    const threads = async () => Number((await test.records("SELECT current_setting('threads') AS n"))[0]?.n);
    await connection.run("SET threads = 3");
    expect(await withThreads(connection, 2, () => withThreads(connection, 1, threads))).toBe(1);
    expect(await threads()).toBe(3);
    const failing = withThreads(connection, 2, () => Promise.reject(new Error("full")));
    await expect(failing).rejects.toThrow("full");
    expect(await threads()).toBe(3);
  });
});

describe("collectGarbage()", () => {
  it("leaves nothing that nobody holds", async () => {
    collectGarbage(); // notes how much is held
    const held = new WeakRef(Buffer.alloc(2 ** 25)); // less is not worth a collection
    await new Promise(setImmediate); // a reference made or read keeps its object until the turn ends
    collectGarbage();
    expect(held.deref()).toBeUndefined();
  });
});
