import {copyFileSync, mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {runSqlFile} from "../../loaders/site/data-loaders/sql.js";
import {publish} from "../../loaders/snapshot/publish.js";
import {openStore} from "../../loaders/store/open.js";
import {keyOf} from "../../src/duckdb/sql/parameters.js";
import {stepOf} from "../../src/format/resolution.js";
import {readPick} from "../../src/inputs/pick.js";
import {boardRows} from "../../src/views/board/board.js";
import {makeSnapshot} from "../helpers/snapshot.js";
import {casesOf} from "../helpers/soak.js";
import {openingOf, pages, queriesOf, sharedSnapshot} from "./queries.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-openings-"));
const points = {feed: 270, prices: 270, spreads: 48, funding: 135}; // two feeds have rates of BTC

afterAll(() => rmSync(folder, {recursive: true}));

describe.each(casesOf([0.05, 200], [1.4, 2, 26]))("the opening of a store of %d hours", (hours) => {
  const path = join(folder, `${hours}.duckdb`);
  let made = path;
  beforeAll(async () => {
    if (hours === 200) made = await sharedSnapshot("whole");
    else await makeSnapshot(path, {hours});
  });

  it.each(pages)("has on page %s the step that the page would choose", async (page) => {
    const opening = await openingOf(made, page);
    const {from, until, step} = readPick(opening, {});
    expect(step).toBe(stepOf(String(from), String(until), points[page]));
    const [{priceFeedId = NaN} = {}] = opening.feeds.slice(-1); // whose view has the same step on a phone
    const answered = readPick({...opening, answered: priceFeedId}, {feed: String(priceFeedId)}).step;
    expect(readPick(opening, {feed: String(priceFeedId)}, 270).step).toBe(answered);
    const most = page === "funding" ? 270 : points[page]; // one feed has all of the width
    expect(answered).toBe(stepOf(String(from), String(until), most));
    const {step: chosen, ...picked} = readPick(opening, {range: "1h"}, 270);
    expect(chosen).toBe(stepOf(String(picked.from), String(picked.until), points[page]));
  });
});

describe.each(["whole", "cut"] as const)("the opening of a snapshot that is %s", (kind) => {
  it.each(pages)("has on page %s the answers that the page asks for", async (page) => {
    const opening = await openingOf(await sharedSnapshot(kind), page);
    const values: Record<string, unknown> = {...opening.pick, ...readPick(opening, {})};
    const answered = opening.answers.map(({strings, params}) => ({strings, params}));
    for (const {strings, names} of queriesOf(page))
      expect(answered).toContainEqual({strings, params: names.map((name) => keyOf(values[name]))});
    const part = opening.parts?.find(({name}) => name === "prices");
    expect(part?.whole).toBe(kind === "whole");
    expect(readPick(opening, {range: "all"}).resolution === "raw").toBe(part?.whole);
  });
});

describe("the opening of a store with absurd dates", () => {
  const path = join(folder, "absurd.duckdb");

  // The last updates of two feeds again, dated otherwise.
  beforeAll(async () => {
    copyFileSync(`${await sharedSnapshot("short")}.store`, `${path}.store`);
    const store = await openStore(`${path}.store`);
    for (const at of ["1970-01-21 14:00:00", "9999-01-01 00:00:00"])
      await store.connection.run(
        `INSERT INTO feed_updates BY NAME SELECT * REPLACE (TIMESTAMP '${at}' AS publishedAt, uuid() AS responseId)
           FROM feed_updates WHERE priceFeedId IN (1, 112) AND publishedAt = TIMESTAMP '2026-05-12 14:00:00'`
      );
    await publish(store, path);
    store.close();
  });

  it.each(pages)(
    "spans on page %s what is dated plausibly, also where all is shown, and counts the rest",
    async (page) => {
      const opening = await openingOf(path, page);
      const [from, until] = ["2026-05-12T06:01:00Z", "2026-05-12T14:00:00Z"];
      expect(readPick(opening, {})).toMatchObject({until});
      expect(readPick(opening, {range: "all"})).toMatchObject({from, until});
      expect(opening.meta.misdated).toBe(4);
    }
  );

  it("shows of each feed in the list of feeds the last update that is dated plausibly", async () => {
    const {prices, rates} = boardRows(JSON.parse(String(await runSqlFile("src/data/index.json.sql", path))));
    const ages = new Map([...prices, ...rates].map(({priceFeedId, ageSeconds}) => [priceFeedId, ageSeconds]));
    expect(ages.get(10)).toBeNull();
    expect([...ages.values()].filter((age) => age === 0)).toHaveLength(10);
  });
});

it.each([
  ["feed", []],
  ["prices", [10, 112, 113, 114]],
  ["spreads", [6, 10, 112, 113, 114]],
  ["funding", [1, 2, 6, 8, 9, 10, 327, 922]]
])("the feeds that page %s has nothing of are known there", async (page, ids) => {
  const {others = [], feeds} = await openingOf(await sharedSnapshot("short"), page);
  expect(others.map(({priceFeedId}) => priceFeedId)).toEqual(ids);
  expect(feeds.length + ids.length).toBe(11);
});
