import {randomLcg} from "d3";
import {describe, expect, it} from "vitest";
import {findGaps} from "../../loaders/inspect/gaps.js";
import {storeStatus} from "../../loaders/inspect/status.js";
import {publish} from "../../loaders/snapshot/publish.js";
import {openSnapshot} from "../../loaders/snapshot/snapshot.js";
import {bookResponses} from "../../loaders/store/book.js";
import {startLoad} from "../../loaders/store/loads.js";
import {eachStore} from "../helpers/each-store.js";
import {bodyAt, booking, type Told} from "../helpers/store.js";

// What the commands and the pages both say of a store, they say by one rule: the same question, asked both sides.

const test = eachStore();

const start = Date.UTC(2026, 4, 12, 13) * 1000;
const minute = 60_000_000;

/** Answers of the snapshot that pages have. */
async function ofPages(sql: string): Promise<unknown[][]> {
  await test.derive();
  const path = `${test.folder}/snapshot.duckdb`;
  await publish(test.store, path);
  const snapshot = await openSnapshot(path);
  try {
    return (await snapshot.query(sql)).rows;
  } finally {
    snapshot.close();
  }
}

describe("feedbook status and feed_freshness", () => {
  const sessions = ["regular", "preMarket", "postMarket", "overNight", "closed", "aNewSession", null];
  const ages = [null, -5, 0, 60, 60.1, 1e5];

  it("call each feed the same in all sessions, at all ages, heard of or not, missed or not, misdated or not", async () => {
    const feeds = sessions.flatMap((session) => ages.map((age) => ({session, age})));
    const entry = (id: number, at: number) => {
      const {session = null, age = null} = feeds[id] ?? {};
      const feedUpdateTimestamp = age === null ? null : at - age * 1e6;
      return {priceFeedId: id, price: "1", marketSession: session, feedUpdateTimestamp};
    };
    const at = start + 30 * minute;
    const told: Told = {text: bodyAt(at, ...feeds.map((_, id) => entry(id, at))), missingFeeds: [101, 102]};
    const early = bodyAt(start, entry(100, start), entry(101, start), entry(0, start));
    await test.book(early, told, bodyAt(Date.UTC(1990, 1) * 1000, {priceFeedId: 103, price: "1"}));
    await test.store.connection.run(
      "INSERT INTO feeds BY NAME SELECT id AS priceFeedId, now() AS updatedAt FROM range(102, 105) AS t(id)"
    );
    const pages = await ofPages("SELECT priceFeedId, state FROM feed_freshness WHERE state <> 'never' ORDER BY ALL");
    const command = (await storeStatus(test.store)).feeds.map(({priceFeedId, state}) => [priceFeedId, state]);
    expect(pages).toEqual(command.sort(([a], [b]) => Number(a) - Number(b)));
    expect(new Set(pages.map(([, state]) => state))).toEqual(
      new Set(["fresh", "stale", "quiet", "closed", "unknown", "silent", "missing"])
    );
  });
});

/** Books an update of each feed at minutes after 13:00, each an answer of its own. */
async function came(updates: readonly (readonly [feed: number, minutes: readonly number[]])[], session = "regular") {
  const bodies = updates.flatMap(([priceFeedId, minutes]) =>
    minutes.map((at) => bodyAt(start + at * minute, {priceFeedId, price: "1", marketSession: session}))
  );
  await test.book(...bodies);
}

/** Books answers of price at minutes after 13:00 that there is nothing. */
async function missed(priceFeedId: number, minutes: readonly number[]): Promise<void> {
  const loadId = await startLoad(test.store, "history", false);
  await bookResponses(
    test.store,
    minutes.map((at) => ({
      ...booking(loadId, bodyAt(start + 600 * minute)),
      endpoint: "price",
      httpStatus: 404,
      requestedAt: new Date(start / 1000 + 1000 * minute),
      request: {priceFeedIds: [priceFeedId], timestamp: start + at * minute},
      missingFeeds: [priceFeedId]
    }))
  );
}

const every = (step: number, from: number, to: number) =>
  Array.from({length: Math.floor((to - from) / step) + 1}, (_, i) => from + i * step);
const without = (all: readonly number[], ...left: readonly (readonly [number, number])[]) =>
  all.filter((at) => !left.some(([from, to]) => at >= from && at <= to));

/** How many gaps the command lists of each feed between its first and last update: each once, whatever its parts. */
async function ofCommand(): Promise<unknown[][]> {
  const gaps = await findGaps(test.store, {from: null, to: null, feeds: null});
  const list = JSON.stringify(gaps.map(({priceFeedId, fromUs, toUs}) => ({priceFeedId, fromUs, toUs})));
  const rows = await test.records(`
    WITH gaps AS (SELECT unnest(from_json('${list}', '[{"priceFeedId":"BIGINT","fromUs":"BIGINT","toUs":"BIGINT"}]'), recursive := true)),
    waits AS (
      SELECT priceFeedId, epoch_us(publishedAt) AS us, lead(us) OVER (PARTITION BY priceFeedId ORDER BY us) AS nextUs
      FROM (SELECT DISTINCT priceFeedId, publishedAt FROM feed_updates)
    )
    SELECT priceFeedId, count(*) FILTER (EXISTS (
      SELECT 1 FROM gaps WHERE gaps.priceFeedId = waits.priceFeedId AND fromUs < nextUs AND toUs > us
    ))::INTEGER AS gaps
    FROM waits GROUP BY priceFeedId ORDER BY priceFeedId`);
  return rows.map(({priceFeedId, gaps}) => [priceFeedId, gaps]);
}

const counted = `SELECT priceFeedId, coalesce(sum(seen), 0)::INTEGER
  FROM (SELECT *, gaps_once(priceFeedId, startedAt, gaps, newGaps) AS seen FROM quality_1h)
  GROUP BY priceFeedId ORDER BY priceFeedId`;

describe("feedbook gaps and quality_1h", () => {
  // Each of a feed of its own.
  const cases: readonly (readonly [what: string, minutes: readonly number[], gaps: number, session?: string])[] = [
    ["regular updates", every(1, 0, 150), 0],
    ["a hole within an hour", without(every(1, 0, 150), [70, 75]), 1],
    ["a hole at the end of an hour", without(every(1, 0, 150), [118, 119]), 1],
    ["a hole from hour to hour", without(every(1, 0, 150), [110, 130]), 1],
    ["a hole of hours", without(every(1, 0, 400), [50, 310]), 1],
    ["many holes", without(every(1, 0, 200), [7, 9], [40, 40], [58, 61], [100, 119], [170, 171]), 5],
    ["a change of steps within an hour", [...every(5, 0, 50), 41, ...every(1, 51, 59)], 0],
    ["a hole beside slower steps", [...every(5, 0, 40), ...without(every(1, 41, 59), [50, 53])], 1],
    ["faster steps soon after an hour began", [...every(5, 0, 75), ...every(1 / 6, 76 + 1 / 6, 90)], 0],
    ["faster steps until an hour ends", [...every(5, 0, 45), ...every(1, 46, 59), ...every(5, 60, 130)], 0],
    ["an hour of slow steps", [...every(1, 0, 59), 75, 95, 115, ...every(1, 120, 150)], 3],
    ["a change of steps from hour to hour", [...every(1, 0, 59), ...every(7, 60, 200)], 0],
    ["a single update", [30], 0],
    ["two updates", [0, 50], 0],
    ["single updates of hours, as polled each hour", every(60, 10, 600), 0],
    ["a hole between single updates", without(every(60, 10, 900), [250, 400]), 1],
    ["updates of every half hour, and a hole", without(every(30, 0, 900), [300, 400]), 1],
    ["a feed that is polled each second, then each hour", [...every(1 / 60, 0, 59), ...every(60, 90, 600)], 0],
    ["an update that is a little late", [...every(1, 0, 10), 11.4, ...every(1, 12, 20)], 0],
    ["slower steps, and a hole", without(every(10, 0, 290), [120, 150]), 1],
    ["a market that is closed", without(every(1, 0, 150), [20, 29], [50, 70]), 2, "closed"],
    ["a market that is overNight", without(every(1, 0, 150), [20, 29], [50, 70]), 2, "overNight"]
  ];

  it("count the same of regular updates, holes, changes of steps, and markets that are closed", async () => {
    for (const [id, [, minutes, , session]] of cases.entries()) await came([[id, minutes]], session);
    const named = (rows: unknown[][]) => rows.map(([id, gaps]) => [cases[Number(id)]?.[0], gaps]);
    const expected = cases.map(([what, , gaps]) => [what, gaps]);
    expect(named(await ofCommand())).toEqual(expected);
    expect(named(await ofPages(counted))).toEqual(expected);
  });

  it("count the same of feeds that change their steps and pause at any time", async () => {
    const random = randomLcg(41);
    const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T;
    const feeds = Array.from({length: 150}, (_, feed) => {
      const minutes: number[] = [];
      const [jitter, dropped] = feed % 2 === 0 ? [0, 0] : [0.1, 0.05];
      let at = random() * 120;
      while (at < 600 && minutes.length < 150) {
        const step = pick([1 / 6, 0.5, 1, 5, 5, 10, 20, 40, 90]);
        const updates = pick([1, 2, 3, 5, 8, 20, 40]);
        for (let i = 0; i < updates; i++) {
          if (random() >= dropped) minutes.push(Math.round(at * 6e7) / 6e7);
          at += step * (1 + jitter * (2 * random() - 1));
        }
        at += pick([0, 0, step / 4, step, 3 * step, 70 / 60, 60]);
      }
      return minutes;
    });
    await came(feeds.map((minutes, feed) => [feed, minutes]));
    const [pages, command] = [await ofPages(counted), await ofCommand()];
    const differing = feeds.filter((_, feed) => pages[feed]?.[1] !== command[feed]?.[1]);
    expect(differing.slice(0, 3), `${differing.length} of ${feeds.length} feeds differ`).toEqual([]);
    expect(command.filter(([, gaps]) => Number(gaps) > 0).length).toBeGreaterThan(50);
  });

  it("count once what was asked for and did not come, where all was asked for, and where not", async () => {
    await came([[1, without(every(1, 0, 150), [20, 29], [80, 80], [115, 125])]]);
    await missed(1, [...every(1, 20, 24), 80, ...every(1, 115, 125)]);
    expect(await ofCommand()).toEqual([[1, 3]]);
    expect(await ofPages(counted)).toEqual([[1, 3]]);
  });

  it("count the same where each third instant had nothing", async () => {
    const all = every(1, 0, 50);
    await came([[1, all.filter((at) => at % 3 !== 2)]]);
    await missed(
      1,
      all.filter((at) => at % 3 === 2 && at < 50)
    );
    expect(await ofCommand()).toEqual(await ofPages(counted));
  });
});
