import {readdirSync, rmSync} from "node:fs";
import {join} from "node:path";
import {median, min} from "d3-array";
import {execa} from "execa";
import type {Browser} from "playwright-core";
import {feedbook} from "../helpers/cli.js";
import {makeWorkspace} from "../helpers/workspace.js";
import {open, withChromium} from "./felt.js";

// What a user waits for, as whole processes, without npm's own time: `status`, and `load latest` of the sandbox's 50 feeds, on a store
// of six hours; a build of the demo, fresh (nothing kept of an earlier one) and again; and the first page of a preview, from the start
// of its process until it is answered, and until a browser has drawn it, fresh and where only the bundled packages are kept. Ratios are
// to `node -e 0`. Limits: status 1.2 s, load latest 2.5 s, build 15 s, first page 8 s.
// Run: npm run bench start [-- --times=9 --builds=3]

const option = (name: string, otherwise: number) =>
  Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise);
const [times, builds] = [option("times", 9), option("builds", 3)];

const {root, env, remove} = makeWorkspace({fresh: true});
const kept = join(root, "src/.observablehq");
try {
  const bare = await measureCommands();
  await measureBuild(bare);
  await withChromium((browser) => measurePreview(bare, browser));
} finally {
  remove();
}

async function measureCommands(): Promise<number> {
  const store = join(root, "data/hours.duckdb");
  await run(["load", "history", "--from", "now-6h", "--every", "1m"], store);
  const took: Record<"node" | "status" | "load", number[]> = {node: [], status: [], load: []};
  for (let i = 0; i < times; i++) {
    took.node.push(await seconds(() => execa(process.execPath, ["-e", "0"])));
    took.status.push(await seconds(() => run(["status"], store)));
    took.load.push(await seconds(() => run(["load", "latest"], store)));
  }
  const bare = median(took.node) ?? Number.NaN;
  console.log(`node -e 0: ${spread(took.node)}`);
  tell("status", took.status, bare);
  tell("load latest", took.load, bare);
  return bare;
}

async function measureBuild(bare: number): Promise<void> {
  await run(["build"]); // loads the demo
  const took: Record<"fresh" | "again", number[]> = {fresh: [], again: []};
  for (let i = 0; i < builds; i++) {
    for (const path of [kept, join(root, "dist")]) rmSync(path, {recursive: true});
    took.fresh.push(await seconds(() => run(["build"])));
    took.again.push(await seconds(() => run(["build"])));
  }
  tell("build, fresh", took.fresh, bare);
  tell("build, again", took.again, bare);
}

async function measurePreview(bare: number, browser: Browser): Promise<void> {
  for (const [what, drop] of [
    ["fresh", () => rmSync(kept, {recursive: true})],
    ["with bundled packages", dropAllButPackages]
  ] as const) {
    const [answered, drawn]: [number[], number[]] = [[], []];
    for (let i = 0; i < builds; i++) {
      drop();
      const first = await firstPage(browser);
      answered.push(first.answered);
      drawn.push(first.drawn);
    }
    tell(`first page, ${what}`, answered, bare);
    console.log(`  drawn after ${spread(drawn)}`);
  }
}

function dropAllButPackages(): void {
  const [all, packages] = [join(kept, "cache"), "_node"];
  for (const name of readdirSync(kept)) if (name !== "cache") rmSync(join(kept, name), {recursive: true});
  for (const name of readdirSync(all)) if (name !== packages) rmSync(join(all, name), {recursive: true});
}

// Seconds from the start of the preview's process.
async function firstPage(browser: Browser): Promise<{answered: number; drawn: number}> {
  const started = performance.now();
  const preview = feedbook(["start", "--port", "0"], {cwd: root, env});
  try {
    const url = await addressOf(preview);
    await (await fetch(url)).text();
    const answered = (performance.now() - started) / 1000;
    const {firstMs} = await open(browser, url);
    return {answered, drawn: answered + firstMs / 1000};
  } finally {
    preview.kill("SIGTERM");
    await preview;
  }
}

function addressOf({stdout}: ReturnType<typeof feedbook>): Promise<string> {
  let said = "";
  return new Promise((resolve, reject) => {
    stdout.on("data", (text) => {
      said += text;
      const [, url] = /is at (http:\S+)/.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
    stdout.on("end", () => reject(new Error(`no address of the preview: ${said}`)));
  });
}

async function run(args: readonly string[], store = ""): Promise<void> {
  const {exitCode, stderr} = await feedbook(args, {cwd: root, env: {...env, FEEDBOOK_STORE: store}});
  if (exitCode !== 0) throw new Error(`feedbook ${args.join(" ")} ended with ${exitCode}: ${stderr}`);
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

function tell(what: string, took: readonly number[], bare: number): void {
  console.log(`${what}: ${spread(took)}, ${((median(took) ?? Number.NaN) / bare).toFixed(1)} × node -e 0`);
}

function spread(took: readonly number[]): string {
  return `${median(took)?.toFixed(2)} s (least ${min(took)?.toFixed(2)} s)`;
}
