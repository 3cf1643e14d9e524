import {spawn} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {behind} from "../../loaders/cluster/ship.js";
import {readSettings} from "../../loaders/config/settings.js";
import {runLoad} from "../../loaders/load/load.js";
import {silent} from "../../loaders/load/report.js";
import {watch} from "../../loaders/load/watch/watch.js";
import {queryRecords} from "../../loaders/store/database/query.js";
import {readStore} from "../../loaders/store/open.js";
import {account, startFake} from "../cluster/fake.js";
import {startGenerator} from "./generator.js";
import {numberOption, used} from "./measure.js";

// The full firehose: 2 500 feeds, five updates a second each, over HTTP in bodies of 100, into a store by `watch` on the first
// cores (the generator has the others, or shares them). Prints the share of updates that the store has. With `--ship=1`, the store
// is also shipped to a cluster, which throws the rows away. Run: npm run bench firehose [-- --seconds=600 --feeds=2500 --cores=1 --ship=0]

const [seconds, feedCount, cores] = [
  numberOption("seconds", 600),
  numberOption("feeds", 2500),
  numberOption("cores", 1)
];
const everyMs = 200;

const lateness = `SELECT
  round(median(late)) AS median,
  round(max(late)) AS most,
  count(DISTINCT (publishedAt, request)) AS answers
FROM (
  SELECT epoch_ms(receivedAt) - epoch_ms(publishedAt) AS late, publishedAt, request
  FROM responses
  WHERE entries > 0
)`;

const [part, url = "", clusterUrl = ""] = process.argv.slice(2);
if (part === "load") await load();
else await measureAll();

async function measureAll(): Promise<void> {
  const service = await startGenerator({feedCount, everyMs});
  const cluster = numberOption("ship", 0) > 0 ? await startFake({keeps: false}) : null;
  try {
    const args = [
      import.meta.filename,
      "load",
      service.url,
      cluster?.url ?? "",
      `--seconds=${seconds}`,
      `--feeds=${feedCount}`
    ];
    const pinned = ["-c", `0-${cores - 1}`, process.execPath, ...process.execArgv, ...args]; // also DuckDB's own threads
    const loader = spawn("taskset", pinned, {stdio: "inherit"});
    const code = await new Promise((resolve, reject) => loader.once("close", resolve).once("error", reject));
    if (code !== 0) process.exitCode = 1;
    if (cluster !== null) console.log(`the cluster got ${cluster.inserts.length} files`);
  } finally {
    await cluster?.stop();
    await service.stop();
  }
}

async function load(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "feedbook-bench-"));
  try {
    const own = {FEEDBOOK_BASE_URL: url, FEEDBOOK_TOKEN: "bench-bench-bench"};
    const there = clusterUrl && {FEEDBOOK_CLICKHOUSE_URL: clusterUrl, ...account};
    const settings = await readSettings({env: {FEEDBOOK_STORE: join(folder, "feeds.duckdb"), ...own, ...there}});
    const {cluster} = settings;
    const timing = {every: everyMs, length: seconds * 1000, publishEvery: Infinity};
    const watching = {...timing, ...(cluster && {ship: {cluster}})};
    const options = {log: silent, signal: new AbortController().signal, hold: false};
    const started = performance.now();
    const report = await runLoad(settings, "watch", (running) => watch(running, watching), options);
    const took = (performance.now() - started) / 1000 - report.publishSeconds;
    const [late] = await readStore(settings.storePath, ({connection}) => queryRecords(connection, lateness));
    const left = await readStore(settings.storePath, behind);
    if (left !== null) console.log(`${left.responses} responses and ${left.hours} hours are not shipped`);
    const kept = (Number(late?.answers) * feedCount) / Math.ceil(feedCount / settings.service.batchSize.latest_price);
    const wanted = (feedCount * seconds * 1000) / everyMs;
    const {cpu, peak} = used();
    console.log(`${seconds} s of ${feedCount} feeds every ${everyMs} ms: ${kept} of ${wanted} updates`);
    console.log(`behind its instant ${late?.median} ms at the median, ${late?.most} ms at most`);
    console.log(`cpu ${((cpu / took) * 100).toFixed(0)} % of one core, peak memory ${peak.toFixed(0)} MB`);
    console.log(`took ${took.toFixed(1)} s, and ${report.publishSeconds.toFixed(1)} s to publish`);
  } finally {
    rmSync(folder, {recursive: true});
  }
}
