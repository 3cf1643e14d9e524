import {readdirSync, readFileSync, rmSync} from "node:fs";
import type {IncomingMessage, ServerResponse} from "node:http";
import {join} from "node:path";
import {text} from "node:stream/consumers";
import {quotedString} from "@duckdb/node-api";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {wholeRows} from "../../loaders/cluster/rows.js";
import {publishCommand} from "../../loaders/commands/upkeep.js";
import {messageOf} from "../../loaders/config/errors.js";
import type {Cluster} from "../../loaders/config/settings.js";
import {listen, type Serving} from "../../loaders/http/listen.js";
import {type Published, publish} from "../../loaders/snapshot/publish.js";
import {derive} from "../../loaders/sql/derive.js";
import {sqlOf} from "../../loaders/sql/list.js";
import {useEmptyStore} from "../../loaders/store/open.js";
import {makeHistory} from "../bench/history.js";
import {compareSnapshots} from "../cluster/differences.js";
import {testHost} from "../helpers/host.js";
import {bodyAt, makeStore, type TestStore} from "../helpers/store.js";

let test: TestStore;
let server: Serving;
let cluster: Cluster;
const queries: string[] = [];

// Four days of eleven feeds, one with rates, one that came for an instant long before, and faults of each kind. The store itself
// answers for a cluster: whether ClickHouse gives the same rows, test/cluster/proof.ts shows.
beforeAll(async () => {
  test = await makeStore();
  await makeHistory(test.store, {rows: 13_000, feeds: 11, everySeconds: 300});
  const longAgo = Date.UTC(2026, 0, 5) * 1000 + 123_456;
  await test.book(
    bodyAt(longAgo, {priceFeedId: 99, exponent: -2, price: 7, fundingRate: 3, size: 1}),
    {text: bodyAt(longAgo + 1, {price: 1}, {priceFeedId: 98, exponent: -2, price: "many"}), missingFeeds: ["97"]},
    bodyAt(longAgo + 3_600e6, {priceFeedId: 98, price: 5}) // without an exponent, in another hour of that day
  );
  await test.store.connection.run(`INSERT INTO feeds (priceFeedId, symbol, updatedAt)
    SELECT i, 'Crypto.F' || i, TIMESTAMP '2026-01-01' FROM range(1, 13) AS ids(i);
    INSERT INTO failed_responses SELECT responseId, 'body has no parsed object', '{}' FROM responses LIMIT 1;
    DELETE FROM feed_updates WHERE hash(publishedAt) % 9 = 0 AND priceFeedId < 5;
    CREATE OR REPLACE VIEW rules AS FROM (${sqlOf("rules")}) LIMIT 0; -- a cluster has none
    CREATE TEMP MACRO toStartOfDay(instant) AS time_bucket(INTERVAL 1 DAY, instant)`);
  await derive((work) => work(test.store), {rebuild: true});
  server = await listen(answer, 0, {methods: ["POST"]});
  cluster = {url: `${server.url}/market`, user: "reader", password: "s3cret-of-reader"};
  await fromCluster("there");
});

afterAll(async () => {
  await server.close();
  test.remove();
});

// As much of ClickHouse's HTTP interface as publishing uses.
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const login = Buffer.from(String(request.headers.authorization).slice("Basic ".length), "base64").toString();
  const [, sql = "", format = ""] = /^(.*)\s+FORMAT (Parquet|JSON)\w*$/s.exec((await text(request)).trim()) ?? [];
  const refuse = (code: number, message: string) =>
    response.writeHead(500).end(`Code: ${code}. DB::Exception: ${message} (SOME_NAME) (version 26.7.1.1)\n`);
  if (login !== `${cluster.user}:${cluster.password}`)
    return void refuse(516, `reader: Authentication failed: ${request.headers.authorization}, ${login}, is incorrect.`); // a bad server
  queries.push(sql);
  const path = at(`${queries.length}.of-server`);
  await test.store.connection.run(`COPY (${storeSql(sql)}) TO ${quotedString(path)} (FORMAT ${format})`).then(
    () => response.end(readFileSync(path)),
    (error: unknown) => refuse(47, messageOf(error).split("\n")[0] ?? "")
  );
  rmSync(path, {force: true});
}

// The same rows of a store.
function storeSql(sql: string): string {
  const whole = Object.keys(wholeRows).find((name) => wholeRows[name] === sql);
  if (whole !== undefined) return `FROM ${whole}`;
  return sql
    .replace("version()", "'26.7.1'")
    .replace(/\* EXCEPT '.*?',[^)]*? FROM kept_hours/g, "* FROM quality_hours")
    .replace(/\* EXCEPT spreadBins/, "* EXCLUDE (spreadBins)")
    .replace(/\* EXCEPT/, "* EXCLUDE")
    .replaceAll("kept_hours", "quality_hours")
    .replaceAll(" FINAL", "");
}

function fromStore(name: string, budgetBytes?: number): Promise<Published> {
  return publish(test.store, at(name), {...(budgetBytes && {budgetBytes})});
}

function fromCluster(name: string, budgetBytes?: number, other: Partial<Cluster> = {}): Promise<Published> {
  const options = {cluster: {...cluster, ...other}, ...(budgetBytes && {budgetBytes})};
  return useEmptyStore((store) => publish(store, at(name), options));
}

const at = (name: string) => join(test.folder, name);

// The columns that differ, by table.
async function differing(one: string, other: string): Promise<object> {
  const compared = Object.entries(await compareSnapshots(at(one), at(other)));
  expect(compared.length).toBeGreaterThan(18);
  return Object.fromEntries(
    compared.flatMap(([name, {differ}]) => (Object.keys(differ).length > 0 ? [[name, differ]] : []))
  );
}

describe("publish(store, path, {cluster})", () => {
  it("makes the snapshot of the store, of a cluster that has its rows", async () => {
    await fromStore("here");
    const {cluster: asked, parts} = await fromCluster("again");
    expect(asked).toBe(cluster.url);
    expect(await differing("here", "again")).toEqual({});
    for (const name of ["quality_1h", "gaps", "fault_examples", "field_changes", "funding_1h", "latency_1h"])
      expect(parts.find((part) => part.name === name)?.rows, name).toBeGreaterThan(0);
  });

  it("brings the windows that fit, with the last update of feeds that have none in them", async () => {
    const {parts} = await fromStore("small here", 1_400_000);
    expect(parts.find(({name}) => name === "prices")).toMatchObject({whole: false, since: expect.any(String)});
    const before = queries.length;
    await fromCluster("small there", 1_400_000);
    expect(await differing("small here", "small there")).toEqual({});
    const asked = queries.slice(before).filter((sql) => sql.includes(" FROM prices "));
    expect(asked[0]).toMatch(/FROM prices WHERE true AND publishedAt >= '20/);
    expect(asked[1]).toContain(
      "(priceFeedId, publishedAt) IN ((99, '2026-01-05 00:00:00.123456'), (98, '2026-01-05 01:00:00.123456'))"
    );
  });

  it("copies only the rows of the chosen feeds if others do not fit", async () => {
    const {connection} = test.store;
    await connection.run(`INSERT INTO feeds (priceFeedId, symbol, updatedAt)
      SELECT i, 'Crypto.F' || i, TIMESTAMP '2026-01-01' FROM range(1000, 2000) AS ids(i)`);
    await fromStore("few here", 1_250_000);
    const before = queries.length;
    await fromCluster("few there", 1_250_000);
    await connection.run("DELETE FROM feeds WHERE priceFeedId >= 1000");
    expect(await differing("few here", "few there")).toEqual({});
    const asked = queries.slice(before).filter((sql) => / FROM (?:prices|quality_hours|kept_hours) /.test(sql));
    expect(asked.at(-1)).toContain("(priceFeedId IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) AND ");
  });

  it.each<[string, () => Partial<Cluster>, string, RegExp]>([
    [
      "a wrong password",
      () => ({password: "wr0ng-password"}),
      "",
      /refuses: reader: Authentication failed.*: set FEEDBOOK_CLICKHOUSE_USER and FEEDBOOK_CLICKHOUSE_PASSWORD$/
    ],
    [
      "a column that is missing",
      () => ({}),
      "DROP VIEW prices; CREATE VIEW prices AS SELECT 1 AS publishedAt",
      /refuses: .*entryIndex.*: feedbook ship makes the tables/
    ]
  ])("reports %s without the password, and keeps the snapshot", async (_what, change, sql, message) => {
    const before = readFileSync(at("there"));
    await test.store.connection.run(`BEGIN; ${sql}`);
    const problem = await fromCluster("there", undefined, change()).catch(messageOf);
    await test.store.connection.run("ROLLBACK");
    expect(problem).toMatch(message);
    expect(problem).not.toMatch(/s3cret|wr0ng|cmVhZGVyO/); // the last: how base64 of the user begins
    expect(readFileSync(at("there")).equals(before)).toBe(true);
    expect(readdirSync(test.folder).filter((name) => name.includes(".answer."))).toEqual([]);
  });
});

describe("feedbook publish", () => {
  async function publishFrom(url: string, storePath: string) {
    const {user, password} = cluster;
    const asking = {FEEDBOOK_CLICKHOUSE_USER: user, FEEDBOOK_CLICKHOUSE_PASSWORD: password};
    const host = testHost({env: {FEEDBOOK_ENGINE: "clickhouse", FEEDBOOK_CLICKHOUSE_URL: url, ...asking}});
    await publishCommand(host).parseAsync(["--store", storePath], {from: "user"});
    return host;
  }

  it("makes the snapshot without a store", async () => {
    const host = await publishFrom(cluster.url, at("none/feeds.duckdb"));
    expect(host.out()).toContain(`all rows come from the cluster at ${cluster.url}`);
    expect(readdirSync(at("none"))).toEqual(["feeds.snapshot.duckdb"]);
    expect(host.exitCode ?? 0).toBe(0);
  });

  it("warns of a password that others could read on its way", async () => {
    const host = await publishFrom("http://0.0.0.0:9/market", at("open/feeds.duckdb")); // where nobody listens
    expect(host.err()).toMatch(
      /^warning: FEEDBOOK_CLICKHOUSE_PASSWORD is sent to http:\/\/0\.0\.0\.0:9\/market unencrypted/
    );
    expect(host.exitCode).toBe(1);
  });
});
