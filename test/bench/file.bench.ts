import {createReadStream, createWriteStream, mkdtempSync, rmSync, statSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {createInterface} from "node:readline";
import {properties} from "../../loaders/config/choices.js";
import {readSettings} from "../../loaders/config/settings.js";
import {loadFiles} from "../../loaders/jobs/file.js";
import {runLoad} from "../../loaders/jobs/load.js";
import {silent} from "../../loaders/jobs/log.js";
import {feeds} from "../../loaders/sandbox/feeds.js";
import {createSandbox} from "../../loaders/sandbox/server.js";

// `load file` (read, check, coerce, commit) against `JSON.parse` alone over the same bytes, of bodies as the sandbox sends
// them. Run: npm run bench file [-- --entries=1000000]

const entries = Number(process.argv.find((arg) => arg.startsWith("--entries="))?.slice(10) ?? 200_000);
const folder = mkdtempSync(join(tmpdir(), "feedbook-bench-"));
const path = join(folder, "bodies.ndjson");

try {
  await writeBodies();
  const parse = await seconds(parseOnly);
  const load = await seconds(loadAll);
  const megabytes = statSync(path).size / 1e6;
  console.log(`${entries} entries, ${megabytes.toFixed(0)} MB of JSON`);
  console.log(`JSON.parse alone  ${parse.toFixed(2)} s, ${Math.round(entries / parse)} entries/s`);
  console.log(`load file         ${load.toFixed(2)} s, ${Math.round(entries / load)} entries/s, publishing included`);
  console.log(`ratio             ${(load / parse).toFixed(1)}`);
  console.log(`peak memory       ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
} finally {
  rmSync(folder, {recursive: true});
}

async function writeBodies(): Promise<void> {
  const ids = feeds.filter(({state}) => state === "stable").map(({id}) => id);
  const app = createSandbox();
  const file = createWriteStream(path);
  for (let written = 0, second = 0; written < entries; second++) {
    const timestamp = (1_770_000_000 + second) * 1_000_000;
    const request = {priceFeedIds: ids, properties, formats: [], channel: "fixed_rate@200ms", timestamp};
    const headers = {authorization: "Bearer bench"};
    const answer = await app.request("/v1/price", {method: "POST", headers, body: JSON.stringify(request)});
    file.write(`${await answer.text()}\n`);
    written += ids.length;
  }
  await new Promise((resolve) => file.end(resolve));
}

async function parseOnly(): Promise<void> {
  for await (const line of createInterface({input: createReadStream(path)})) JSON.parse(line);
}

async function loadAll(): Promise<void> {
  const settings = await readSettings({env: {FEEDBOOK_STORE: join(folder, "feeds.duckdb")}});
  const options = {log: silent, signal: new AbortController().signal, online: false};
  await runLoad(settings, "bench", (load) => loadFiles(load, {paths: [path]}), options);
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
