import {existsSync, mkdtempSync, rmSync, statSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {execaNode} from "execa";
import {heldText} from "../../loaders/commands/output.js";
import {sizeText} from "../../loaders/config/size.js";
import {derive} from "../../loaders/derive/derive.js";
import {buildSite} from "../../loaders/site/build.js";
import {serveSite} from "../../loaders/site/serve.js";
import {type Published, publish} from "../../loaders/snapshot/publish.js";
import {readStore, useStore} from "../../loaders/store/open.js";
import {makeWorkspace} from "../helpers/workspace.js";
import {makeHistory} from "./history.js";
import {browse} from "./touches.js";
import {used} from "./used.js";

// The snapshot of a long history, one update a minute of each feed: what deriving and publishing take, what is in it, and
// how much of it a browser is sent by each page of the built site. Making and deriving, and publishing, run in processes
// of their own. Run: npm run bench snapshot [-- --days=30 --feeds=100 --budget=25000000 --pages=prices,spreads,funding
// --store=kept.duckdb]

const option = (name: string) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const [days, feeds] = [Number(option("days") ?? 30), Number(option("feeds") ?? 100)];
const budgetBytes = Number(option("budget") ?? 25_000_000);
const pages = (option("pages") ?? "prices,spreads,funding").split(",");
const rows = days * 1440 * feeds;

interface Measured {
  seconds: number;
  cpu: number;
  peak: number;
}

const [part, store = "", target = ""] = process.argv.slice(2);
const parts: Record<string, () => Promise<unknown>> = {make, rebuild, write};
if (part !== undefined && part in parts) console.log(JSON.stringify(await parts[part]?.()));
else await measure();

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "feedbook-bench-"));
  const workspace = makeWorkspace();
  try {
    const path = option("store") ?? join(folder, "feeds.duckdb"); // one that is kept is made by the first run only
    const isMade = existsSync(path);
    if (!isMade) await run("make", path);
    console.log(`${rows} rows of ${feeds} feeds, ${days} days: ${sizeText(statSync(path).size)}`);
    if (!isMade) console.log(`  all derived tables: ${textOf(await run("rebuild", path))}`);
    const published = await run<Measured & Published>("write", path, workspace.snapshotPath);
    console.log(`  publish: ${textOf(published)}`);
    tellParts(published);
    const {root, env} = workspace;
    await buildSite({cwd: root, env});
    const serving = await serveSite({root: join(root, "dist"), port: 0});
    console.log("  of the snapshot a browser is sent, with nothing cached");
    await browse(serving.url, pages, (line) => console.log(`    ${line}`)).finally(serving.close);
  } finally {
    workspace.remove();
    rmSync(folder, {recursive: true});
  }
}

function tellParts({bytes, parts}: Published): void {
  console.log(`  snapshot: ${sizeText(bytes)} of at most ${sizeText(budgetBytes)}`);
  for (const part of parts) {
    const size = sizeText(part.bytes).padStart(8);
    console.log(`    ${part.name.padEnd(10)} ${String(part.rows).padStart(8)} rows ${size}  ${heldText(part)}`);
  }
}

function textOf({seconds, cpu, peak}: Measured): string {
  return `${seconds.toFixed(2)} s (cpu ${cpu.toFixed(2)} s), peak memory ${peak.toFixed(0)} MB`;
}

async function run<T = Measured>(name: string, path: string, ...more: string[]): Promise<T> {
  const args = [name, path, ...more, `--days=${days}`, `--feeds=${feeds}`, `--budget=${budgetBytes}`];
  const env = {FEEDBOOK_STORE: path, FEEDBOOK_BASE_URL: "", FEEDBOOK_TOKEN: ""};
  const {stdout} = await execaNode(import.meta.filename, args, {env, nodeOptions: ["--import", "tsx"]});
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as T;
}

async function timed<T>(work: () => Promise<T>): Promise<T & Measured> {
  const [before, started] = [used(), performance.now()];
  const result = await work();
  const {cpu, peak} = used();
  return {...result, seconds: (performance.now() - started) / 1000, cpu: cpu - before.cpu, peak};
}

async function make(): Promise<null> {
  await useStore(store, {}, (opened) => makeHistory(opened, {rows, feeds, everySeconds: 60}));
  return null;
}

function rebuild(): Promise<Measured> {
  return timed(() => derive((work) => useStore(store, {}, work), {rebuild: true}));
}

function write(): Promise<Published & Measured> {
  return timed(() => readStore(store, (opened) => publish(opened, target, {budgetBytes})));
}
