import {describe, expect, it} from "vitest";
import {readStore} from "../../loaders/store/open.js";
import {eachStore} from "../helpers/each-store.js";
import {casesOf} from "../helpers/soak.js";
import {bodyAt} from "../helpers/store.js";
import {midnight} from "../store/midnight.js";

const test = eachStore();

function body(at: number, price: number): string {
  return bodyAt(at * 1e6, {priceFeedId: 1, price, exponent: 0, fundingRate: price, fundingRateInterval: 3.6e9});
}

const at = midnight / 1e6;
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

function bodyOf(seconds: number, ...prices: (readonly [feed: number, price: number])[]): string {
  return bodyAt(midnight + seconds * 1e6, ...prices.map(([priceFeedId, price]) => ({priceFeedId, price, exponent: 0})));
}

const noted = () =>
  test.records(`SELECT priceFeedId AS feed, second(publishedAt)::INTEGER AS second, price
    FROM superseded_updates JOIN feed_updates USING (responseId, entryIndex) ORDER BY ALL`);
const counted = () =>
  test.records("SELECT priceFeedId AS feed, second(publishedAt)::INTEGER AS second, price FROM prices ORDER BY ALL");

describe("bookResponses(store, bookings)", () => {
  it("notes updates that a later one of the same feed and instant came after, in one load or two, and no others", async () => {
    await test.book(
      bodyOf(0, [1, 10], [2, 20]),
      bodyOf(1, [1, 11]),
      bodyOf(1, [2, 21]),
      bodyOf(2, [1, 12]),
      bodyOf(2, [1, 13])
    );
    const first = {feed: 1, second: 2, price: 12};
    expect(await noted()).toEqual([first]);
    await test.book(bodyOf(0, [2, 22]));
    expect(await noted()).toEqual([first, {feed: 2, second: 0, price: 20}]);
    await test.book(bodyOf(0, [2, 23]));
    const second = [20, 22].map((price) => ({feed: 2, second: 0, price}));
    expect(await noted()).toEqual([first, ...second]);
    const last = [
      {feed: 1, second: 0, price: 10},
      {feed: 1, second: 1, price: 11},
      {feed: 1, second: 2, price: 13},
      {feed: 2, second: 0, price: 23},
      {feed: 2, second: 1, price: 21}
    ];
    expect(await counted()).toEqual(last);
    await test.reopen();
    expect(await counted()).toEqual(last);
  });
});

describe("derive(withStore)", () => {
  it.each(casesOf([{}], [{rebuild: true}]))(
    "lets another one count where the last received was deleted by hand, %o",
    async (how) => {
      await test.book(bodyOf(0, [1, 10]), bodyOf(0, [1, 11]), bodyOf(1, [1, 12]), bodyOf(1, [1, 13]));
      await test.derive();
      await test.records("DELETE FROM feed_updates WHERE price = 11");
      await test.derive(how);
      expect(await noted()).toEqual([{feed: 1, second: 1, price: 12}]);
      expect(await counted()).toEqual([
        {feed: 1, second: 0, price: 10},
        {feed: 1, second: 1, price: 13}
      ]);
      expect(await test.records("SELECT open, close, updates FROM bars_1h")).toEqual([
        {open: 10, close: 13, updates: 2}
      ]);
    }
  );

  it("notes duplicates among rows inserted by hand", async () => {
    await test.book(bodyOf(0, [1, 10]));
    await test.records(`INSERT INTO feed_updates BY NAME
      SELECT 1 AS priceFeedId, 12 AS price, 0 AS exponent, responseId, 1 AS entryIndex, publishedAt FROM responses`);
    await test.derive();
    expect(await noted()).toEqual([{feed: 1, second: 0, price: 10}]);
    expect(await counted()).toEqual([{feed: 1, second: 0, price: 12}]);
    expect(await test.records("SELECT close, updates FROM bars_1h")).toEqual([{close: 12, updates: 1}]);
  });
});
