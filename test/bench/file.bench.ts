import {createReadStream, createWriteStream, mkdtempSync, rmSync, statSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {createInterface} from "node:readline";
import {execaNode} from "execa";
import {limitHeap} from "../../loaders/commands/heap-limits.js";
import {properties} from "../../loaders/config/choices.js";
import {readSettings} from "../../loaders/config/settings.js";
import {loadFiles} from "../../loaders/files/file.js";
import type {Load} from "../../loaders/load/books.js";
import {runLoad} from "../../loaders/load/load.js";
import {silent} from "../../loaders/load/report.js";
import {feeds} from "../../loaders/sandbox/feeds.js";
import {createSandbox} from "../../loaders/sandbox/server.js";
import {used} from "./used.js";

// What `load file` takes, against `JSON.parse` alone over the same bodies, 100 entries each, as the sandbox sends them. Half of
// their prices have ten digits or fewer, and V8 looks up each text as short as that among those it knows: a million entries take
// 1.2 s. With eleven digits or more they take 0.7 s, so ratios to such bodies are larger.
// Each part runs in a process of its own. Run: npm run bench file [-- --entries=1000000]

const entries = Number(process.argv.find((arg) => arg.startsWith("--entries="))?.slice(10) ?? 1_000_000);
const bodyEntries = 100;
const firehose = 12_500; // rows/s: 2500 feeds, 5 updates of each

interface Measured {
  seconds: number;
  cpu: number;
  peak?: number;
}

const [part, folder = ""] = process.argv.slice(2);
const parts: Record<string, () => Promise<unknown>> = {write, parse, load};
if (part !== undefined && part in parts) console.log(JSON.stringify(await parts[part]?.()));
else await measure();

async function measure(): Promise<void> {
  const own = mkdtempSync(join(tmpdir(), "feedbook-bench-"));
  try {
    await run("write", own);
    const alone = await run<Measured>("parse", own);
    const loads = await run<Record<"committed" | "published", Measured>>("load", own);
    await command(["--version"]); // which compiles it, as any use before does
    const started = performance.now();
    const whole = await command(["load", "file", join(own, "bodies.ndjson"), "--store", join(own, "command.duckdb")]);
    const seconds = (performance.now() - started) / 1000;
    const megabytes = statSync(join(own, "bodies.ndjson")).size / 1e6;
    console.log(`${entries} entries, ${megabytes.toFixed(0)} MB of JSON in bodies of ${bodyEntries}`);
    tell("JSON.parse alone, without reading the file", alone, alone);
    tell("load file until all is committed, without the start of its process", loads.committed, alone);
    tell("the same with publishing the snapshot", loads.published, alone);
    tell("the whole process of feedbook load file, publishing and all", {...whole, seconds}, alone);
  } finally {
    rmSync(own, {recursive: true});
  }
}

function tell(what: string, {seconds, cpu, peak}: Measured, alone: Measured): void {
  const ratios = `${(seconds / alone.seconds).toFixed(2)} × (cpu ${(cpu / alone.cpu).toFixed(2)} ×)`;
  const memory = peak === undefined ? "" : `, peak memory ${peak.toFixed(0)} MB`;
  const pace = `${(entries / seconds / firehose).toFixed(1)} × as fast as ${firehose} rows/s`;
  console.log(`${what}:\n  ${seconds.toFixed(2)} s (cpu ${cpu.toFixed(2)} s), ${ratios}${memory}, ${pace}`);
}

async function run<T>(name: string, own: string): Promise<T> {
  const {stdout} = await execaNode(import.meta.filename, [name, own, `--entries=${entries}`], {
    env: {FEEDBOOK_STORE: join(own, `${name}.duckdb`)},
    nodeOptions: ["--import", "tsx"]
  });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as T;
}

async function write(): Promise<null> {
  const stable = feeds.filter(({state}) => state === "stable").map(({id}) => id);
  const app = createSandbox();
  const file = createWriteStream(join(folder, "bodies.ndjson"));
  const entriesAt = async (second: number): Promise<{parsed: {priceFeeds: {priceFeedId: number}[]}}> => {
    const timestamp = (1_770_000_000 + second) * 1_000_000;
    const request = {priceFeedIds: stable, properties, formats: [], channel: "fixed_rate@200ms", timestamp};
    const headers = {authorization: "Bearer bench"};
    const answer = await app.request("/v1/price", {method: "POST", headers, body: JSON.stringify(request)});
    return (await answer.json()) as {parsed: {priceFeeds: {priceFeedId: number}[]}};
  };
  let second = 0;
  for (let written = 0; written < entries; written += bodyEntries) {
    const body = await entriesAt(second++);
    const {priceFeeds} = body.parsed;
    for (let ids = 10_000; priceFeeds.length < bodyEntries; ids += 10_000) {
      const others = (await entriesAt(second++)).parsed.priceFeeds; // as of other feeds
      priceFeeds.push(...others.map((entry) => ({...entry, priceFeedId: ids + entry.priceFeedId})));
    }
    priceFeeds.length = bodyEntries;
    file.write(`${JSON.stringify(body)}\n`);
  }
  await new Promise((resolve) => file.end(resolve));
  return null;
}

// The time of JSON.parse itself, without reading the file.
async function parse(): Promise<Record<string, number>> {
  let seconds = 0;
  for await (const line of createInterface({input: createReadStream(join(folder, "bodies.ndjson"))})) {
    const started = performance.now();
    JSON.parse(line);
    seconds += (performance.now() - started) / 1000;
  }
  return {seconds, cpu: seconds};
}

async function load(): Promise<Record<"committed" | "published", Measured>> {
  limitHeap(); // as the command does
  const settings = await readSettings();
  const before = used();
  let committed = before;
  const options = {log: silent, signal: new AbortController().signal, online: false};
  const {seconds, publishSeconds = 0} = await runLoad(settings, "bench", work, options);
  const after = used();
  return {
    committed: {seconds, cpu: committed.cpu - before.cpu, peak: committed.peak},
    published: {seconds: seconds + publishSeconds, cpu: after.cpu - before.cpu, peak: after.peak}
  };

  async function work(running: Load): Promise<void> {
    await loadFiles(running, {paths: [join(folder, "bodies.ndjson")]});
    await running.books.flush();
    committed = used();
  }
}

// The command as a user runs it, which tells at its end what it used.
async function command(args: readonly string[]): Promise<Omit<Measured, "seconds">> {
  const told = `(${used})()`;
  const telling = `process.on("exit", () => process.stderr.write("\\n" + JSON.stringify(${told})))`;
  const {stderr} = await execaNode("loaders/run.mjs", ["loaders/cli.ts", ...args], {
    nodeOptions: ["--import", `data:text/javascript,${encodeURIComponent(telling)}`]
  });
  return JSON.parse(stderr.split("\n").at(-1) ?? "");
}
