import {copyFileSync, mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {runSqlFile} from "../../loaders/site/data-loaders/sql.js";
import {publish} from "../../loaders/snapshot/publish.js";
import {openStore} from "../../loaders/store/open.js";
import {keyOf} from "../../src/duckdb/sql/parameters.js";
import {readPick} from "../../src/inputs/pick.js";
import {boardRows} from "../../src/views/board/board.js";
import {openingOf, pages, queriesOf, sharedSnapshot} from "./queries.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-openings-"));

afterAll(() => rmSync(folder, {recursive: true}));

describe.each(["whole", "cut"] as const)("the opening of a %s snapshot", (kind) => {
  it.each(pages)("answers every query of page %s", async (page) => {
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

  // Repeats the last updates of two feeds with absurd dates.
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

  it.each(pages)("spans only plausible dates on page %s, and counts the others", async (page) => {
    const opening = await openingOf(path, page);
    const [from, until] = ["2026-05-12T06:01:00Z", "2026-05-12T14:00:00Z"];
    expect(readPick(opening, {})).toMatchObject({until});
    expect(readPick(opening, {range: "all"})).toMatchObject({from, until});
    expect(opening.meta.misdated).toBe(4);
  });

  it("lists each feed with its last plausibly dated update", async () => {
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
])("page %s knows the feeds for which it has no data", async (page, ids) => {
  const {others = [], feeds} = await openingOf(await sharedSnapshot("short"), page);
  expect(others.map(({priceFeedId}) => priceFeedId)).toEqual(ids);
  expect(feeds.length + ids.length).toBe(11);
});
