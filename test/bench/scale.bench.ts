import {mkdtempSync, rmSync, statSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {execaNode} from "execa";
import {limitHeap} from "../../loaders/commands/heap-limits.js";
import {readSettings} from "../../loaders/config/settings.js";
import {query} from "../../loaders/database/query.js";
import {derive} from "../../loaders/derive/derive.js";
import {loadFiles} from "../../loaders/files/file.js";
import {storeStatus} from "../../loaders/inspect/status.js";
import {runLoad} from "../../loaders/load/load.js";
import {silent} from "../../loaders/load/report.js";
import {publish} from "../../loaders/snapshot/publish.js";
import {readStore, useStore} from "../../loaders/store/open.js";
import {makeHistory, writeHour} from "./history.js";
import {used} from "./used.js";

// What a store of many rows costs, one update a second of each feed: making all derived tables from scratch, one more hour
// loaded, derived and published, and what is asked of the last hour; the latter two also of a smaller store, in the same
// run. Each part runs in a process of its own. Run: npm run bench scale [-- --rows=10000000 --feeds=100 --small=1000000]

const option = (name: string, otherwise: number) =>
  Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise);
const [rows, feeds] = [option("rows", 10_000_000), option("feeds", 100)];
const small = Math.min(rows, option("small", 1_000_000));

interface Measured {
  seconds: number;
  cpu: number;
  peak: number;
}

interface Hour extends Measured {
  loading: number;
  deriving: number;
  publishing: number;
}

interface Asked {
  status: number;
  lastHour: number;
}

interface Cost {
  hour: Hour;
  asked: Asked;
}

const [part, folder = ""] = process.argv.slice(2);
const store = join(folder, "feeds.duckdb");
const parts: Record<string, () => Promise<unknown>> = {make, rebuild, hour, ask};
if (part !== undefined && part in parts) console.log(JSON.stringify(await parts[part]?.()));
else await measure();

async function measure(): Promise<void> {
  const costs: Cost[] = [];
  for (const count of small < rows ? [small, rows] : [rows]) {
    const own = mkdtempSync(join(tmpdir(), "feedbook-bench-"));
    try {
      costs.unshift(await measureOne(own, count));
    } finally {
      rmSync(own, {recursive: true});
    }
  }
  const [large, less] = costs;
  if (!large || !less) return;
  const times = (of: (cost: Cost) => number) => `${(of(large) / of(less)).toFixed(2)} ×`;
  console.log(`${rows} rows against ${small}: one more hour ${times(({hour}) => hour.seconds)}`);
  console.log(`  status ${times(({asked}) => asked.status)}, the last hour ${times(({asked}) => asked.lastHour)}`);
}

async function measureOne(own: string, count: number): Promise<Cost> {
  const made = await run<Measured & {bytes: number}>("make", own, count);
  console.log(`${count} rows of ${feeds} feeds: ${(made.bytes / 2 ** 20).toFixed(0)} MiB`);
  const all = await run<Measured>("rebuild", own, count);
  console.log(`  all derived tables from scratch: ${textOf(all)}, cpu ${perMillion(all.cpu, count)}`);
  const hour = await run<Hour>("hour", own, count);
  const steps = `load ${hour.loading.toFixed(2)}, derive ${hour.deriving.toFixed(2)}, publish ${hour.publishing.toFixed(2)} s`;
  console.log(`  one more hour, ${feeds * 3600} rows: ${textOf(hour)}; ${steps}`);
  const asked = await run<Asked>("ask", own, count);
  console.log(`  status ${asked.status.toFixed(0)} ms, sql on the last hour ${asked.lastHour.toFixed(0)} ms`);
  return {hour, asked};
}

function textOf({seconds, cpu, peak}: Measured): string {
  return `${seconds.toFixed(2)} s (cpu ${cpu.toFixed(2)} s), peak memory ${peak.toFixed(0)} MB`;
}

function perMillion(cpu: number, count: number): string {
  return `${((cpu / count) * 1e6).toFixed(2)} s per million rows`;
}

async function run<T>(name: string, own: string, count: number): Promise<T> {
  const args = [name, own, `--rows=${count}`, `--feeds=${feeds}`];
  const env = {FEEDBOOK_STORE: join(own, "feeds.duckdb"), FEEDBOOK_BASE_URL: "", FEEDBOOK_TOKEN: ""};
  const {stdout} = await execaNode(import.meta.filename, args, {env, nodeOptions: ["--import", "tsx"]});
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as T;
}

async function timed<T>(work: () => Promise<T>): Promise<Measured & {result: T}> {
  const [before, started] = [used(), performance.now()];
  const result = await work();
  const {cpu, peak} = used();
  return {seconds: (performance.now() - started) / 1000, cpu: cpu - before.cpu, peak, result};
}

async function make(): Promise<object> {
  const measured = await timed(() => useStore(store, {}, (opened) => makeHistory(opened, {rows, feeds})));
  await writeHour(join(folder, "hour.ndjson"), feeds);
  return {...measured, bytes: statSync(store).size};
}

// A store in use has a snapshot, which tells what rows take.
async function rebuild(): Promise<Measured> {
  const measured = await timed(() => derive((work) => useStore(store, {}, work), {rebuild: true}));
  const {snapshotPath} = await readSettings();
  await readStore(store, (opened) => publish(opened, snapshotPath));
  return measured;
}

async function hour(): Promise<object> {
  limitHeap(); // as the command does
  const settings = await readSettings();
  const options = {log: silent, signal: new AbortController().signal, online: false};
  const paths = [join(folder, "hour.ndjson")];
  const {result, ...measured} = await timed(() =>
    runLoad(settings, "bench", (load) => loadFiles(load, {paths}), options)
  );
  const {deriveSeconds: deriving = 0, publishSeconds: publishing = 0} = result;
  return {...measured, loading: measured.seconds - deriving - publishing, deriving, publishing};
}

// The median of five, each with opening the store.
async function ask(): Promise<Asked> {
  const lastHour = `SELECT priceFeedId, median(spreadBps) AS bps, count(*) AS spreads
    FROM spreads
    WHERE publishedAt > (SELECT max(publishedAt) FROM feed_updates) - INTERVAL 1 HOUR
    GROUP BY ALL`;
  const ms = async (work: () => Promise<unknown>): Promise<number> => {
    const took: number[] = [];
    for (let i = 0; i < 5; i++) took.push((await timed(work)).seconds * 1000);
    return took.sort((a, b) => a - b)[2] ?? 0;
  };
  return {
    status: await ms(() => readStore(store, storeStatus)),
    lastHour: await ms(() => readStore(store, ({connection}) => query(connection, lastHour)))
  };
}
