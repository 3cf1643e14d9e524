import {mkdtempSync, readdirSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {runSqlFile} from "../../loaders/site/sql.js";
import {publish} from "../../loaders/snapshot/publish.js";
import {openStore} from "../../loaders/store/open.js";
import {boardRows} from "../../src/components/board/board.js";
import {readPick} from "../../src/components/inputs/pick.js";
import type {Opening} from "../../src/lib/opening.js";
import {stepOf} from "../../src/lib/resolution.js";
import {makeSnapshot} from "../helpers/snapshot.js";
import {casesOf} from "../helpers/soak.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-openings-"));
const path = join(folder, "feeds.duckdb");
const pages = ["feed", "prices", "spreads", "funding"];
const points: Record<string, number> = {feed: 270, prices: 270, spreads: 48, funding: 135}; // two feeds have rates of BTC

afterAll(() => rmSync(folder, {recursive: true}));

describe.each(casesOf([0.05, 2, 200], [1.4, 26]))("the opening of a store of %d hours", (hours) => {
  beforeAll(async () => await makeSnapshot(path, {hours}));

  it.each(pages)("has on page %s the step that the page would choose", async (page) => {
    const opening = await open(page);
    const {from, until, step} = opening.pick;
    expect(step).toBe(stepOf(String(from), String(until), Number(points[page])));
    expect(readPick(opening, {})).toMatchObject(chosenOf(opening));
    const {step: chosen, ...picked} = readPick(opening, {range: "1h"}, 270);
    expect(chosen).toBe(stepOf(String(picked.from), String(picked.until), Number(points[page])));
  });
});

describe.each(casesOf([25_000_000, 1_200_000], [1_500_000]))(
  "the opening of a snapshot of at most %d bytes",
  (budgetBytes) => {
    beforeAll(async () => await makeSnapshot(path, {hours: 200, budgetBytes}));

    it.each(pages)("has on page %s the resolution that the page would choose, and answers", async (page) => {
      const opening = await open(page);
      expect(readPick(opening, {})).toMatchObject(chosenOf(opening));
      expect(opening.parts?.map(({name}) => name)).toContain("prices");
      const all = readPick(opening, {range: "all"});
      const part = opening.parts?.find(({name}) => name === "prices");
      expect(part?.whole).toBe(budgetBytes > 2e6);
      expect(all.resolution === "raw").toBe(part?.whole);
    });
  }
);

describe("the opening of a store with absurd dates", () => {
  beforeAll(async () => await makeAbsurd());

  it.each(pages)(
    "spans on page %s what is dated plausibly, also where all is shown, and counts the rest",
    async (page) => {
      const opening = await open(page);
      expect(opening.pick).toMatchObject({until: "2026-05-12T14:00:00Z"});
      expect(readPick(opening, {range: "all"})).toMatchObject({
        from: "2026-05-11T12:01:00Z",
        until: "2026-05-12T14:00:00Z"
      });
      expect(opening.meta.misdated).toBe(4);
    }
  );
});

describe("the list of feeds in a store with absurd dates", () => {
  beforeAll(async () => await makeAbsurd());

  it("shows of each feed the last update that is dated plausibly", async () => {
    const {prices, rates} = boardRows(JSON.parse(String(await runSqlFile("src/data/index.json.sql", path))));
    const ages = [...prices, ...rates].map(({priceFeedId, ageSeconds}) => [priceFeedId, ageSeconds]);
    expect(new Map(ages as [number, number | null][]).get(10)).toBeNull();
    expect(ages.filter(([, age]) => age === 0)).toHaveLength(10);
  });
});

describe("the feeds that a page has nothing of", () => {
  beforeAll(async () => await makeSnapshot(path, {hours: 1}));

  it.each([
    ["feed", []],
    ["prices", [10, 112, 113, 114]],
    ["spreads", [6, 10, 112, 113, 114]],
    ["funding", [1, 2, 6, 8, 9, 10, 327, 922]]
  ])("are known on page %s", async (page, ids) => {
    const {others = [], feeds} = await open(page);
    expect(others.map(({priceFeedId}) => priceFeedId)).toEqual(ids);
    expect(feeds.length + ids.length).toBe(11);
  });
});

// The last updates of two feeds again, dated otherwise.
async function makeAbsurd(): Promise<void> {
  await makeSnapshot(path, {hours: 26});
  const store = await openStore(`${path}.store`);
  for (const at of ["1970-01-21 14:00:00", "9999-01-01 00:00:00"])
    await store.connection.run(
      `INSERT INTO feed_updates BY NAME SELECT * REPLACE (TIMESTAMP '${at}' AS publishedAt, uuid() AS responseId)
         FROM feed_updates WHERE priceFeedId IN (1, 112) AND publishedAt = TIMESTAMP '2026-05-12 14:00:00'`
    );
  await publish(store, path);
  store.close();
}

// How many points there may be, and of what, is no part of the pick, nor is the time zone.
function chosenOf({pick}: Opening): object {
  const others = ["points", "feedsAtOnce", "levels", "shifts", "draw", "closed"]; // which the page's own controls choose
  return Object.fromEntries(Object.entries(pick).filter(([name]) => !others.includes(name)));
}

async function open(page: string): Promise<Opening> {
  expect(readdirSync("src/data")).toContain(`${page}.json.sql`);
  const made = JSON.parse(String(await runSqlFile(`src/data/${page}.json.sql`, path)));
  return {...made, meta: made.meta[0], pick: made.pick[0]};
}
