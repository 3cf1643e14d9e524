import {createWriteStream, mkdirSync} from "node:fs";
import {join} from "node:path";
import {setTimeout} from "node:timers/promises";
import {transpose} from "d3-array";
import type {Page} from "playwright-core";
import {messageOf} from "../../loaders/config/errors.js";
import {previewSite} from "../../loaders/site/preview.js";
import {readStore} from "../../loaders/store/open.js";
import {type Generator, startGenerator} from "../bench/generator.js";
import {feedbook} from "../helpers/cli.js";
import {mountDisk, resizeDisk, unmountDisk} from "../helpers/disk.js";
import {clockSetBack, slowDisk} from "../helpers/faults.js";
import {startChromium, watch} from "../helpers/site/chromium.js";
import {expectEnded, expectWhole, storePath} from "../helpers/stores/whole.js";
import {makeWorkspace} from "../helpers/workspace.js";
import {compare, type Span} from "./ledger.js";
import {figure, namesIn, type Sample, sampleOf} from "./samples.js";

// An hour of the full firehose, 2 500 feeds five times a second: a watch that publishes every minute, and a browser with the
// page Feeds of a preview. Every ten minutes the watch is killed, and another started; the last one is ended. Each meets a
// restart of the service and a storm of 429; one also a slow disk (a commit takes seconds more), one a full disk (if root runs
// this), one a clock that is set back. Fails if an answer is lost or doubled, memory grows, or files are left behind. What the
// watches say is in hour.log. Run: npm run bench hour [-- --seconds=3600 --feeds=2500]

const option = (name: string, otherwise: number) =>
  Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise);
const [seconds, feedCount] = [option("seconds", 3600), option("feeds", 2500)];
const special = ["", "slow disk", "full disk", "clock set back", "", ""]; // by watch
const [everyMs, lifeMs] = [200, (seconds * 1000) / special.length];
const faultMs = Math.min(30_000, lifeMs / 10);
const polling = ["--every", `${everyMs}ms`, "--publish-every", `${Math.round(Math.min(60_000, lifeMs / 5))}ms`];

// What the table tells of samples, and its heads.
const figures = [
  ["behind", "page behind, s"],
  ...(["watch", "preview", "browser", "store"] as const).map((name) => [name, `${name}, MB`] as const),
  ["files", "files"],
  ["open", "open files"]
] as const;

const workspace = makeWorkspace();
const {root} = workspace;
const place = (name: string) => join(root, name);
mkdirSync(place("temporary"));
const diskSize = "50%"; // of all memory
const undisked = mountDisk(place("data"), diskSize);
const log = createWriteStream("hour.log");
process.once("exit", () => {
  if (undisked === null) unmountDisk(place("data"));
  workspace.remove();
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const [spans, failed]: [Span[], string[]] = [[], []];
const samples: Sample[][] = special.map(() => []);
const served = place("served.csv");
const endings: (() => Promise<unknown>)[] = [];

try {
  const service = await startGenerator({feedCount, everyMs, served});
  endings.push(service.stop);
  await load(service);
  const preview = await previewSite({cwd: root, env: workspace.env, port: 0});
  endings.push(preview.close);
  const browser = await startChromium();
  endings.push(() => browser.close());
  const {page, errors} = await watch(await browser.newContext(), new URL(preview.url).origin);
  await page.goto(preview.url, {timeout: 300_000}); // a busy machine
  for (const i of special.keys()) await live(i, service, page);
  await page.close();
  const started = performance.now();
  await load(service);
  console.log(`a last load derived and published the rest in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  await tell(errors);
} finally {
  for (const end of endings.reverse()) await end();
  log.end();
}
for (const text of failed) console.log(`failed: ${text}`);
if (failed.length > 0) process.exitCode = 1;

function start(service: Generator, args: readonly string[], env: Record<string, string> = {}) {
  const own = {FEEDBOOK_BASE_URL: service.url, FEEDBOOK_TOKEN: "a-token", TMPDIR: place("temporary")};
  const running = feedbook(args, {cwd: root, env: {...own, ...env}});
  running.stderr.pipe(log, {end: false});
  return running;
}

async function load(service: Generator): Promise<void> {
  const {exitCode} = await start(service, ["load", "latest"]);
  if (exitCode !== 0) failed.push(`load latest ended with code ${exitCode}`);
}

// One watch, from its start to its end.
async function live(i: number, service: Generator, page: Page): Promise<void> {
  const [since, isLast] = [Date.now(), i === special.length - 1];
  const own = 0.7 * lifeMs;
  const slow = special[i] === "slow disk" ? slowDisk({after: own, length: faultMs, by: 2000}) : {};
  const watching = start(service, ["watch", ...polling], special[i] === "clock set back" ? clockSetBack(own) : slow);
  const pid = watching.pid ?? 0;
  const sampling = setInterval(() => measure(i, pid, page), Math.min(10_000, lifeMs / 12));
  await suffer(i, service, (ms) => setTimeout(since + ms - Date.now()));
  clearInterval(sampling);
  const ended = watching.exitCode ?? watching.signalCode;
  if (ended !== null) failed.push(`watch ${i + 1} ended by itself: ${ended}`);
  else process.kill(pid, isLast ? "SIGTERM" : "SIGKILL"); // execa would kill it after five seconds
  spans.push({kind: isLast ? "ended" : "killed", since, until: Date.now()});
  const {exitCode} = await watching;
  if (isLast && exitCode !== 0) failed.push(`the last watch ended with code ${exitCode}`);
}

async function suffer(i: number, service: Generator, until: (ms: number) => Promise<void>): Promise<void> {
  await until(0.25 * lifeMs);
  await during("restarts", () => service.restart(faultMs / 3));
  await until(0.45 * lifeMs);
  await during("429", () => {
    service.refuse(faultMs);
    return setTimeout(faultMs);
  });
  await until(0.7 * lifeMs);
  const isFull = special[i] === "full disk" && undisked === null;
  if (isFull) resizeDisk(place("data"));
  if (special[i] !== "") await during(`${special[i]}`, () => setTimeout(faultMs));
  if (isFull) resizeDisk(place("data"), diskSize);
  await until(lifeMs);
}

// After a fault of the service, a watch waits about as long again.
async function during(kind: string, work: () => Promise<void>): Promise<void> {
  const since = Date.now();
  log.write(`${new Date(since).toISOString()} ${kind}\n`);
  await work();
  spans.push({kind, since, until: 2 * Date.now() - since + 5000});
}

async function measure(i: number, pid: number, page: Page): Promise<void> {
  try {
    const sample = await sampleOf(pid, place("data"), page);
    if (sample.watch > 0) samples[i]?.push(sample);
    const text = Object.entries(sample).map(([name, value]) => `${name} ${value.toFixed(0)}`);
    log.write(`${new Date().toISOString()} watch ${i + 1}: ${text.join(", ")}\n`);
  } catch (error) {
    log.write(`not measured: ${messageOf(error)}\n`);
  }
}

async function tell(errors: readonly string[]): Promise<void> {
  const ledger = {served, everyMs, spans};
  const {wanted, kept, lost, doubled, ...told} = await readStore(storePath(root), (store) => compare(store, ledger));
  const percent = (updates: number) => `${((100 * updates) / wanted).toFixed(2)} %`;
  const causes = Object.entries(told.missed).map(
    ([kind, updates]) => `${kind === "none" ? "no fault" : kind} ${percent(updates)}`
  );
  console.log(`${seconds} s of ${feedCount} feeds every ${everyMs} ms: ${percent(kept)} of all updates`);
  console.log(`missed by fault: ${causes.join(", ")}`);
  console.log(`lost ${lost}, doubled ${doubled}; a kill took the last ${(told.unsavedMs / 1000).toFixed(1)} s at most`);
  console.log(
    `${errors.length} errors of the page; ${undisked === null ? "the disk was in memory" : `no full disk: ${undisked}`}`
  );
  console.log("\nby watch, at the median (at most)");
  const rows = samples.map((taken, i) => [
    ...[`${i + 1}`, special[i] || "-"],
    range(told.lag[i]?.median, told.lag[i]?.most),
    ...figures.map(([name]) => range(figure(taken, name, 0.5), figure(taken, name, 1)))
  ]);
  console.log(aligned([["", "fault", "answered after, ms", ...figures.map(([, head]) => head)], ...rows]));
  if (lost > 0) failed.push(`${lost} answers are lost, the first at ${new Date(told.lostAt).toISOString()}`);
  if (doubled > 0) failed.push(`${doubled} answers are doubled`);
  for (const check of [expectWhole, expectEnded]) await check(root).catch((error) => failed.push(messageOf(error)));
  const left = [...namesIn(place("data")), ...namesIn(place("temporary"))];
  const strange = left.filter((name) => !["feeds.duckdb", "feeds.snapshot.duckdb"].includes(name));
  if (strange.length > 0) failed.push(`files are left: ${strange.join(", ")}`);
  for (const name of ["watch", "preview", "browser"] as const) {
    const [early = 0, late = 0] = [1, special.length - 1].map((i) => figure(samples[i] ?? [], name, 0.5));
    if (late > 1.5 * early + 100) failed.push(`memory of the ${name} grew from ${early} to ${late} MB`);
  }
}

function range(median = Number.NaN, most = Number.NaN): string {
  return `${median.toFixed(0)} (${most.toFixed(0)})`;
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = transpose(rows).map((column) => Math.max(...column.map((text) => text.length)));
  return rows
    .map((row) =>
      row
        .map((text, i) => text.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n");
}
