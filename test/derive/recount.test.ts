import {afterEach, beforeEach, expect, it} from "vitest";
import {derive} from "../../loaders/derive/derive.js";
import {recount} from "../../loaders/derive/due.js";
import {makeStore, recorded, type TestStore} from "../helpers/store.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

it("makes the totals that are there already, and those of what stays", async () => {
  await test.book(recorded);
  await derive((work) => work(test.store));
  const totals = await test.records("FROM feed_totals ORDER BY ALL");
  expect(totals).toHaveLength(3);
  await test.store.connection.run(`UPDATE feed_totals SET rows = 99; ${recount("feed_totals")}`);
  expect(await test.records("FROM feed_totals ORDER BY ALL")).toEqual(totals);
  await test.store.connection.run(recount("feed_totals", "2027-01-01"));
  expect(await test.records("FROM feed_totals")).toEqual([]);
});
