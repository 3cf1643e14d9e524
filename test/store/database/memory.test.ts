import {describe, expect, it} from "vitest";
import {bookResponses} from "../../../loaders/store/book.js";
import {startLoad} from "../../../loaders/store/loads.js";
import {openStore} from "../../../loaders/store/open.js";
import {eachStore} from "../../helpers/each-store.js";
import {booking} from "../../helpers/store.js";

const test = eachStore();

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
});

describe("openStore(path, {memory})", () => {
  it.each([true, false])("opens a store for which its limit is too small, readOnly %s", async (readOnly) => {
    test.store.close();
    test.store = await openStore(test.path, {memory: "1MB", readOnly});
    expect(await setting("memory_limit")).toMatch(/GiB$/);
    expect(await test.records("SELECT count(*) AS n FROM feed_updates")).toEqual([{n: 0}]);
  });
});
