import {statSync} from "node:fs";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {isUnfinishedDemo, lastChange, storeStatus} from "../../loaders/inspect/status.js";
import {finishLoad, startLoad} from "../../loaders/store/loads.js";
import {makeStore, recorded, type TestStore} from "../helpers/store.js";
import {bodyOf, bookAs, entryOf, update} from "./status/entries.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

const run = (sql: string) => test.store.connection.run(sql);

describe("storeStatus(store)", () => {
  it("tells what an empty store holds: nothing, in balance", async () => {
    expect(await storeStatus(test.store)).toMatchObject({
      path: test.path,
      bytes: statSync(test.path).size,
      balanced: true,
      loads: [],
      feeds: [],
      meta: {updates: 0, simulated: false}
    });
  });

  it("tells in all what the view meta tells", async () => {
    await test.book(recorded, update(-0.01, "regular", 1), update(3, "regular", 1), '{"parsed":{"priceFeeds":[null]}}');
    await test.book(
      bodyOf([{priceFeedId: 1, price: []}], -60 * 24 * 365 * 40),
      bodyOf([entryOf(8, "regular", 1)], 60 * 24 * 900)
    );
    const [meta] = await test.records("FROM meta");
    expect((await storeStatus(test.store)).meta).toMatchObject(meta ?? {});
    expect(meta).toMatchObject({misdated: 2, coercions: 1, rejected: 1, lastPublishedAt: "2026-05-12T13:58:00Z"});
  });

  it.each([
    ["rows are lost", "DELETE FROM feed_updates WHERE priceFeedId = 1"],
    ["rejects are lost", "DELETE FROM rejected_entries"],
    ["a response is lost", "DELETE FROM responses WHERE rows > 0"]
  ])("tells that the books do not balance where %s", async (_, loss) => {
    await test.book(recorded, '{"parsed":{"priceFeeds":[null]}}');
    expect((await storeStatus(test.store)).balanced).toBe(true);
    await run(loss);
    expect((await storeStatus(test.store)).balanced).toBe(false);
  });
});

describe("isUnfinishedDemo(store)", () => {
  it("is true of an empty store, and of one whose demo did not end or failed", async () => {
    expect(await isUnfinishedDemo(test.store)).toBe(true);
    const loadId = await bookAs(test, "demo", recorded);
    expect(await isUnfinishedDemo(test.store)).toBe(true);
    for (const status of ["failed", "interrupted"] as const) {
      await finishLoad(test.store, loadId, status);
      expect(await isUnfinishedDemo(test.store)).toBe(true);
    }
  });

  it("is false once a demo is done, whatever came before", async () => {
    await finishLoad(test.store, await bookAs(test, "demo", recorded), "failed");
    await finishLoad(test.store, await bookAs(test, "demo", recorded), "done");
    expect(await isUnfinishedDemo(test.store)).toBe(false);
  });

  it("is false where another load brought something, and true where it brought nothing", async () => {
    await finishLoad(test.store, await bookAs(test, "demo", recorded), "failed");
    await finishLoad(test.store, await bookAs(test, "latest", '{"parsed":{"priceFeeds":[]}}'), "done");
    expect(await isUnfinishedDemo(test.store)).toBe(true);
    await bookAs(test, "latest", recorded);
    expect(await isUnfinishedDemo(test.store)).toBe(false);
  });
});

describe("lastChange(store)", () => {
  const at = (iso: string) => `UPDATE loads SET ${iso}`;

  it("is 0 of an empty store", async () => expect(await lastChange(test.store)).toBe(0));

  it("is when a load began, while it has not ended and nothing came", async () => {
    await startLoad(test.store, "latest", false);
    await run(at("startedAt = '2026-05-12 13:00:00'"));
    expect(await lastChange(test.store)).toBe(Date.UTC(2026, 4, 12, 13));
  });

  it("is when its newest response came, or when it ended", async () => {
    await bookAs(test, "latest", recorded); // received at 14:00
    await run(at("startedAt = '2026-05-12 13:00:00'"));
    expect(await lastChange(test.store)).toBe(Date.UTC(2026, 4, 12, 14));
    await run(at("finishedAt = '2026-05-12 15:00:00'"));
    expect(await lastChange(test.store)).toBe(Date.UTC(2026, 4, 12, 15));
  });

  it("is of the newest load, where another ended long ago", async () => {
    await bookAs(test, "latest");
    await run(at("startedAt = '2026-05-12 13:00:00', finishedAt = '2026-05-12 13:30:00'"));
    await startLoad(test.store, "watch", false);
    await run(`${at("startedAt = '2026-05-12 16:00:00'")} WHERE command = 'watch'`);
    expect(await lastChange(test.store)).toBe(Date.UTC(2026, 4, 12, 16));
  });
});
