import {createWriteStream, mkdirSync, readdirSync} from "node:fs";
import {join} from "node:path";
import {setTimeout} from "node:timers/promises";
import {median, sum} from "d3-array";
import {execa} from "execa";
import {messageOf} from "../../loaders/config/errors.js";
import {previewSite} from "../../loaders/site/serve/preview.js";
import {readStore} from "../../loaders/store/open.js";
import {type Generator, startGenerator} from "../bench/generator.js";
import {numberOption} from "../bench/measure.js";
import {feedbook} from "../helpers/cli.js";
import {startChromium, watch} from "../helpers/site/chromium.js";
import {expectEnded, expectWhole, storePath} from "../helpers/stores/whole.js";
import {makeWorkspace} from "../helpers/workspace.js";
import {mountDisk, resizeDisk, unmountDisk} from "../process/disk.js";
import {clockSetBack, slowDisk} from "../process/faults.js";
import {compare, type Life} from "./ledger.js";

// An hour of the full firehose, 2 500 feeds five times a second: a watch that publishes every minute, and a browser with the
// page Feeds of a preview. Every ten minutes the watch is killed and another one starts; the last one ends by SIGTERM. Each
// meets a restart of the service and a storm of 429; one also a slow disk, one a full disk (only root can make one), one a
// clock that is set back. Fails if an answer is lost or doubled, memory grows, or files are left behind. The messages of the
// watches are in hour.log. Run: npm run bench hour [-- --seconds=3600 --feeds=2500]

const [seconds, feedCount] = [numberOption("seconds", 3600), numberOption("feeds", 2500)];
const faults = ["", "slow disk", "full disk", "clock set back", "", ""]; // by watch
const [everyMs, lifeMs] = [200, (seconds * 1000) / faults.length];
const faultMs = Math.min(30_000, lifeMs / 10);
const faultAt = 0.7 * lifeMs;
const polling = ["--every", `${everyMs}ms`, "--publish-every", `${Math.round(Math.min(60_000, lifeMs / 5))}ms`];

const workspace = makeWorkspace();
const {root} = workspace;
const [data, temporary, served] = [join(root, "data"), join(root, "temporary"), join(root, "served.csv")];
mkdirSync(temporary);
const diskSize = "50%"; // of all memory
const undisked = mountDisk(data, diskSize);
const log = createWriteStream("hour.log");
process.once("exit", () => {
  if (undisked === null) unmountDisk(data);
  workspace.remove();
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

type Memory = Record<"watch" | "preview" | "browser", number>;
const [lives, failed]: [Life[], string[]] = [[], []];
const memory: Memory[][] = faults.map(() => []);
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
  for (const i of faults.keys()) await live(i, service);
  await page.close();
  await load(service);
  await report(errors);
} finally {
  for (const end of endings.reverse()) await end();
  log.end();
}
for (const text of failed) console.log(`failed: ${text}`);
if (failed.length > 0) process.exitCode = 1;

function start(service: Generator, args: readonly string[], env: Record<string, string> = {}) {
  const own = {FEEDBOOK_BASE_URL: service.url, FEEDBOOK_TOKEN: "a-token", TMPDIR: temporary};
  const running = feedbook(args, {cwd: root, env: {...own, ...env}});
  running.stderr.pipe(log, {end: false});
  return running;
}

async function load(service: Generator): Promise<void> {
  const {exitCode} = await start(service, ["load", "latest"]);
  if (exitCode !== 0) failed.push(`load latest ended with code ${exitCode}`);
}

// One watch, from its start to its end.
async function live(i: number, service: Generator): Promise<void> {
  const [since, isLast, fault] = [Date.now(), i === faults.length - 1, faults[i]];
  const env = {
    "slow disk": slowDisk({after: faultAt, length: faultMs, by: 2000}),
    "clock set back": clockSetBack(faultAt)
  };
  const watching = start(service, ["watch", ...polling], env[fault as keyof typeof env]);
  const pid = watching.pid ?? 0;
  const sampling = setInterval(async () => memory[i]?.push(await memoryOf(pid)), Math.min(10_000, lifeMs / 12));
  await suffer(fault === "full disk" && undisked === null, service, (ms) => setTimeout(since + ms - Date.now()));
  clearInterval(sampling);
  const ended = watching.exitCode ?? watching.signalCode;
  if (ended !== null) failed.push(`watch ${i + 1} ended by itself: ${ended}`);
  else process.kill(pid, isLast ? "SIGTERM" : "SIGKILL"); // execa would kill it after five seconds
  lives.push({killed: !isLast, since, until: Date.now()});
  const {exitCode} = await watching;
  if (isLast && exitCode !== 0) failed.push(`the last watch ended with code ${exitCode}`);
}

async function suffer(fillsDisk: boolean, service: Generator, until: (ms: number) => Promise<void>): Promise<void> {
  await until(0.25 * lifeMs);
  await service.restart(faultMs / 3);
  await until(0.45 * lifeMs);
  service.refuse(faultMs);
  await until(faultAt);
  if (fillsDisk) resizeDisk(data);
  await until(faultAt + faultMs);
  if (fillsDisk) resizeDisk(data, diskSize);
  await until(lifeMs);
}

// MB of the watch, and of the preview and the browser, which run below this process.
async function memoryOf(watchPid: number): Promise<Memory> {
  const {stdout} = await execa("ps", ["-eo", "pid=,rss=,args="]);
  const lines = stdout.split("\n").map((line) => line.trim().split(/ +/));
  const megabytes = (isWanted: (pid: number, args: string) => boolean) =>
    sum(lines, ([pid, rss, ...args]) => (isWanted(Number(pid), args.join(" ")) ? Number(rss) / 1024 : 0));
  return {
    watch: megabytes((pid) => pid === watchPid),
    preview: megabytes((_, args) => args.includes("observable.js") && args.includes(root)),
    browser: megabytes((_, args) => args.includes("/chrom"))
  };
}

async function report(errors: readonly string[]): Promise<void> {
  const {wanted, kept, lost, doubled} = await readStore(storePath(root), (store) =>
    compare(store, {served, everyMs, lives})
  );
  const percent = ((100 * kept) / wanted).toFixed(2);
  console.log(`${seconds} s of ${feedCount} feeds every ${everyMs} ms: ${percent} % of all updates`);
  console.log(`lost ${lost}, doubled ${doubled}, ${errors.length} errors of the page`);
  console.log(undisked === null ? "the disk was in memory" : `no full disk: ${undisked}`);
  if (lost > 0) failed.push(`${lost} answers are lost`);
  if (doubled > 0) failed.push(`${doubled} answers are doubled`);
  for (const check of [expectWhole, expectEnded]) await check(root).catch((error) => failed.push(messageOf(error)));
  const left = [data, temporary].flatMap((folder) => readdirSync(folder));
  const strange = left.filter((name) => !["feeds.duckdb", "feeds.snapshot.duckdb"].includes(name));
  if (strange.length > 0) failed.push(`files are left: ${strange.join(", ")}`);
  for (const name of ["watch", "preview", "browser"] as const) {
    const medians = memory.map((samples) => Math.round(median(samples, (sample) => sample[name]) ?? 0));
    console.log(`memory of the ${name} by watch: ${medians.join(", ")} MB`);
    const [early = 0, late = 0] = [medians[1], medians.at(-1)];
    if (late > 1.5 * early + 100) failed.push(`memory of the ${name} grew from ${early} to ${late} MB`);
  }
}
