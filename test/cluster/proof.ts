import {type ChildProcess, spawn} from "node:child_process";
import {once} from "node:events";
import {copyFileSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {setTimeout} from "node:timers/promises";
import {execaNode} from "execa";
import {type ClickHouse, openClickHouse} from "../../loaders/cluster/client.js";
import {makeSchema} from "../../loaders/cluster/schema.js";
import {beginShipping, behind, feedColumns, ship} from "../../loaders/cluster/ship.js";
import {readSettings} from "../../loaders/config/settings.js";
import {openAccess} from "../../loaders/store/access.js";
import {queryRecords} from "../../loaders/store/database/query.js";
import type {Store} from "../../loaders/store/database/store.js";
import {readStore, useStore} from "../../loaders/store/open.js";
import {makeHistory} from "../bench/history.js";
import {measure, numberOption} from "../bench/measure.js";
import {compareSnapshots} from "./differences.js";

// Ships a store of many rows to ClickHouse in pieces, late ones among them, and compares every view of the cluster with the store's,
// and the snapshots that are made of both, value by value. With `--four`, four stores ship the rows at once. Ends with 1 if a value
// differs. Run: npm run test:cluster [-- --rows=10000000 --feeds=100 --four]

const [rows, feeds] = [numberOption("rows", 10_000_000), numberOption("feeds", 100)];
const four = process.argv.includes("--four");
const folder = mkdtempSync(join(tmpdir(), "feedbook-cluster-"));
const path = join(folder, "feeds.duckdb");
const byInstant = ["priceFeedId", "publishedAt"];
const byStart = ["priceFeedId", "startedAt"];
const keys: Record<string, readonly string[]> = {
  ...{feed_updates: ["responseId", "entryIndex"], responses: ["responseId"], loads: ["loadId"], feeds: ["priceFeedId"]},
  ...{
    failed_responses: ["responseId"],
    rejected_entries: ["responseId", "entryIndex"],
    coercions: ["responseId", "entryIndex", "columnName"]
  },
  ...{prices: byInstant, spreads: byInstant, funding: byInstant, bars_1m: byStart, bars_1h: byStart, bars_1d: byStart},
  ...{
    quality_1h: byStart,
    gaps: byStart,
    sessions: byStart,
    funding_runs: byStart,
    feed_held: ["priceFeedId", "dated"]
  },
  clock_1h: ["startedAt"]
};
const access = {hold: false, signal: new AbortController().signal};
let process_: ChildProcess | undefined;

try {
  const url = await startServer();
  await makeStore();
  const cluster = {FEEDBOOK_CLICKHOUSE_URL: url};
  const server = await openClickHouse({url, user: "default", password: ""});
  if (four) await byFour(cluster);
  else await inPieces(server);
  const differing = (await readStore(path, (store) => compareAll(store, server))) + (await comparePublished(cluster));
  console.log(await feedbook(["ship", "--verify"], cluster));
  await server.close();
  console.log(differing === 0 ? "ClickHouse and DuckDB agree" : `${differing} values differ`);
  process.exitCode = differing === 0 ? 0 : 1;
} finally {
  process_?.kill();
  rmSync(folder, {recursive: true});
}

async function startServer(): Promise<string> {
  process_ = spawn(process.execPath, ["loaders/run.mjs", "test/cluster/chdb-server.ts", join(folder, "chdb")], {
    stdio: ["ignore", "pipe", "inherit"]
  });
  for (;;) {
    const [line] = (await once(process_.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
    const url = /^http:\S+/m.exec(line.toString())?.[0];
    if (url !== undefined) return url;
    console.log(line.toString().trim());
  }
}

async function feedbook(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  return (await start(args, env)).stdout;
}

function start(args: readonly string[], env: NodeJS.ProcessEnv) {
  const own = {FEEDBOOK_STORE: path, FEEDBOOK_BASE_URL: "", FEEDBOOK_TOKEN: "", ...env};
  return execaNode("loaders/run.mjs", ["loaders/cli.ts", ...args], {env: own, stderr: "inherit"});
}

// Rows with gaps of all kinds: single updates, minutes, hours, and requested instants without an update.
async function makeStore(): Promise<void> {
  await useStore(path, {}, async (store) => {
    await makeHistory(store, {rows, feeds});
    await store.connection.run(`
      INSERT INTO feeds (priceFeedId, symbol, exponent, updatedAt)
      SELECT i, 'F' || i, -8, now() FROM range(1, ${feeds}) AS ids(i);
      DELETE FROM feed_updates
      WHERE publishedAt < (SELECT max(publishedAt) FROM responses) -- which no other update of a feed shares
        AND (((hash(publishedAt) + priceFeedId) % 97 = 0 AND priceFeedId % 5 < 4)
          OR (priceFeedId % 3 = 0 AND (epoch_us(publishedAt) // 50000000 + priceFeedId) % 41 < 3)
          OR (priceFeedId % 7 = 1 AND (epoch_us(publishedAt) // 3600000000) % 3 = 1)
          OR (priceFeedId = 5 AND hash(publishedAt) % 900 > 0));
      UPDATE responses SET endpoint = 'price', httpStatus = 200, missingFeeds = '[1,2,9]',
        request = json_object('timestamp', epoch_us(publishedAt), 'channel', 'fixed_rate@1000ms')
      WHERE hash(responseId) % 50 = 0;
      UPDATE responses SET endpoint = 'price', httpStatus = 200, missingFeeds = '[]',
        request = json_object('priceFeedIds', [1, 8, 11], 'timestamp', epoch_us(publishedAt) + 5000000)
      WHERE hash(responseId) % 50 = 1;`);
  });
  const last = await readStore(path, async ({connection}) => {
    const [row] = await queryRecords(connection, "SELECT epoch_us(max(publishedAt))::DOUBLE AS us FROM responses");
    return Number(row?.us);
  });
  writeFileSync(join(folder, "odd.ndjson"), Array.from({length: 3000}, (_, i) => oddBody(last, i)).join("\n"));
  await feedbook(["load", "file", join(folder, "odd.ndjson"), "--quiet"]);
  await feedbook(["derive", "--rebuild", "--quiet"]);
}

// Rare responses: earlier instants, every kind of book, exponent and session, nulls, and rejected entries.
function oddBody(last: number, i: number): string {
  const timestampUs = String(last - 1_000_000 * (1 + Math.floor(i / 2)));
  const priceFeeds: object[] = [1, 2, 3].map((priceFeedId) => ({
    priceFeedId,
    ...{
      exponent: [-8, -25, 3, 400, null, -2][(i + priceFeedId) % 6],
      price: i % 17 === 0 ? null : String(112_238_723 + i)
    },
    ...{bestBidPrice: 112_238_000 + (i % 40), bestAskPrice: i % 11 === 0 ? null : 112_238_020, confidence: i % 13},
    ...{marketSession: [null, "closed", "regular", "preMarket"][i % 4], publisherCount: i % 30},
    ...{feedUpdateTimestamp: Number(timestampUs) - 700_001 * (i % 3), emaPrice: "5", emaConfidence: 1},
    ...{fundingRate: i % 5 === 0 ? i - 1500 : null, fundingRateInterval: [0, 3.6e9, 8 * 3.6e9][i % 3]},
    ...(i % 29 === 0 && {price: "many", new: {"a'b\\": ["\u{1f600}", i]}})
  }));
  if (i % 31 === 0) priceFeeds.push({priceFeedId: 2 - i, price: "1"}, {priceFeedId: "9", exponent: -8, price: i});
  return JSON.stringify({parsed: {timestampUs, priceFeeds}});
}

// Two thirds of the responses first, in no order, then the others with another exponent of the catalogue, then some again, with other
// values too.
async function inPieces(server: ClickHouse): Promise<void> {
  const edit = (sql: string) =>
    useStore(path, {}, async ({connection}) => {
      await connection.run(sql);
    });
  await makeSchema(server, {});
  await useStore(path, {}, (store) => beginShipping(store, server.url));
  await edit(`DELETE FROM unshipped;
    INSERT INTO unshipped (responseId) SELECT responseId FROM responses WHERE hash(responseId) % 3 > 0`);
  await timed("two thirds", server);
  await edit("INSERT INTO unshipped (responseId) SELECT responseId FROM responses WHERE hash(responseId) % 3 = 0");
  await timed("the late third", server);
  await edit("UPDATE feeds SET exponent = -6, updatedAt = now() WHERE priceFeedId = 2");
  await feedbook(["derive", "--quiet"]);
  await timed("another exponent", server);
  await edit("INSERT INTO unshipped (responseId) SELECT responseId FROM responses WHERE hash(responseId) % 5 = 0");
  await timed("a fifth again", server);
  await edit(`UPDATE feed_updates SET price = price + 7 WHERE hash(responseId) % 5 = 1;
    INSERT INTO unshipped (responseId, again) SELECT responseId, true FROM responses WHERE hash(responseId) % 5 = 1;
    INSERT INTO derived_stale BY NAME
      SELECT DISTINCT priceFeedId, time_bucket(INTERVAL 1 HOUR, publishedAt) AS hour FROM feed_updates WHERE is_dated(publishedAt)`);
  await feedbook(["derive", "--quiet"]);
  await timed("a fifth with other prices", server);
}

// Four stores with a quarter of the responses each ship at once; one is killed while it waits for an answer, and runs again.
async function byFour(cluster: NodeJS.ProcessEnv): Promise<void> {
  const stores = [0, 1, 2, 3].map((i) => join(folder, `quarter-${i}.duckdb`));
  for (const [i, store] of stores.entries()) {
    copyFileSync(path, store);
    const others = `WHERE hash(responseId) % 4 <> ${i}`;
    await useStore(store, {}, async ({connection}) => {
      for (const table of ["feed_updates", "rejected_entries", "coercions", "responses"])
        await connection.run(`DELETE FROM ${table} ${others}`);
      await connection.run("DELETE FROM shipping; DELETE FROM unshipped; DELETE FROM unkept_hours");
    });
  }
  const running = stores.map((store) => start(["ship", "--quiet"], {...cluster, FEEDBOOK_STORE: store}));
  while ((await readStore(stores[3] ?? "", behind).catch(() => null)) === null) await setTimeout(50); // until it ships
  await setTimeout(1000);
  running[3]?.kill("SIGKILL");
  const ended = await Promise.allSettled(running);
  console.log(`four stores ship at once: ${ended.map(({status}) => status).join(", ")}`);
  await feedbook(["ship", "--quiet"], {...cluster, FEEDBOOK_STORE: stores[3]});
}

async function timed(name: string, server: ClickHouse): Promise<void> {
  const {withStore, close} = await openAccess(await readSettings({env: {FEEDBOOK_STORE: path}}), access);
  const sent = await measure(() => ship(withStore, server, {keeps: false}));
  const made = await measure(() => ship(withStore, server));
  close();
  const {result, seconds, cpu} = sent;
  const rates = `${Math.round(result.updates / seconds)} a second, ${Math.round(result.updates / cpu)} a second of its core`;
  console.log(`${name}: ${result.updates} updates sent in ${seconds.toFixed(1)} s (${rates})`);
  console.log(`${name}: bars and quality of ${made.result.hours} hours of feeds made in ${made.seconds.toFixed(1)} s`);
}

async function compareAll({connection}: Store, server: ClickHouse): Promise<number> {
  let differing = 0;
  for (const [name, key] of Object.entries(keys)) {
    const file = join(folder, `${name}.parquet`);
    const described = await queryRecords(connection, `SELECT column_name, column_type FROM (DESCRIBE ${name})`);
    const columns = described.filter(({column_name}) => name !== "feeds" || feedColumns.includes(String(column_name)));
    const names = columns.map(({column_name}) => String(column_name));
    const started = performance.now();
    const final =
      /_|^prices|^spreads|^funding|^gaps|^sessions/.test(name) &&
      !["feed_updates", "rejected_entries", "failed_responses"].includes(name);
    await server.parquet(`SELECT ${names.join(", ")} FROM ${name}${final ? "" : " FINAL"}`, file);
    const took = performance.now() - started;
    const checks = columns.map(({column_name, column_type}) => differs(String(column_name), String(column_type)));
    const on = key.map((column) => `${plain(`here.${column}`)} = ${plain(`there.${column}`)}`).join(" AND ");
    const [row] = await queryRecords(
      connection,
      `SELECT count(here.${key[0]})::DOUBLE AS rows, ${checks.join(", ")}
      FROM ${name} AS here FULL JOIN read_parquet('${file}') AS there ON ${on}`
    );
    const {rows: compared, ...wrong} = row as Record<string, number>;
    const bad = Object.entries(wrong).filter(([, count]) => count > 0);
    differing += bad.reduce((sum, [, count]) => sum + count, 0);
    const found = bad.length === 0 ? "alike" : `differ: ${bad.join("; ")}`;
    console.log(`${name}: ${compared} rows, ${names.length} columns, ${(took / 1000).toFixed(1)} s, ${found}`);
    rmSync(file);
  }
  return differing;
}

// The snapshot of the cluster's rows, made without a store, and the store's.
async function comparePublished(cluster: NodeJS.ProcessEnv): Promise<number> {
  const without = {...cluster, FEEDBOOK_ENGINE: "clickhouse", FEEDBOOK_STORE: join(folder, "none", "feeds.duckdb")};
  const {path: there, seconds} = JSON.parse(await feedbook(["publish", "--json"], without));
  const {path: here} = JSON.parse(await feedbook(["publish", "--json"]));
  console.log(`published from the cluster in ${seconds.toFixed(1)} s`);
  let differing = 0;
  for (const [name, {rows, differ}] of Object.entries(await compareSnapshots(here, there))) {
    if (["events", "rules", "snapshot_parts"].includes(name)) continue; // a cluster has no events
    const bad = Object.entries(differ);
    differing += bad.reduce((sum, [, count]) => sum + count, 0);
    console.log(`snapshot's ${name}: ${rows} rows, ${bad.length === 0 ? "alike" : `differ: ${bad.join("; ")}`}`);
  }
  return differing;
}

// Doubles may differ in their last bits, as sums do where rows come in another order.
function differs(name: string, type: string): string {
  const [here, there] = [plain(`here.${name}`), plain(`there.${name}`)];
  const isNear = type === "DOUBLE" ? `OR abs(${here} - ${there}) <= 1e-12 * greatest(abs(${here}), abs(${there}))` : "";
  return `count(*) FILTER (NOT coalesce(${here} IS NOT DISTINCT FROM ${there} ${isNear}, false))::DOUBLE AS "${name}"`;
}

// ClickHouse has instants with their zone, ids and JSON as text, and no null in place of a map.
function plain(column: string): string {
  if (/(At|Timestamp)$/.test(column) && !/null/.test(column)) return `epoch_us(${column})`;
  if (/Id$|extra|entry$|request|missing|value/.test(column)) return `${column}::VARCHAR`;
  if (column.endsWith(".apy")) return `(1 + ${column})`; // a power less 1: close to 0 nothing but the power's last bits is left
  return column.endsWith("spreadBins") ? `coalesce(list_sort(map_entries(${column}))::VARCHAR, '[]')` : column;
}
