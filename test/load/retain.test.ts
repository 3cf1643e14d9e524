import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {loadFiles} from "../../loaders/load/files/file.js";
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
