import {resolve} from "node:path";
import {pathToFileURL} from "node:url";
import {describe, expect, it} from "vitest";
import {loadFiles} from "../../../loaders/load/files/file.js";
import {eachPlace} from "../../helpers/loading.js";

const cases = resolve("test/fixtures/cases");

const place = eachPlace();

/** Loads a case: its report and messages, and when its updates were published, in seconds after 2026-09-22 10:10. */
async function load(name: string) {
  const report = await place.load((one) => loadFiles(one, {paths: [`${cases}/${name}`]}), {online: false});
  const times = await place.records("SELECT epoch(publishedAt) - 1790071800 AS time FROM feed_updates ORDER BY time");
  const url = `${pathToFileURL(cases).href}/${name}`;
  const texts = [...report.problems, ...place.warnings, ...place.notes].map((text) => text.replace(url, ""));
  return {report, times: times.map(({time}) => time), texts};
}

describe("loadFiles(load, {paths}) of files as people have them", () => {
  it.each<[string, number[], ...RegExp[]]>([
    ["01-ticks.jsonl", [0, 1, 2]],
    [
      "03-websocket.ndjson",
      [10, 11, 12],
      /^#4: subscribedWithInvalidFeedIdsIgnored: feeds are left out: \{"unknownIds":\[99999\]\}$/,
      /^#7: subscriptionError: unknown feed$/,
      /^left out messages without prices: 1 subscribed, 1 subscribedWithInvalidFeedIdsIgnored, 1 unsubscribed, 1 subscriptionError$/
    ],
    ["04-wrapped.ndjson", [20, 21, 22]],
    ["05-parsed-only.ndjson", [30, 31]],
    ["06-array.json", [40, 41]],
    ["07-pretty.ndjson", [50, 51]],
    ["08-utf16le.json", [60]],
    ["08-utf16le.ndjson", [61, 62]],
    ["09-no-timestamp.json", [70]],
    ["21-three-connections.ndjson", [2200, 2200, 2200, 2201, 2201, 2201, 2202, 2202, 2202]],
    [
      "42-header-zero.ndjson",
      [0, 104928200],
      /^#1: body has timestampUs "0", which cannot be its time, and no entry has a feedUpdateTimestamp to date it by/,
      /^1 body dated in the future, the first #3 \(2030-01-18T20:53:20\.000Z\): pages leave such updates out until then$/
    ]
  ])("loads %s, or says why it cannot", async (name, times, ...texts) => {
    const loaded = await load(name);
    expect(loaded.times).toEqual(times);
    expect(loaded.texts).toEqual(texts.map((text) => expect.stringMatching(text)));
    expect(loaded.report.undated).toBe(name.startsWith("09") ? 1 : 0);
  });

  it("keeps huge mantissas, and makes a price that is not finite null (16-extremes.ndjson)", async () => {
    const {report, texts} = await load("16-extremes.ndjson");
    expect(report).toMatchObject({responses: 6, rows: 11, rejected: 0, coercions: 0, problems: []});
    expect(texts).toEqual([expect.stringMatching(/^#6: body has no parsed object, only signed data: ask for parsed;/)]);
    const mantissas = "SELECT price FROM feed_updates WHERE priceFeedId IN (900, 901, 905, 908) ORDER BY priceFeedId";
    const prices = (await place.records(mantissas)).map(({price}) => price);
    expect(prices).toEqual([2 ** 63, -(2 ** 63), 28750, null]);
    expect(await place.records("FROM prices WHERE NOT isfinite(price)")).toEqual([]);
  });

  it("reads a number in any unambiguous form, and lists other values (24-writings.json)", async () => {
    await load("24-writings.json");
    const prices = await place.records("SELECT price FROM feed_updates ORDER BY priceFeedId");
    const read = [6500000000000, null, null, 28750, null, null, null, null, null, 15456806];
    expect(prices.map(({price}) => price)).toEqual(read);
    const listed = "SELECT priceFeedId AS id, columnName AS name, value::VARCHAR AS value FROM coercions ORDER BY id";
    expect((await place.records(listed)).map((row) => Object.values(row))).toEqual([
      [2, "price", '"1,900.50"'],
      [3, "price", '"0x1F"'],
      [5, "price", '"1_000"'],
      [6, "price", "true"],
      [7, "price", '["99995800"]'],
      [8, "price", '"٦٥"'],
      [9, "price", '["30031","30032"]'],
      [10, "marketSession", '"reg\\u0000ular"']
    ]);
  });
});
