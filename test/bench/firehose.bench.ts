import {spawn} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {sum} from "d3-array";
import {readSettings} from "../../loaders/config/settings.js";
import {queryRecords} from "../../loaders/database/query.js";
import type {Load} from "../../loaders/load/books.js";
import {runLoad} from "../../loaders/load/load.js";
import {silent} from "../../loaders/load/report.js";
import {readStore} from "../../loaders/store/open.js";
import {watch} from "../../loaders/watch/watch.js";
import {startGenerator} from "./generator.js";
import {missedByCause, type Span} from "./missed.js";

// The full firehose: 2 500 feeds, five updates a second each, over HTTP in bodies of 100, into a store by `watch` on the first so many
// cores (the generator has the others, or shares them if there is none), and what it missed, by cause: a question is one body at one
// instant. Run: npm run bench firehose [-- --seconds=600 --feeds=2500 --cores=1]

const option = (name: string, otherwise: number) =>
  Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise);
const [seconds, feedCount, cores] = [option("seconds", 600), option("feeds", 2500), option("cores", 1)];
const everyMs = 200;

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
    const args = [import.meta.filename, "load", service.url, `--seconds=${seconds}`, `--feeds=${feedCount}`];
    const pinned = ["-c", `0-${cores - 1}`, process.execPath, ...process.execArgv, ...args]; // also DuckDB's own threads
    const loader = spawn("taskset", pinned, {stdio: "inherit"});
    const code = await new Promise((resolve, reject) => loader.once("close", resolve).once("error", reject));
    if (code !== 0) process.exitCode = 1;
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
    const [memory, backlog]: [number[], number[]] = [[], []];
    const deriving: Span[] = [];
    const started = performance.now();
    const work = async (running: Load) => {
      const sample = () => {
        memory.push(process.memoryUsage().rss / 2 ** 20);
        backlog.push(running.books.waitingBytes() / 2 ** 20);
      };
      const timer = setInterval(sample, (seconds * 1000) / 4.01); // also at the end
      const watching = {every: everyMs, length: seconds * 1000, publishEvery: Infinity};
      await watch(noting(running, deriving), watching).finally(() => clearInterval(timer));
    };
    const options = {log: silent, signal: new AbortController().signal, hold: false};
    const report = await runLoad(settings, "watch", work, options);
    const {user, system} = process.cpuUsage();
    const took = (performance.now() - started) / 1000 - report.publishSeconds;
    const batches = Math.ceil(feedCount / settings.service.batchSize.latest_price);
    await tellUpdates(settings.storePath, {batches, deriving, rows: report.rows});
    console.log(`took               ${took.toFixed(1)} s with deriving at the end`);
    console.log(`cpu                ${(((user + system) / 1e6 / took) * 100).toFixed(0)} % of one core`);
    console.log(`memory at quarters ${memory.map((mb) => mb.toFixed(0)).join(" ")} MB`);
    console.log(`waiting for commit ${backlog.map((mb) => mb.toFixed(1)).join(" ")} MB at quarters`);
    console.log(`publishing after   ${report.publishSeconds.toFixed(1)} s`);
  } finally {
    rmSync(folder, {recursive: true});
  }
}

// All but commits: those have a connection of their own.
function noting(running: Load, deriving: Span[]): Load {
  const withStore: Load["withStore"] = async (work, options) => {
    const since = Date.now();
    try {
      return await running.withStore(work, options);
    } finally {
      deriving.push([since, Date.now()]);
    }
  };
  return {...running, withStore};
}

async function tellUpdates(
  path: string,
  {batches, deriving, rows}: {batches: number; deriving: readonly Span[]; rows: number}
): Promise<void> {
  const {late, causes} = await readStore(path, async (store) => ({
    late: (await queryRecords(store.connection, lateness))[0],
    causes: await missedByCause(store, {everyMs, deriving})
  }));
  const [steps, kept] = [(seconds * 1000) / everyMs, Number(late?.updates)];
  const questions = batches * steps;
  const atEnds = questions - kept - sum(causes, ([, missed]) => missed);
  const told = [...causes, ["before the first question or after the last", atEnds] as const].filter(
    ([, count]) => count > 0
  );
  console.log(
    `${seconds} s of ${feedCount} feeds every ${everyMs} ms: ${(kept / batches) * feedCount} of ${feedCount * steps} updates`
  );
  console.log(
    `missed             ${questions - kept} of ${questions} questions${told.map(([cause, count]) => `\n  ${cause} ${count}`).join("")}`
  );
  console.log(`rows               ${rows}, as ${Number(late?.polls) - kept} polls came too late`);
  console.log(`behind its instant ${late?.median} ms at the median, ${late?.most} ms at most`);
}
