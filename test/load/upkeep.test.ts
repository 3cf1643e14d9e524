import {readdirSync, readFileSync, writeFileSync} from "node:fs";
import {dirname, join} from "node:path";
import {describe, expect, it} from "vitest";
import type {Load} from "../../loaders/load/books.js";
import {loadFiles} from "../../loaders/load/files/file.js";
import {deriveStore} from "../../loaders/load/upkeep.js";
import {useStore} from "../../loaders/store/open.js";
import {eachPlace} from "../helpers/loading.js";
import {endlessFunding} from "../helpers/store.js";

const place = eachPlace({publishes: true});

const older = "the snapshot is older than the store: feedbook publish writes it anew";
const snapshot = () => readFileSync(place.settings().snapshotPath);
const temporary = () => readdirSync(dirname(place.settings().storePath)).filter((name) => name.includes(".tmp"));
const addOne = async ({client, books}: Load) => books.add(await client().latestPrice({ids: [1]}));

// From then on, publishing takes for ever.
async function makeEndless(): Promise<void> {
  await useStore(place.settings().storePath, {}, ({connection}) => connection.run(endlessFunding));
}

describe("publishAtEnd(load)", () => {
  it("keeps the old snapshot when interrupted, and notes that it is older than the store", async () => {
    await place.load(addOne);
    await makeEndless();
    const [before, controller] = [snapshot(), new AbortController()];
    const work = async (load: Load) => {
      await addOne(load);
      controller.abort();
    };
    const report = await place.load(work, {signal: controller.signal});
    expect(report).toMatchObject({interrupted: true, rows: 1, publishSeconds: 0});
    expect(place.left.filter((text) => text === older)).toHaveLength(1);
    expect([snapshot().equals(before), temporary()]).toEqual([true, []]);
  });
});

describe("deriveStore(settings)", () => {
  it("publishes the derived rows, although hours whose rows were deleted by hand look due", async () => {
    await place.load(async ({client, books}) => books.add(await client().latestPrice({ids: [1, 2, 112]})));
    await useStore(place.settings().storePath, {}, ({connection}) =>
      connection.run("DELETE FROM feed_updates WHERE entryIndex = 0")
    );
    const before = snapshot();
    const log = {note() {}, warn: (text: string) => place.warnings.push(text), step() {}, done() {}};
    const options = {rebuild: true, log, signal: new AbortController().signal};
    expect(await deriveStore(place.settings(), options)).toMatchObject({due: 0});
    expect(place.warnings.filter((text) => text.includes("published"))).toEqual([]);
    expect(snapshot().equals(before)).toBe(false);
  });
});

describe("retainAtEnd(load)", () => {
  const day = 86_400_000;

  // Loads bodies that were published so many days ago.
  async function loadDays(days: readonly number[], retain: object, hold = true) {
    const path = join(place.folder, "bodies.ndjson");
    const priceFeeds = [{priceFeedId: 1, price: "100", exponent: -2}, {priceFeedId: -1}];
    const lines = days.map((ago) =>
      JSON.stringify({parsed: {timestampUs: String((Date.now() - ago * day) * 1000), priceFeeds}})
    );
    writeFileSync(path, lines.join("\n"));
    const loading = {online: false, config: {retain}, hold, publishes: false, derives: true};
    await place.load((load) => loadFiles(load, {paths: [path]}), loading);
    const count = (table: string) => `(SELECT count(*) FROM ${table})`;
    const booked = "(SELECT sum(rows) FROM loads)";
    const [counts] = await place.records(
      `SELECT ${count("feed_updates")} AS rows, ${count("rejected_entries")} AS rejects, ${count("bars_1m")} AS bars, ${booked} AS booked`
    );
    return counts;
  }

  it("drops old updates after they are derived, whether or not the store is held", async () => {
    const retain = {rows: "90d"};
    expect(await loadDays([200, 100, 1, 0], retain)).toEqual({rows: 2, rejects: 2, bars: 4, booked: 4});
    expect(await loadDays([0.5, 150], retain, false)).toEqual({rows: 3, rejects: 3, bars: 6, booked: 6});
    expect(place.warnings.filter((text) => text.includes("dropped"))).toEqual([]);
  });
});
