import {createReadStream, createWriteStream, mkdtempSync, rmSync, statSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {createInterface} from "node:readline";
import {execaNode} from "execa";
import {keepNurserySmall} from "../../loaders/commands/nursery.js";
import {properties} from "../../loaders/config/choices.js";
import {readSettings} from "../../loaders/config/settings.js";
import {loadFiles} from "../../loaders/jobs/file.js";
import {type Load, runLoad} from "../../loaders/jobs/load.js";
import {silent} from "../../loaders/jobs/log.js";
import {feeds} from "../../loaders/sandbox/feeds.js";
import {createSandbox} from "../../loaders/sandbox/server.js";

// `load file` (read, check, coerce, commit) against `JSON.parse` alone over the same bodies, 100 entries each, as the
// sandbox sends them. Each part in a process of its own. Run: npm run bench file [-- --entries=1000000]

const entries = Number(process.argv.find((arg) => arg.startsWith("--entries="))?.slice(10) ?? 400_000);
const bodyEntries = 100;

const [part, folder = ""] = process.argv.slice(2);
const parts: Record<string, () => Promise<unknown>> = {write, parse, load};
if (part !== undefined && part in parts) console.log(JSON.stringify(await parts[part]?.()));
else await measure();

async function measure(): Promise<void> {
  const own = mkdtempSync(join(tmpdir(), "feedbook-bench-"));
  try {
    await run("write", own);
    const alone = await run("parse", own);
    const loaded = await run("load", own);
    const megabytes = statSync(join(own, "bodies.ndjson")).size / 1e6;
    console.log(`${entries} entries, ${megabytes.toFixed(0)} MB of JSON in bodies of ${bodyEntries}`);
    const ratio = (name: string) => ((loaded[name] ?? 0) / (alone[name] ?? 0)).toFixed(1);
    console.log(`JSON.parse alone   ${alone.seconds?.toFixed(2)} s (cpu ${alone.cpu?.toFixed(2)} s)`);
    console.log(`load file          ${loaded.seconds?.toFixed(2)} s (cpu ${loaded.cpu?.toFixed(2)} s)`);
    console.log(`ratio              ${ratio("seconds")} (cpu ${ratio("cpu")})`);
    console.log(`peak memory        ${loaded.megabytes?.toFixed(0)} MB`);
    console.log(`publishing after   ${loaded.publishSeconds?.toFixed(2)} s, peak memory ${loaded.peak?.toFixed(0)} MB`);
  } finally {
    rmSync(own, {recursive: true});
  }
}

async function run(name: string, own: string): Promise<Record<string, number>> {
  const {stdout} = await execaNode(import.meta.filename, [name, own, `--entries=${entries}`], {
    nodeOptions: ["--import", "tsx"]
  });
  return JSON.parse(stdout);
}

async function write(): Promise<null> {
  const stable = feeds.filter(({state}) => state === "stable").map(({id}) => id);
  const app = createSandbox();
  const file = createWriteStream(join(folder, "bodies.ndjson"));
  const entriesAt = async (second: number): Promise<{parsed: {priceFeeds: unknown[]}}> => {
    const timestamp = (1_770_000_000 + second) * 1_000_000;
    const request = {priceFeedIds: stable, properties, formats: [], channel: "fixed_rate@200ms", timestamp};
    const headers = {authorization: "Bearer bench"};
    const answer = await app.request("/v1/price", {method: "POST", headers, body: JSON.stringify(request)});
    return (await answer.json()) as {parsed: {priceFeeds: unknown[]}};
  };
  let second = 0;
  for (let written = 0; written < entries; written += bodyEntries) {
    const body = await entriesAt(second++);
    while (body.parsed.priceFeeds.length < bodyEntries) {
      body.parsed.priceFeeds.push(...(await entriesAt(second++)).parsed.priceFeeds);
    }
    body.parsed.priceFeeds.length = bodyEntries;
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

async function load(): Promise<Record<string, number>> {
  keepNurserySmall(); // as the command does
  const settings = await readSettings({env: {FEEDBOOK_STORE: join(folder, "feeds.duckdb")}});
  let committed = {cpu: 0, megabytes: 0};
  const options = {log: silent, signal: new AbortController().signal, online: false};
  const {seconds, publishSeconds} = await runLoad(settings, "bench", work, options);
  const peak = process.resourceUsage().maxRSS / 1024;
  return {seconds, publishSeconds, ...committed, peak};

  async function work(running: Load): Promise<void> {
    const before = process.cpuUsage();
    await loadFiles(running, {paths: [join(folder, "bodies.ndjson")]});
    await running.books.flush();
    const {user, system} = process.cpuUsage(before);
    committed = {cpu: (user + system) / 1e6, megabytes: process.resourceUsage().maxRSS / 1024};
  }
}
