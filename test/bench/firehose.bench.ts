import {spawn} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {readSettings} from "../../loaders/config/settings.js";
import {queryRecords} from "../../loaders/database/query.js";
import type {Load} from "../../loaders/load/books.js";
import {runLoad} from "../../loaders/load/load.js";
import {silent} from "../../loaders/load/report.js";
import {openStore} from "../../loaders/store/open.js";
import {watch} from "../../loaders/watch/watch.js";
import {startGenerator} from "./generator.js";

// The full firehose: 2 500 feeds, five updates a second each, over HTTP in bodies of 100, into a store by `watch` on one
// core (the generator has the other). Run: npm run bench firehose [-- --seconds=600 --feeds=5000]

const option = (name: string, otherwise: number) =>
  Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise);
const [seconds, feedCount, everyMs] = [option("seconds", 60), option("feeds", 2500), 200];

const lateness = `SELECT
  round(median(late)) AS median,
  round(max(late)) AS most,
  count(*) AS polls,
  count(DISTINCT (publishedAt, request)) AS updates
FROM (
  SELECT
    epoch_ms(receivedAt) - epoch_ms(publishedAt) AS late,
    publishedAt,
    request
  FROM responses
  WHERE entries > 0
)`;

const [part, url = ""] = process.argv.slice(2);
if (part === "load") await load();
else await measure();

async function measure(): Promise<void> {
  const service = await startGenerator({feedCount, everyMs});
  try {
    const args = [
      ...process.execArgv,
      import.meta.filename,
      "load",
      service.url,
      `--seconds=${seconds}`,
      `--feeds=${feedCount}`
    ];
    const pinned = ["-c", "0", process.execPath, ...args]; // one core: also DuckDB's own threads
    const loader = spawn("taskset", pinned, {stdio: "inherit"});
    await new Promise((resolve, reject) => loader.once("close", resolve).once("error", reject));
  } finally {
    await service.stop();
  }
}

async function load(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "feedbook-bench-"));
  try {
    const env = {
      FEEDBOOK_STORE: join(folder, "feeds.duckdb"),
      FEEDBOOK_BASE_URL: url,
      FEEDBOOK_TOKEN: "bench-bench-bench"
    };
    const settings = await readSettings({env});
    const watching = {every: everyMs, length: seconds * 1000, publishEvery: Infinity};
    const [memory, backlog]: [number[], number[]] = [[], []];
    const started = performance.now();
    const work = async (running: Load) => {
      const timer = setInterval(
        () => {
          memory.push(process.memoryUsage().rss / 2 ** 20);
          backlog.push(running.books.waitingBytes() / 2 ** 20);
        },
        (seconds * 1000) / 4.01
      ); // also at the end
      await watch(running, watching).finally(() => clearInterval(timer));
    };
    const report = await runLoad(settings, "watch", work, {
      log: silent,
      signal: new AbortController().signal,
      hold: false
    });
    const {user, system} = process.cpuUsage();
    const took = (performance.now() - started) / 1000 - report.publishSeconds;
    const store = await openStore(settings.storePath, {readOnly: true});
    const [late] = await queryRecords(store.connection, lateness);
    store.close();
    const polls = (Math.ceil(feedCount / settings.service.batchSize.latest_price) * seconds * 1000) / everyMs;
    const wanted = (feedCount * seconds * 1000) / everyMs;
    const updates = (Number(late?.updates) * wanted) / polls;
    console.log(`${seconds} s of ${feedCount} feeds every ${everyMs} ms: ${updates} of ${wanted} updates`);
    console.log(
      `rows               ${report.rows}, as ${Number(late?.polls) - Number(late?.updates)} polls came too late`
    );
    console.log(`took               ${took.toFixed(1)} s with deriving at the end`);
    console.log(`cpu                ${(((user + system) / 1e6 / took) * 100).toFixed(0)} % of one core`);
    console.log(`behind its instant ${late?.median} ms at the median, ${late?.most} ms at most`);
    console.log(`memory at quarters ${memory.map((mb) => mb.toFixed(0)).join(" ")} MB`);
    console.log(`waiting for commit ${backlog.map((mb) => mb.toFixed(1)).join(" ")} MB at quarters`);
    console.log(`publishing after   ${report.publishSeconds.toFixed(1)} s`);
  } finally {
    rmSync(folder, {recursive: true});
  }
}
