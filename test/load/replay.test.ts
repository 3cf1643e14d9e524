import {describe, expect, it} from "vitest";
import type {ConfigInput} from "../../loaders/config/schema.js";
import {storeStatus} from "../../loaders/inspect/status.js";
import {type ReplayReport, replayRejects} from "../../loaders/load/replay.js";
import {silent} from "../../loaders/load/report.js";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {openStore, readStore} from "../../loaders/store/open.js";
import {eachPlace} from "../helpers/loading.js";
import {received} from "./bookkeeping.js";

const place = eachPlace();

async function load(entries: readonly unknown[], config: ConfigInput = {}): Promise<void> {
  const body = JSON.stringify({parsed: {timestampUs: "1778594100000000", priceFeeds: entries}});
  await place.load(({books}) => books.add(received(body, {asked: [1, 2, 3]})), {online: false, config});
}

// Makes rejects of the kind that an older schema left.
async function alter(sql: string): Promise<void> {
  const store = await openStore(place.settings().storePath);
  await store.connection.run(sql);
  store.close();
}

function replay(
  dryRun = false,
  config: ConfigInput = {},
  signal = new AbortController().signal
): Promise<ReplayReport> {
  return replayRejects(place.settings({config}), {dryRun, log: silent, signal});
}

const balanced = async () => (await readStore(place.settings().storePath, storeStatus)).balanced;
const counts = () =>
  place.records(`SELECT r.entries, r.rows, r.rejected, r.missingFeeds, l.rows AS loadRows, l.rejected AS loadRejected,
    (SELECT count(*) FROM feed_updates) AS updates, (SELECT count(*) FROM rejected_entries) AS rejects
    FROM responses r JOIN loads l USING (loadId)`);

describe("replayRejects(settings, {dryRun})", () => {
  it("books an entry that fits now at its place in its response, exactly, once, and publishes it", async () => {
    await load([{priceFeedId: 1}, {priceFeedId: -1}, {priceFeedId: "x"}]);
    await alter(`UPDATE rejected_entries
      SET entry = '{"priceFeedId":3,"price":"7","exponent":[],"venue":12345678901234567890}' WHERE entryIndex = 1`);
    const before = {entries: 3, rows: 1, rejected: 2, loadRows: 1, loadRejected: 2, updates: 1, rejects: 2};
    expect(await replay(true)).toMatchObject({entries: 2, booked: 1, dryRun: true});
    expect(await replay(false, {}, AbortSignal.abort())).toMatchObject({entries: 0, booked: 0});
    expect(await counts()).toEqual([{...before, missingFeeds: "[2,3]"}]);
    expect(await replay()).toMatchObject({entries: 2, booked: 1, dryRun: false});
    const columns = "priceFeedId, price, exponent, entryIndex, publishedAt, extra";
    expect(await place.records(`SELECT ${columns} FROM feed_updates WHERE entryIndex > 0`)).toEqual([
      {
        ...{priceFeedId: 3, price: 7, exponent: null, entryIndex: 1},
        ...{publishedAt: "2026-05-12T13:55:00Z", extra: '{"venue":12345678901234567890}'}
      }
    ]);
    expect(await place.records("SELECT entryIndex, priceFeedId, columnName, value FROM coercions")).toEqual([
      {entryIndex: 1, priceFeedId: 3, columnName: "exponent", value: "[]"}
    ]);
    const {rows} = await querySnapshot(place.settings().snapshotPath, "SELECT count(*) FROM prices");
    expect(rows).toEqual([[2]]);
    const after = {entries: 3, rows: 2, rejected: 1, loadRows: 2, loadRejected: 1, updates: 2, rejects: 1};
    expect(await counts()).toEqual([{...after, missingFeeds: "[2]"}]);
    expect(await balanced()).toBe(true);
    expect(await replay()).toMatchObject({entries: 1, booked: 0, values: 1, filled: 0});
    expect(await counts()).toEqual([{...after, missingFeeds: "[2]"}]);
  });

  it("books each once when there are more than a page of several loads holds", async () => {
    const entries = Array.from({length: 2500}, () => ({priceFeedId: -1}));
    await load(entries);
    await load(entries);
    await alter("UPDATE rejected_entries SET entry = '{\"priceFeedId\":' || entryIndex % 10 || '}'");
    expect(await replay()).toMatchObject({entries: 5000, booked: 5000});
    const places = "SELECT count(DISTINCT (responseId, entryIndex)) AS n FROM feed_updates";
    expect(await place.records(places)).toEqual([{n: 5000}]);
    expect(await place.records("SELECT rows, rejected FROM loads")).toEqual(Array(2).fill({rows: 2500, rejected: 0}));
    expect(await balanced()).toBe(true);
  });
});
