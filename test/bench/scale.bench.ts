import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {median} from "d3-array";
import {readSettings} from "../../loaders/config/settings.js";
import {storeStatus} from "../../loaders/inspect/status.js";
import {loadFiles} from "../../loaders/load/files/file.js";
import {runLoad} from "../../loaders/load/load.js";
import {silent} from "../../loaders/load/report.js";
import {publish} from "../../loaders/snapshot/publish.js";
import {derive} from "../../loaders/sql/derive.js";
import {readStore, useStore} from "../../loaders/store/open.js";
import {makeHistory, writeHour} from "./history.js";
import {type Measured, measure, numberOption, runPart} from "./measure.js";

// The costs of a store of many rows, one update a second of each feed: all derived tables from scratch, one more hour loaded,
// derived and published, and `status`; beside a smaller store in the same run. Limit: one more hour at 100 M rows takes 4 s.
// Run: npm run bench scale [-- --rows=10000000 --feeds=100 --small=1000000]

const [rows, feeds] = [numberOption("rows", 10_000_000), numberOption("feeds", 100)];
const small = Math.min(rows, numberOption("small", 1_000_000));

const [part, folder = ""] = process.argv.slice(2);
const store = join(folder, "feeds.duckdb");
const parts: Record<string, () => Promise<unknown>> = {make, rebuild, hour, ask};
if (part !== undefined && part in parts) console.log(JSON.stringify(await parts[part]?.()));
else await measureAll();

async function measureAll(): Promise<void> {
  const less = await measureOne(small);
  const large = await measureOne(rows);
  console.log(`${rows} rows against ${small}: one more hour ${(large / less).toFixed(2)} ×`);
}

// Gives the seconds of one more hour.
async function measureOne(count: number): Promise<number> {
  const own = mkdtempSync(join(tmpdir(), "feedbook-bench-"));
  try {
    const args = (name: string) => [name, own, `--rows=${count}`, `--feeds=${feeds}`];
    const env = {FEEDBOOK_STORE: join(own, "feeds.duckdb")};
    const run = <T>(name: string) => runPart<T>(import.meta.filename, args(name), env);
    await run("make");
    console.log(`${count} rows of ${feeds} feeds`);
    console.log(`  all derived tables from scratch: ${textOf(await run<Measured>("rebuild"))}`);
    const hour = await run<Measured>("hour");
    console.log(`  one more hour, ${feeds * 3600} rows: ${textOf(hour)}`);
    console.log(`  status ${(await run<number>("ask")).toFixed(0)} ms`);
    return hour.seconds;
  } finally {
    rmSync(own, {recursive: true});
  }
}

function textOf({seconds, cpu, peak}: Measured): string {
  return `${seconds.toFixed(2)} s (cpu ${cpu.toFixed(2)} s), peak memory ${peak.toFixed(0)} MB`;
}

async function make(): Promise<null> {
  await useStore(store, {}, (opened) => makeHistory(opened, {rows, feeds}));
  await writeHour(join(folder, "hour.ndjson"), feeds);
  return null;
}

// A store in use has a snapshot.
async function rebuild(): Promise<Measured> {
  const {result: _, ...measured} = await measure(() => derive((work) => useStore(store, {}, work), {rebuild: true}));
  const {snapshotPath} = await readSettings();
  await readStore(store, (opened) => publish(opened, snapshotPath));
  return measured;
}

async function hour(): Promise<Measured> {
  const settings = await readSettings();
  const options = {log: silent, signal: new AbortController().signal, online: false};
  const paths = [join(folder, "hour.ndjson")];
  const {result: _, ...measured} = await measure(() =>
    runLoad(settings, "bench", (load) => loadFiles(load, {paths}), options)
  );
  return measured;
}

// The median of five, each with opening the store, in ms.
async function ask(): Promise<number> {
  const took: number[] = [];
  for (let i = 0; i < 5; i++) took.push((await measure(() => readStore(store, storeStatus))).seconds * 1000);
  return median(took) ?? 0;
}
