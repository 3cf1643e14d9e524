import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {type DuckDBConnection, DuckDBInstance, quotedString} from "@duckdb/node-api";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {publishCommand} from "../../loaders/commands/upkeep.js";
import {messageOf} from "../../loaders/config/errors.js";
import type {Cluster} from "../../loaders/config/settings.js";
import {type Published, publish} from "../../loaders/snapshot/publish.js";
import {derive} from "../../loaders/sql/derive.js";
import {makeHistory} from "../bench/history.js";
import {type ClickHouseServer, EngineError, startClickHouseServer} from "../helpers/clickhouse-server.js";
import {compareSnapshots} from "../helpers/differences.js";
import {testHost} from "../helpers/host.js";
import {bodyAt, makeStore, type TestStore} from "../helpers/store.js";

let test: TestStore;
let engine: DuckDBInstance;
let inside: DuckDBConnection;
let server: ClickHouseServer;
let cluster: Cluster;

const bars = ["bars_1m", "bars_1h", "bars_1d"];

// Four days of eleven feeds, one with rates, and one that came for an instant long before. DuckDB with the store's rows stands
// for ClickHouse, which test/cluster/proof.ts asks.
beforeAll(async () => {
  test = await makeStore();
  await makeHistory(test.store, {rows: 13_000, feeds: 11, everySeconds: 300});
  await test.book(
    bodyAt(Date.UTC(2026, 0, 5) * 1000 + 123_456, {priceFeedId: 99, exponent: -2, price: 7, fundingRate: 3})
  );
  await test.store.connection.run(`INSERT INTO feeds (priceFeedId, symbol, updatedAt)
    SELECT i, 'Crypto.F' || i, TIMESTAMP '2026-01-01' FROM range(1, 13) AS ids(i)`);
  await derive((work) => work(test.store));
  engine = await DuckDBInstance.create(":memory:");
  inside = await engine.connect();
  for (const name of [
    "loads",
    "responses",
    "feeds",
    "feed_held",
    "sessions",
    "funding_runs",
    "prices",
    "funding",
    ...bars
  ])
    await inside.run(`CREATE TABLE ${name} AS FROM ${await copyOf(name)}`);
  server = await startClickHouseServer(async (sql, path) => {
    await inside.run(`COPY (${sql}) TO ${quotedString(path)} (FORMAT parquet)`).catch((error: unknown) => {
      const [message = ""] = messageOf(error).split("\n");
      if (message.startsWith("Catalog Error")) throw new EngineError(60, "UNKNOWN_TABLE", message);
      throw new EngineError(47, "UNKNOWN_IDENTIFIER", message);
    });
  });
  cluster = {url: server.url, user: server.user, password: server.password};
  await published("there", {cluster});
});

async function copyOf(name: string): Promise<string> {
  const file = quotedString(at(`${name}.parquet`));
  await test.store.connection.run(`COPY ${name} TO ${file} (FORMAT parquet)`);
  return file;
}

afterAll(async () => {
  await server.stop();
  engine.closeSync();
  test.remove();
});

function published(name: string, options: {budgetBytes?: number; cluster?: Cluster}, from = test): Promise<Published> {
  return publish(from.store, join(test.folder, name), options);
}

const at = (name: string) => join(test.folder, name);

// Of each table the columns that differ.
async function differing(one: string, other: string): Promise<object> {
  const compared = Object.entries(await compareSnapshots(at(one), at(other)));
  expect(compared.length).toBeGreaterThan(18);
  return Object.fromEntries(
    compared.flatMap(([name, {differ}]) => (Object.keys(differ).length > 0 ? [[name, differ]] : []))
  );
}

describe("publish(store, path, {cluster})", () => {
  it("makes the snapshot of the store, of a cluster that has its rows, and leaves the connection as it was", async () => {
    await published("here", {});
    const {cluster: asked} = await published("again", {cluster});
    expect(asked).toMatchObject({url: server.url, unjudged: 0});
    expect(await differing("here", "again")).toEqual({});
  });

  it("brings the windows that fit, with the last update of feeds that have none in them", async () => {
    const budgetBytes = 1_250_000;
    const {parts} = await published("small here", {budgetBytes});
    expect(parts.find(({name}) => name === "prices")).toMatchObject({whole: false, since: expect.any(String)});
    const before = server.queries.length;
    await published("small there", {budgetBytes, cluster});
    expect(await differing("small here", "small there")).toEqual({});
    const asked = server.queries.slice(before).filter((sql) => sql.includes(" FROM prices "));
    expect(asked[0]).toMatch(/^SELECT priceFeedId, .* FROM prices WHERE true AND publishedAt >= '20/);
    expect(asked[1]).toContain("(priceFeedId, publishedAt) IN ((99, '2026-01-05 00:00:00.123456'))");
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
      "ALTER TABLE sessions DROP marketSession",
      /refuses: .*marketSession.*: feedbook ship makes the tables/
    ],
    [
      "simulated rows",
      () => ({}),
      "UPDATE loads SET sandbox = true",
      /^the ClickHouse server at .* has simulated rows, and the store real ones, which are never mixed/
    ]
  ])("tells of %s without the password, and keeps the snapshot", async (_what, change, sql, message) => {
    const before = readFileSync(at("there"));
    await inside.run(`BEGIN; ${sql}`);
    const problem = await published("there", {cluster: {...cluster, ...change()}}).catch(messageOf);
    await inside.run("ROLLBACK");
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

  it("warns of a password that others could read on its way", async () => {
    const host = await publishFrom("http://0.0.0.0:9/market", at("open/feeds.duckdb")); // where nobody listens
    expect(host.err()).toMatch(
      /^warning: FEEDBOOK_CLICKHOUSE_PASSWORD is sent to http:\/\/0\.0\.0\.0:9\/market unencrypted/
    );
    expect(host.exitCode).toBe(1);
  });
});
