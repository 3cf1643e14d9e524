import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {execaNode} from "execa";
import {sizeText} from "../../loaders/config/size.js";
import {queryRecords} from "../../loaders/store/database/query.js";
import type {Store} from "../../loaders/store/database/store.js";
import {readStore, useStore} from "../../loaders/store/open.js";
import {makeHistory} from "../bench/history.js";
import {numberOption} from "../bench/measure.js";
import {requireOnDemand} from "./on-demand.js";

// Compares ClickHouse with a store of many rows: runs the statements of `lake ddl` in it, and compares every table and view value
// by value. Ends with 1 if one differs. Run: npm run test:lake [-- --rows=10000000 --feeds=100]

/** ClickHouse 26.7 in this process, which the package chdb has inside. */
interface ClickHouse {
  /** @throws with ClickHouse's message */
  query(sql: string): string;
  close(): void;
}

const [rows, feeds] = [numberOption("rows", 10_000_000), numberOption("feeds", 100)];
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
  const {Session} = (await requireOnDemand("chdb", "3.4.0", "540 MB")) as {Session: new () => ClickHouse};
  const clickhouse = new Session();
  await makeLake();
  for (const statement of (await feedbook("lake", "ddl", lake, "--engine", "clickhouse")).split(/;(?:\n+|$)/))
    if (statement !== "") clickhouse.query(statement);
  const differing = await readStore(path, (store) => compareAll(store, clickhouse));
  clickhouse.close();
  console.log(differing === 0 ? "ClickHouse and DuckDB agree" : `${differing} values differ`);
  process.exitCode = differing === 0 ? 0 : 1;
} finally {
  rmSync(folder, {recursive: true});
}

async function feedbook(...args: string[]): Promise<string> {
  const env = {FEEDBOOK_STORE: path, FEEDBOOK_BASE_URL: "", FEEDBOOK_TOKEN: ""};
  return (await execaNode("loaders/run.mjs", ["loaders/cli.ts", ...args], {env})).stdout;
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
    clickhouse.query(`SELECT * FROM ${name} INTO OUTFILE '${file}' FORMAT Parquet`);
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
      `${name}: ${compared} rows, ${columns.length} columns, ${bad.length === 0 ? "alike" : `differ: ${bad.join("; ")}`}`
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
