import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {loadFiles} from "../../loaders/files/file.js";
import {loadHistory} from "../../loaders/load/history.js";
import {silent} from "../../loaders/load/report.js";
import {retainStore} from "../../loaders/load/upkeep.js";
import {enterPlace, type LoadingPlace} from "../helpers/loading.js";
import {casesOf} from "../helpers/soak.js";

const day = 86_400_000;
const config = {retain: {rows: "90d"}};
let place: LoadingPlace;

beforeEach(() => {
  place = enterPlace({derives: true});
});

afterEach(() => place.leave());

/** Writes bodies that were published so many days ago, and loads them. */
async function loadDays(days: readonly number[], {hold = true, keep = config}: {hold?: boolean; keep?: object} = {}) {
  const path = join(place.folder, "bodies.ndjson");
  const priceFeeds = [{priceFeedId: 1, price: "100", exponent: -2}, {priceFeedId: -1}];
  const lines = days.map((ago) =>
    JSON.stringify({parsed: {timestampUs: String((Date.now() - ago * day) * 1000), priceFeeds}})
  );
  writeFileSync(path, lines.join("\n"));
  return place.load((load) => loadFiles(load, {paths: [path]}), {online: false, config: keep, hold});
}

const counts = () =>
  place.records(`SELECT
  (SELECT count(*) FROM feed_updates) AS rows,
  (SELECT count(*) FROM rejected_entries) AS rejects,
  (SELECT count(*) FROM bars_1m) AS bars,
  (SELECT sum(rows) FROM loads) AS booked`);

describe("retainAtEnd(load)", () => {
  it.each(casesOf([false], [true]))(
    "drops what is old when a load ends, after it is derived: hold %s",
    async (hold) => {
      await loadDays([200, 100, 1, 0], {hold});
      expect(await counts()).toEqual([{rows: 2, rejects: 2, bars: 4, booked: 4}]);
      await loadDays([0.5, 150], {hold});
      expect(await counts()).toEqual([{rows: 3, rejects: 3, bars: 6, booked: 6}]);
      expect(place.warnings.filter((text) => text.includes("dropped"))).toEqual([]);
    }
  );

  it("drops nothing unless the settings say what is old, or while it is less than a tenth", async () => {
    await loadDays([200, 100, 1, 0], {keep: {}});
    expect(await counts()).toMatchObject([{rows: 4}]);
    await loadDays(
      [...Array(20).keys()].map((i) => i / 100),
      {keep: {retain: {rows: "150d"}}}
    );
    expect(await counts()).toMatchObject([{rows: 24}]);
  });
});

describe("retainStore(settings, options)", () => {
  const options = {log: silent, signal: new AbortController().signal};

  it("tells what would go, drops it however little, and has nothing to do then", async () => {
    await loadDays([200, 1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], {keep: {}});
    const settings = place.settings({config});
    const old = {updates: 13, rows: 1, rejected: 1, coercions: 0};
    expect(await retainStore(settings, {...options, dryRun: true})).toMatchObject(old);
    expect(await counts()).toMatchObject([{rows: 13}]);
    expect(await retainStore(settings, {...options, dryRun: false})).toMatchObject({
      ...old,
      bytes: expect.any(Number)
    });
    expect(await counts()).toMatchObject([{rows: 12, rejects: 12, bars: 13}]);
    expect(await retainStore(settings, {...options, dryRun: false})).toMatchObject({updates: 12, rows: 0});
    await expect(retainStore(place.settings(), {...options, dryRun: false})).rejects.toThrow("set retain in");
  });
});

describe("retainStore(settings, options) that is interrupted", () => {
  it("says that nothing was dropped, and nothing was", async () => {
    await loadDays([200, 1, 0], {keep: {}});
    const options = {log: silent, dryRun: false, signal: AbortSignal.abort()};
    await expect(retainStore(place.settings({config}), options)).rejects.toThrow("interrupted: nothing was dropped");
    expect(await counts()).toMatchObject([{rows: 3}]);
  });
});

describe("loadHistory(load, range) after old updates were dropped", () => {
  it("does not ask again for what was dropped", async () => {
    const range = {from: "now-10h", to: "now", every: "1h"};
    const asking = {config: {feeds: {ids: [1, 2]}, retain: {rows: "5h"}}};
    const first = await place.load((load) => loadHistory(load, range), asking);
    expect(first).toMatchObject({asked: 20, alreadyThere: 0});
    expect(await place.records("SELECT count(*) < 14 AS fewer FROM feed_updates")).toEqual([{fewer: true}]);
    expect(await place.load((load) => loadHistory(load, range), asking)).toMatchObject({asked: 0, alreadyThere: 20});
    expect(await place.records("SELECT sum(updates + carriedForward) AS updates FROM bars_1m")).toEqual([
      {updates: 20}
    ]);
  });
});
