import {afterEach, describe, expect, it} from "vitest";
import {readConfig} from "../../../loaders/config/schema.js";
import {loadHistory} from "../../../loaders/load/history.js";
import {listCatalogue} from "../../../loaders/service/sandbox/catalogue.js";
import {readFaults} from "../../../loaders/service/sandbox/faults.js";
import {startSandbox} from "../../../loaders/service/sandbox/server.js";
import {derive} from "../../../loaders/sql/derive.js";
import {useStore} from "../../../loaders/store/open.js";
import {eachStore} from "../../helpers/each-store.js";
import {eachPlace} from "../../helpers/loading.js";

const place = eachPlace({derives: true});
let close = async (): Promise<void> => {};
afterEach(() => close());

/** Loads the sandbox's feeds of a range with faults. */
async function load(range: {from: string; to: string}, faults: string | null, config = {}): Promise<void> {
  await close();
  const sandbox = await startSandbox({faults: faults === null ? [] : readFaults(faults)});
  close = sandbox.close;
  await place.load((load) => loadHistory(load, {...range, every: "5m"}, {}), {baseUrl: sandbox.url, config});
}

const events = async () =>
  (await place.records("SELECT kind, priceFeedId, min(startedAt) AS began FROM events GROUP BY ALL ORDER BY ALL")).map(
    ({kind, priceFeedId, began}) => `${kind} ${priceFeedId} ${String(began).slice(11, 16)}`
  );

const morning = {from: "2026-05-12T14:00:00Z", to: "2026-05-12T16:25:00Z"}; // regular hours in New York

describe("events of the default rules", () => {
  it("are none in seven days of the sandbox without faults, over a weekend", async () => {
    await load({from: "2026-05-06T00:00:00Z", to: "2026-05-13T00:00:00Z"}, null);
    expect(await place.records("SELECT count(*) AS n FROM feed_updates")).toEqual([{n: 50 * 2017}]);
    expect(await events()).toEqual([]);
  }, 240_000);

  it("find each sandbox fault within the rule's time, and nothing else, in any load order", async () => {
    const faults =
      "stale:2,stall:922,deviate:1,spread:327,confidence:346,publishers:6,jump:937,rate:113,cross:335,gap:13";
    const ids = [1, 2, 6, 13, 112, 113, 327, 335, 346, 922, 937]; // without peers of 1
    await load({...morning, from: "2026-05-12T15:00:00Z"}, faults, {feeds: {ids}});
    await load({...morning, to: "2026-05-12T14:55:00Z"}, faults, {feeds: {ids}});
    const others = listCatalogue(0).filter(
      ({state, pyth_lazer_id: id}) => state === "stable" && !ids.includes(Number(id))
    );
    await load(morning, faults, {feeds: {ids: others.map(({pyth_lazer_id}) => pyth_lazer_id)}});
    expect(await events()).toEqual([
      "confidence 346 14:00",
      "crossed 335 14:00",
      "deviates 1 14:00",
      "gap 13 14:20",
      "jump 937 14:30",
      "publishers 6 14:00",
      "rate 113 14:00",
      "spread 327 14:00",
      "stale 2 14:00",
      "stalled 922 14:00"
    ]);
    const [stale] =
      await place.records(`SELECT events.responseId, events.entryIndex, feed_updates.priceFeedId, worst, endedAt
      FROM events
      JOIN feed_updates ON feed_updates.responseId::VARCHAR = events.responseId
        AND feed_updates.entryIndex = events.entryIndex AND feed_updates.publishedAt = startedAt
      WHERE kind = 'stale'`);
    expect(stale).toMatchObject({priceFeedId: 2, worst: 300, endedAt: null});
    const ended = await place.records(
      "SELECT kind, endedAt FROM events WHERE endedAt IS NOT NULL OR kind = 'gap' ORDER BY endedAt"
    );
    expect(ended.map(({kind, endedAt}) => `${kind} ${String(endedAt ?? "").slice(11, 16)}`)).toEqual([
      "gap 14:30",
      "jump 14:35",
      "gap 15:30",
      "jump 15:35",
      "gap " // it still lasts
    ]);
    const contents = () => place.records("FROM events ORDER BY eventId");
    const followed = await contents();
    await useStore(place.settings().storePath, {}, (store) => derive((work) => work(store), {rebuild: true}));
    expect(await contents()).toEqual(followed);
  }, 120_000);
});

describe("rules of the settings", () => {
  it("replace defaults for their feeds, add others, and count at the next load for older hours, too", async () => {
    await load(morning, "stale:2,stale:6,spread:327", {feeds: {ids: [2, 6, 327]}});
    expect(await events()).toEqual(["spread 327 14:00", "stale 2 14:00", "stale 6 14:00"]);
    const rules = [
      {kind: "stale" as const, feeds: [6], severity: "off" as const},
      {kind: "stale" as const, feeds: "Crypto.ETH*", limit: 301},
      {rule: "wide", kind: "spread" as const, feeds: "fx", limit: 399, severity: "critical" as const},
      {rule: "apart", kind: "deviates" as const, feeds: [327], limit: 1, reference: 2}
    ];
    const later = {from: morning.from, to: "2026-05-12T16:30:00Z"};
    await load(later, "spread:327", {feeds: {ids: [327]}, rules});
    expect(await place.records("SELECT rule, severity, priceFeedId FROM events ORDER BY rule")).toEqual([
      {rule: "apart", severity: "critical", priceFeedId: 327},
      {rule: "spread", severity: "warning", priceFeedId: 327},
      {rule: "wide", severity: "critical", priceFeedId: 327}
    ]);
  }, 60_000);
});

describe("events of made-up updates", () => {
  const test = eachStore();
  const run = (sql: string, parameters = {}) => test.store.connection.run(sql, parameters);
  /** An update each minute of a range, with these columns, which may use `i` and `t`. */
  const insert = (columns: string, since: string, minutes: number, session = "regular") =>
    run(`INSERT INTO feed_updates BY NAME
      SELECT ${columns}, t AS publishedAt, '${session}' AS marketSession, 0 AS exponent, 0 AS entryIndex, uuid() AS responseId
      FROM (SELECT i, TIMESTAMP '2026-05-${since}' + to_minutes(i) AS t FROM range(${minutes}) AS minutes(i))`);
  const found = async () => {
    await test.derive();
    const sql = `SELECT concat_ws(' ', rule, priceFeedId, strftime(startedAt, '%H:%M'), coalesce(strftime(endedAt, '%H:%M'), 'open'),
      format('limit {:g}', "limit")) AS text FROM events ORDER BY startedAt, rule`;
    return (await test.records(sql)).map(({text}) => text);
  };

  it("of publishers take the minimum of the update's session and time, else the feed's", async () => {
    const sessions = (regular: number) => JSON.stringify({regular: {min_pub: regular}, over_night: {min_pub: 1}});
    await insert("1 AS priceFeedId, 100 AS price, 3 AS publisherCount", "12 11:50", 20);
    await insert("1 AS priceFeedId, 100 AS price, 1 AS publisherCount", "12 12:10", 20, "overNight");
    await insert("1 AS priceFeedId, 100 AS price, 4 AS publisherCount", "12 12:30", 20, "postMarket");
    await insert("2 AS priceFeedId, 100 AS price, 2 AS publisherCount", "12 12:55", 20);
    expect(await found()).toEqual([]); // without a catalogue, one is enough
    await run(
      `INSERT INTO feeds BY NAME SELECT id AS priceFeedId, n AS minPublishers, more, now() AS updatedAt
       FROM (VALUES (1, 5, {'market_sessions': $now::JSON}), (2, 3, NULL)) AS listed(id, n, more)`,
      {now: sessions(4)}
    );
    await run("INSERT INTO feed_changes VALUES ('2026-05-12 12:00', 1, 'market_sessions', $before, $now)", {
      before: sessions(2),
      now: sessions(4)
    });
    expect(await found()).toEqual([
      "publishers 1 12:00 12:10 limit 4",
      "publishers 1 12:30 open limit 5",
      "publishers 2 12:55 open limit 3"
    ]);
  });

  it("of several rules of kind stalled have the time and limit of each", async () => {
    const stall = {kind: "stalled", limit: 5} as const;
    const rules = [
      {...stall, rule: "calm", window: "10m"},
      {...stall, rule: "still", window: "1h"}
    ];
    await test.reopen(readConfig({rules}));
    const price = "100 + CASE WHEN i < 40 THEN i % 2 WHEN i < 55 THEN i % 2 * 0.01 ELSE 0 END AS price";
    await insert(`1 AS priceFeedId, ${price}, t AS feedUpdateTimestamp`, "12 12:00", 90);
    await insert("1 AS priceFeedId, 100 + i % 2 AS price, t AS feedUpdateTimestamp", "12 13:30", 20);
    expect(await found()).toEqual(["calm 1 12:40 13:31 limit 5", "stalled 1 12:54 13:31 limit 0.01"]);
  });

  it("of stale updates take three times the usual age of a slow feed, unless a rule has a limit", async () => {
    await test.reopen(readConfig({rules: [{kind: "stale", feeds: [2], limit: 3500}]}));
    const hourly = "100 AS price, t - to_minutes(i % 60) AS feedUpdateTimestamp";
    await insert(`1 AS priceFeedId, ${hourly}`, "11 00:00", 30 * 60);
    await insert(`2 AS priceFeedId, ${hourly}`, "12 05:00", 60);
    await insert("1 AS priceFeedId, 100 AS price, t - to_minutes(i) AS feedUpdateTimestamp", "12 06:00", 178);
    expect(await found()).toEqual(["stale 2 05:59 open limit 3500"]);
    await insert("1 AS priceFeedId, 100 AS price, TIMESTAMP '2026-05-12 06:00' AS feedUpdateTimestamp", "12 08:58", 1);
    expect(await found()).toEqual(["stale 2 05:59 open limit 3500", "stale 1 06:02 open limit 10620"]);
  });
});
