import {rmSync} from "node:fs";
import {join} from "node:path";
import {median, min} from "d3-array";
import {feedbook, spoken} from "../helpers/cli.js";
import {startChromium} from "../helpers/site/chromium.js";
import {makeWorkspace} from "../helpers/workspace.js";
import {open} from "./felt.js";
import {measure, numberOption} from "./measure.js";

// The waits of a user, as whole processes, without npm's own time: `status` and `load latest` of the sandbox's 50 feeds on a
// store of six hours; a build of the demo, fresh (nothing kept of an earlier one) and again; and the first page of a fresh
// preview, from the start of its process until it is answered, and until a browser has drawn it.
// Limits: status 1.2 s, load latest 2.5 s, build 15 s, first page 8 s. Run: npm run bench start [-- --times=9 --builds=3]

const [times, builds] = [numberOption("times", 9), numberOption("builds", 3)];
const {root, env, remove} = makeWorkspace({fresh: true});
const [cache, dist] = [join(root, "src/.observablehq"), join(root, "dist")];
try {
  const store = join(root, "data/hours.duckdb");
  await run(["load", "history", "--from", "now-6h", "--every", "1m"], store);
  await report("status", times, () => run(["status"], store));
  await report("load latest", times, () => run(["load", "latest"], store));
  await run(["build"]); // loads the demo
  const fresh = async () => {
    for (const path of [cache, dist]) rmSync(path, {recursive: true, force: true});
  };
  await report("build, fresh", builds, () => run(["build"]), fresh);
  await report("build, again", builds, () => run(["build"]));
  const browser = await startChromium();
  const [answered, drawn]: [number[], number[]] = [[], []];
  for (let i = 0; i < builds; i++) {
    await fresh();
    const preview = feedbook(["start", "--port", "0"], {cwd: root, env});
    const {result: url, seconds} = await measure(() => answeredBy(preview));
    const {firstMs} = await open(browser, url);
    answered.push(seconds);
    drawn.push(seconds + firstMs / 1000);
    preview.kill("SIGTERM");
    await preview;
  }
  await browser.close();
  console.log(`first page, fresh: ${spread(answered)}, drawn after ${spread(drawn)}`);
} finally {
  remove();
}

// The address of a preview, once it has answered with its first page.
async function answeredBy(preview: ReturnType<typeof feedbook>): Promise<string> {
  const url = await spoken(preview, /is at (http:\S+)/);
  await (await fetch(url)).text();
  return url;
}

async function run(args: readonly string[], store = ""): Promise<void> {
  const {exitCode, stderr} = await feedbook(args, {cwd: root, env: {...env, FEEDBOOK_STORE: store}});
  if (exitCode !== 0) throw new Error(`feedbook ${args.join(" ")} ended with ${exitCode}: ${stderr}`);
}

async function report(what: string, count: number, work: () => Promise<void>, before = async () => {}): Promise<void> {
  const took: number[] = [];
  for (let i = 0; i < count; i++) {
    await before();
    took.push((await measure(work)).seconds);
  }
  console.log(`${what}: ${spread(took)}`);
}

function spread(took: readonly number[]): string {
  return `${median(took)?.toFixed(2)} s (least ${min(took)?.toFixed(2)} s)`;
}
