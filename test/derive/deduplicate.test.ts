import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {readStore} from "../../loaders/store/open.js";
import {makeStore, type TestStore} from "../helpers/store.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

function body(at: number, price: number): string {
  const priceFeeds = [{priceFeedId: 1, price, exponent: 0, fundingRate: price, fundingRateInterval: 3.6e9}];
  return JSON.stringify({parsed: {timestampUs: String(at * 1e6), priceFeeds}});
}

const at = Date.UTC(2026, 2, 8) / 1000;
const prices = () => test.records("SELECT price FROM prices ORDER BY ALL");
const plan = async (sql: string) =>
  JSON.stringify((await test.store.connection.runAndReadAll(`EXPLAIN ${sql}`)).getRowObjectsJS());

describe("deduplicate(connection)", () => {
  it("shows misdated updates until one comes that is dated, without the store being opened again", async () => {
    await test.book(body(9e9, 10));
    expect(await prices()).toEqual([{price: 10}]);
    await test.book(body(9.1e9, 11));
    expect(await prices()).toEqual([{price: 10}, {price: 11}]);
    await test.book(body(at, 12));
    expect(await prices()).toEqual([{price: 12}]);
    await test.book(body(9e9, 13));
    expect(await prices()).toEqual([{price: 12}]);
    await test.reopen();
    expect(await prices()).toEqual([{price: 12}]);
  });

  it("counts of several updates of an instant the last one from the commit on that brought it", async () => {
    await test.book(body(at, 10), body(at + 1, 20));
    expect(await prices()).toEqual([{price: 10}, {price: 20}]);
    await test.book(body(at, 11));
    expect(await prices()).toEqual([{price: 11}, {price: 20}]);
    expect(await test.records("SELECT rate FROM funding ORDER BY ALL")).toEqual([{rate: 11}, {rate: 20}]);
    await test.reopen();
    expect(await prices()).toEqual([{price: 11}, {price: 20}]);
  });

  it("asks nothing of a store without misdated or repeated updates but what the question needs", async () => {
    await test.book(body(at, 10));
    expect(await plan("SELECT price FROM prices WHERE priceFeedId = 1")).not.toMatch(/JOIN|WINDOW/);
    await test.book(body(at, 11));
    expect(await plan("SELECT price FROM prices WHERE priceFeedId = 1")).toMatch(/JOIN/);
  });

  it("chooses by itself for who reads a store whose updates were changed by hand", async () => {
    await test.book(body(at, 10));
    await test.records("UPDATE feed_updates SET publishedAt = TIMESTAMP '1970-01-01'");
    test.store.close();
    const sql = "SELECT price FROM prices";
    const read = readStore(test.path, async ({connection}) => (await connection.runAndReadAll(sql)).getRowObjectsJS());
    expect(await read).toEqual([{price: 10}]);
    await test.reopen();
  });

  it("does so too where other settings ask for other views", async () => {
    await test.book(body(9e9, 10));
    test.store.close();
    const sql = "SELECT price, markPrice FROM prices JOIN funding USING (priceFeedId)";
    const read = readStore(test.path, async ({connection}) => (await connection.runAndReadAll(sql)).getRowObjectsJS(), {
      fundingIntervalUnit: "s"
    });
    expect(await read).toEqual([{price: 10, markPrice: 10}]);
    await test.reopen();
  });
});
