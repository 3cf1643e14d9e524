import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {bookResponses} from "../../../loaders/store/book.js";
import {withMemory, withThreads} from "../../../loaders/store/database/memory.js";
import {startLoad} from "../../../loaders/store/loads.js";
import {openStore} from "../../../loaders/store/open.js";
import {booking, makeStore, type TestStore} from "../../helpers/store.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

const setting = async (name: string) => (await test.records(`SELECT current_setting('${name}') AS held`))[0]?.held;

describe("withMemory(connection, work)", () => {
  it("lets a huge response pass the limit, and restores the limit", async () => {
    test.store.close();
    test.store = await openStore(test.path, {memory: "40MB"});
    expect(await setting("memory_limit")).toBe("38.1 MiB");
    const huge = JSON.stringify({parsed: {priceFeeds: [{priceFeedId: 1, note: "x".repeat(40_000_000)}]}});
    await bookResponses(test.store, [booking(await startLoad(test.store, "test", false), huge)]);
    expect(await setting("memory_limit")).toBe("38.1 MiB");
    await test.reopen();
    expect(await test.records("SELECT length(extra) > 40000000 AS whole FROM feed_updates")).toEqual([{whole: true}]);
  });

  it("repeats no work for any other error", async () => {
    let runs = 0;
    const failing = withMemory(test.store.connection, () => Promise.reject(new Error(`constraint ${++runs}`)));
    await expect(failing).rejects.toThrow("constraint 1");
    expect(runs).toBe(1);
  });
});

describe("withThreads(connection, threads, work)", () => {
  it("restores the connection's threads, whether the work ends well or not", async () => {
    const {connection} = test.store;
    await connection.run("SET threads = 3");
    expect(await withThreads(connection, 2, () => withThreads(connection, 1, () => setting("threads")))).toBe(1);
    const failing = withThreads(connection, 2, () => Promise.reject(new Error("full")));
    await expect(failing).rejects.toThrow("full");
    expect(await setting("threads")).toBe(3);
  });
});
