import {expect, it} from "vitest";
import {recount} from "../../loaders/sql/due.js";
import {eachStore} from "../helpers/each-store.js";
import {recorded} from "../helpers/store.js";

const test = eachStore();

it("counts the totals again, also after a date", async () => {
  await test.book(recorded);
  await test.derive();
  const totals = await test.records("FROM feed_totals ORDER BY ALL");
  expect(totals).toHaveLength(3);
  await test.store.connection.run(`UPDATE feed_totals SET rows = 99; ${recount("feed_totals")}`);
  expect(await test.records("FROM feed_totals ORDER BY ALL")).toEqual(totals);
  await test.store.connection.run(recount("feed_totals", "2027-01-01"));
  expect(await test.records("FROM feed_totals")).toEqual([]);
});
