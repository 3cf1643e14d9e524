import {mkdtempSync, renameSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {execaNode} from "execa";
import {sizeText} from "../../loaders/config/size.js";
import {queryRecords} from "../../loaders/store/database/query.js";
import type {Store} from "../../loaders/store/database/store.js";
import {readStore, useStore} from "../../loaders/store/open.js";
import {makeHistory} from "../bench/history.js";
import {used} from "../bench/measure.js";
import {EngineError, startClickHouseServer} from "../helpers/clickhouse-server.js";
import {compareSnapshots} from "../helpers/differences.js";
import {type ClickHouse, openClickHouse} from "./chdb.js";

// Whether ClickHouse gives what the store has, of a lake of many rows: runs what `lake ddl` prints, and compares every table and
// view value by value. Ends with 1 where one differs. Run: npm run test:lake [-- --rows=10000000 --feeds=100]

const option = (name: string, otherwise: number) =>
  Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise);
const [rows, feeds] = [option("rows", 10_000_000), option("feeds", 100)];
const folder = mkdtempSync(join(tmpdir(), "feedbook-clickhouse-"));
const [path, lake] = [join(folder, "feeds.duckdb"), join(folder, "lake")];
const keys: Record<string, readonly string[]> = {
  feed_updates: ["responseId", "entryIndex"],
  ...{prices: ["priceFeedId", "publishedAt"], spreads: ["priceFeedId", "publishedAt"]},
  funding: ["priceFeedId", "publishedAt"],
  ...{
    bars_1m: ["priceFeedId", "startedAt"],
    bars_1h: ["priceFeedId", "startedAt"],
    bars_1d: ["priceFeedId", "startedAt"],
    ...{session_runs: ["priceFeedId", "startedAt"], sessions: ["priceFeedId", "startedAt"]},
    ...{funding_runs: ["priceFeedId", "startedAt"], feed_held: ["priceFeedId", "dated"]}
  }
};

try {
  const clickhouse = await openClickHouse();
  await makeLake();
  for (const statement of (await feedbook("lake", "ddl", lake, "--engine", "clickhouse")).split(/;(?:\n+|$)/))
    if (statement !== "") clickhouse.query(statement);
  const differing = (await readStore(path, (store) => compareAll(store, clickhouse))) + (await publishBoth(clickhouse));
  for (const name of ["bars_1m", "bars_1h"]) keep(clickhouse, name);
  ask(clickhouse);
  clickhouse.close();
  console.log(differing === 0 ? "ClickHouse and DuckDB agree" : `${differing} values differ`);
  process.exitCode = differing === 0 ? 0 : 1;
} finally {
  rmSync(folder, {recursive: true});
}

async function feedbook(...args: string[]): Promise<string> {
  return await feedbookWith({}, ...args);
}

async function feedbookWith(more: Record<string, string>, ...args: string[]): Promise<string> {
  const env = {FEEDBOOK_STORE: path, FEEDBOOK_BASE_URL: "", FEEDBOOK_TOKEN: "", ...more};
  return (await execaNode("loaders/run.mjs", ["loaders/cli.ts", ...args], {env})).stdout;
}

// Whether publish makes the same snapshot of ClickHouse, by its interface over HTTP, as of the store.
async function publishBoth(clickhouse: ClickHouse): Promise<number> {
  rmSync(join(folder, "feeds.snapshot.duckdb")); // the sizes of its rows would tell the first of the two what fits
  const here = JSON.parse(await feedbook("publish", "--json"));
  const [own, other] = [join(folder, "own.duckdb"), here.path];
  renameSync(here.path, own);
  const server = await startClickHouseServer(async (sql, file) => {
    try {
      clickhouse.query(`${sql} INTO OUTFILE '${file}' FORMAT Parquet`);
    } catch (error) {
      const [, code = 0, type = ""] = /Code: (\d+).*\((\w+)\)/s.exec(String(error)) ?? [];
      throw new EngineError(Number(code), type, String(error));
    }
  });
  const env = {FEEDBOOK_ENGINE: "clickhouse", FEEDBOOK_ENGINE_URL: server.url, FEEDBOOK_ENGINE_USER: server.user};
  const started = used().cpu;
  const there = JSON.parse(
    await feedbookWith({...env, FEEDBOOK_ENGINE_PASSWORD: server.password}, "publish", "--json")
  );
  await server.stop();
  const {queries, bytes} = there.cluster;
  console.log(`published of the store in ${here.seconds.toFixed(1)} s, ${sizeText(here.bytes)}; of ClickHouse in
${there.seconds.toFixed(1)} s (cpu of ClickHouse ${(used().cpu - started).toFixed(1)} s): ${queries} answers of ${sizeText(bytes)}`);
  const compared = Object.entries(await compareSnapshots(own, other));
  for (const [name, {rows, columns, differ}] of compared)
    console.log(`snapshot.${name}: ${rows} rows, ${columns} columns, ${JSON.stringify(differ)}`);
  return compared.flatMap(([, {differ}]) => Object.values(differ)).reduce((total, count) => total + count, 0);
}

async function makeLake(): Promise<void> {
  await useStore(path, {}, async (store) => {
    await makeHistory(store, {rows, feeds});
    await store.connection.run(
      `INSERT INTO feeds (priceFeedId, symbol, updatedAt) SELECT i, 'F' || i, now() FROM range(1, ${feeds}) AS ids(i)`
    );
  });
  const last = await readStore(path, async ({connection}) => {
    const [row] = await queryRecords(connection, "SELECT epoch_us(max(publishedAt))::DOUBLE AS us FROM responses");
    return Number(row?.us);
  });
  writeFileSync(join(folder, "odd.ndjson"), Array.from({length: 3000}, (_, i) => oddBody(last, i)).join("\n"));
  await feedbook("load", "file", join(folder, "odd.ndjson"));
  const {bytes, seconds} = JSON.parse(await feedbook("lake", "write", lake, "--json"));
  console.log(`lake of ${rows} rows, and some odd ones: ${sizeText(bytes)}, written in ${seconds.toFixed(0)} s`);
}

// What a service seldom sends: instants that came before, every kind of book, exponent and session, and nulls.
function oddBody(last: number, i: number): string {
  const timestampUs = String(last - 1_000_000 * Math.floor(i / 2));
  const priceFeeds = [1, 2, 3].map((priceFeedId) => ({
    priceFeedId,
    ...{
      exponent: [-8, -25, 3, 400, null, -2][(i + priceFeedId) % 6],
      price: i % 17 === 0 ? null : String(112_238_723 + i)
    },
    ...{bestBidPrice: 112_238_000 + (i % 40), bestAskPrice: i % 11 === 0 ? null : 112_238_020, confidence: i % 13},
    ...{marketSession: [null, "closed", "regular", "preMarket"][i % 4], publisherCount: i % 30},
    ...{feedUpdateTimestamp: Number(timestampUs) - 700_001 * (i % 3), emaPrice: "5", emaConfidence: 1},
    ...{fundingRate: i % 5 === 0 ? i - 1500 : null, fundingRateInterval: [0, 3.6e9, 8 * 3.6e9][i % 3]}
  }));
  return JSON.stringify({parsed: {timestampUs, priceFeeds}});
}

async function compareAll({connection}: Store, clickhouse: ClickHouse): Promise<number> {
  let differing = 0;
  for (const [name, key] of Object.entries(keys)) {
    const file = join(folder, `${name}.parquet`);
    const took = timed(() => clickhouse.query(`SELECT * FROM ${name} INTO OUTFILE '${file}' FORMAT Parquet`));
    const columns = await queryRecords(connection, `SELECT column_name, column_type FROM (DESCRIBE ${name})`);
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
    console.log(
      `${name}: ${compared} rows, ${columns.length} columns, ${bad.length === 0 ? "alike" : `differ: ${bad.join("; ")}`}; ${took}`
    );
    rmSync(file);
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
  if (/At$|Timestamp$/.test(column)) return `epoch_us(${column})`;
  if (/responseId|extra/.test(column)) return `${column}::VARCHAR`;
  if (column.endsWith(".apy")) return `(1 + ${column})`; // a power less 1: close to 0 nothing but the power's last bits is left
  return column.endsWith("spreadBins") ? `coalesce(${column}::VARCHAR, '{}')` : column;
}

// Bars in a table of ClickHouse, as the guide says for many years.
function keep(clickhouse: ClickHouse, name: string): void {
  const took = timed(() =>
    clickhouse.query(`CREATE TABLE kept_${name} ENGINE = MergeTree ORDER BY (priceFeedId, startedAt)
      SETTINGS allow_nullable_key = 1 AS SELECT * FROM ${name}`)
  );
  const sizes = `SELECT sum(rows), sum(bytes_on_disk) FROM system.parts WHERE active AND table = 'kept_${name}'`;
  const [kept = 0, bytes = 0] = clickhouse.query(sizes, "TSV").trim().split("\t").map(Number);
  console.log(`${name} kept as a table: ${kept} rows, ${(bytes / kept).toFixed(1)} bytes a row, made in ${took}`);
}

function ask(clickhouse: ClickHouse): void {
  const [, last = ""] =
    /'(.*)'/.exec(`'${clickhouse.query("SELECT max(publishedAt) FROM feed_updates", "TSVRaw").trim()}'`) ?? [];
  const since = (hours: number) => `toDateTime64('${last}', 6, 'UTC') - INTERVAL ${hours} HOUR`;
  const asked: Record<string, string> = {
    "all bars of an hour": "SELECT count(), sum(close) FROM bars_1h",
    "bars of a minute of a feed and a day": `SELECT count(), sum(close) FROM bars_1m WHERE priceFeedId = 7 AND startedAt >= ${since(24)}`,
    "all bars of an hour, of the table": "SELECT count(), sum(close) FROM kept_bars_1h",
    "bars of a minute of a feed and a day, of the table": `SELECT count(), sum(close) FROM kept_bars_1m WHERE priceFeedId = 7 AND startedAt >= ${since(24)}`,
    "spreads of all feeds in the last hour": `SELECT priceFeedId, median(spreadBps) FROM spreads WHERE publishedAt >= ${since(1)} GROUP BY ALL`
  };
  for (const [what, sql] of Object.entries(asked)) console.log(`${what}: ${timed(() => clickhouse.query(sql))}`);
}

function timed(work: () => void): string {
  const [before, started] = [used().cpu, performance.now()];
  work();
  return `${((performance.now() - started) / 1000).toFixed(2)} s (cpu ${(used().cpu - before).toFixed(2)} s)`;
}
