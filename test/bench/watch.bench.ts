import {spawn} from "node:child_process";
import {mkdtempSync, readdirSync, rmSync} from "node:fs";
import type {AddressInfo} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {setTimeout} from "node:timers/promises";
import {serve} from "@hono/node-server";
import {max, quantile, range} from "d3-array";
import {readSettings} from "../../loaders/config/settings.js";
import {queryRecords} from "../../loaders/database/query.js";
import type {Load} from "../../loaders/load/books.js";
import {runLoad} from "../../loaders/load/load.js";
import type {Log} from "../../loaders/load/report.js";
import {createSandbox} from "../../loaders/sandbox/server.js";
import {readStore} from "../../loaders/store/open.js";
import {watch} from "../../loaders/watch/watch.js";

// A watch that goes on: three batches on the fastest grid, of a sandbox in a process of its own that is well for twenty
// seconds, slow for six, down for two, and sends pages instead of updates for two, and so on. What days of it would take
// shows in whether anything grows. Run: npm run bench watch [-- --seconds=300]

const seconds = Number(process.argv.find((arg) => arg.startsWith("--seconds="))?.slice(10) ?? 300);
const [everyMs, roundMs] = [50, 30_000];
const feeds = [1, 2, 6];

// By then it is asked on every instant again, after the longest rest that four bad seconds can earn.
const isSteady = (at: number) => at % roundMs >= 8000 && at % roundMs < 20_000;

if (process.argv[2] === "serve") serveInPhases();
else await measure();

async function measure(): Promise<void> {
  const server = spawn(process.execPath, [...process.execArgv, import.meta.filename, "serve"], {
    stdio: ["ignore", "inherit", "inherit", "ipc"]
  });
  const heard = () => new Promise<string>((resolve) => server.once("message", (text) => resolve(String(text))));
  const folder = mkdtempSync(join(tmpdir(), "feedbook-bench-"));
  try {
    const storePath = join(folder, "feeds.duckdb");
    await soak(await heard(), storePath);
    const counts = heard();
    server.send("count");
    console.log(`requests           ${await counts}`);
    await tellGrid(storePath);
  } finally {
    server.kill();
    rmSync(folder, {recursive: true});
  }
}

function serveInPhases(): void {
  const app = createSandbox();
  let [asked, running, most] = [0, 0, 0];
  async function fetch(request: Request): Promise<Response> {
    asked += 1;
    most = Math.max(most, ++running);
    try {
      const at = Date.now() % roundMs;
      if (request.method === "GET" || at < 20_000) return await app.fetch(request);
      if (at >= 28_000) return new Response("<html>no update</html>");
      if (at >= 26_000) return new Response("busy", {status: 503});
      await setTimeout(300);
      return await app.fetch(request);
    } finally {
      running -= 1;
    }
  }
  const server = serve({fetch, port: 0, hostname: "127.0.0.1"}, ({port}: AddressInfo) => {
    process.send?.(`http://127.0.0.1:${port}`);
  });
  process.on("message", () => {
    server.getConnections((_, open) => process.send?.(`${asked}, ${most} in flight at most, ${open} sockets open`));
  });
}

async function soak(url: string, storePath: string): Promise<void> {
  const env = {FEEDBOOK_STORE: storePath, FEEDBOOK_BASE_URL: url, FEEDBOOK_TOKEN: "bench-bench-bench"};
  const {service, ...settings} = await readSettings({env, flags: {channel: "fixed_rate@50ms", feeds}});
  const told: string[] = [];
  const log: Log = {note: (text) => told.push(text), warn: (text) => told.push(text), step() {}, done() {}};
  const samples: Record<string, number>[] = [];
  const work = async (load: Load) => {
    const timer = setInterval(() => samples.push(sampleOf(load)), (seconds * 1000) / 4);
    await watch(load, {every: everyMs, length: seconds * 1000 + 500, publishEvery: 30_000}).catch(() => {}); // it may end while down
    clearInterval(timer);
  };
  const asking = {...settings, service: {...service, retries: 0, batchSize: {...service.batchSize, latest_price: 1}}};
  const options = {log, signal: new AbortController().signal, hold: false};
  const report = await runLoad(asking, "watch", work, options);
  console.log(
    `${seconds} s of ${feeds.length} batches every ${everyMs} ms: ${report.responses} responses, ${report.rows} rows`
  );
  for (const key of Object.keys(samples[0] ?? {})) {
    console.log(`${key.padEnd(18)} ${samples.map((sample) => sample[key]?.toFixed(1)).join(" ")}`);
  }
  console.log(`told               ${told.length} times, kept of the problems ${report.problems.length}`);
}

// At each quarter; of the process that watches.
function sampleOf({books}: Load): Record<string, number> {
  global.gc?.();
  const {heapUsed, rss} = process.memoryUsage();
  const files = process.platform === "linux" ? readdirSync("/proc/self/fd").length : Number.NaN;
  return {
    "heap after gc, MB": heapUsed / 1e6,
    "memory (rss), MB": rss / 1e6,
    "sockets and timers": process.getActiveResourcesInfo().length,
    "open files": files,
    "uncommitted, MB": books.waitingBytes() / 1e6
  };
}

// How long after its instant each question was asked, and at which instants of steady times none was.
async function tellGrid(storePath: string): Promise<void> {
  const sql = `SELECT epoch_ms(requestedAt)::DOUBLE AS at, (request ->> '$.priceFeedIds[0]')::INTEGER AS feed
    FROM responses WHERE endpoint = 'latest_price' AND httpStatus = 200 ORDER BY requestedAt`;
  const asked = await readStore(storePath, ({connection}) => queryRecords(connection, sql));
  const times = asked.map(({at}) => Number(at));
  const instantOf = (at: number) => Math.floor(at / everyMs) * everyMs;
  const came = new Set(asked.map(({at, feed}) => `${feed} ${instantOf(Number(at))}`));
  const [from = 0, to = 0] = [times[0], times.at(-1)];
  const due = range(instantOf(from) + everyMs, to - 1000, everyMs).filter(isSteady);
  const missed = due.flatMap((at) => feeds.filter((feed) => !came.has(`${feed} ${at}`)));
  const late = times.filter(isSteady).map((at) => at % everyMs);
  console.log(
    `behind the grid    ${quantile(late, 0.5)} ms at the median, ${quantile(late, 0.99)} ms for 1 of 100, ${max(late)} ms at most`
  );
  console.log(`missed instants    ${missed.length} of ${due.length * feeds.length} while the service was well`);
}
