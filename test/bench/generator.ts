import {type ChildProcess, spawn} from "node:child_process";
import {once} from "node:events";
import {openSync, writeSync} from "node:fs";
import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import {setTimeout} from "node:timers/promises";
import {properties} from "../../loaders/config/choices.js";
import {parsedOf} from "../../loaders/service/sandbox/answer.js";
import {type Feed, feeds} from "../../loaders/service/sandbox/feeds.js";

/** A service of so many feeds, each of which has an update every so many ms. */
export interface Generated {
  feedCount: number;
  everyMs: number;
  /** Default: any free one. */
  port?: number;
  /** The file that gets a line for each answer: when, the update's instant (both epoch ms), the first feed of the batch. */
  served?: string;
}

/** The service in a process of its own. */
export interface Generator {
  url: string;
  /** Refuses every question with 429 for so many ms. */
  refuse(ms: number): void;
  /** Answers nobody any more and ends, and starts again after so many ms, at the same address. */
  restart(ms: number): Promise<void>;
  stop(): Promise<void>;
}

const deafMs = 300; // so that its answers are received before its connections break

/** Starts a service. */
export async function startGenerator(generated: Generated): Promise<Generator> {
  const {url, ...first} = await start(generated);
  let {child} = first;
  return {
    url,
    refuse: (ms) => void child.send({refuse: ms}),
    async restart(ms) {
      await stop(child);
      await setTimeout(ms);
      ({child} = await start({...generated, port: Number(new URL(url).port)}));
    },
    stop: () => stop(child)
  };
}

async function start(generated: Generated): Promise<{child: ChildProcess; url: string}> {
  const args = [...process.execArgv, import.meta.filename, JSON.stringify(generated)];
  const child = spawn(process.execPath, args, {stdio: ["ignore", "inherit", "inherit", "ipc"]});
  const [url] = (await once(child, "message")) as [string];
  return {child, url};
}

async function stop(child: ChildProcess): Promise<void> {
  child.disconnect();
  await once(child, "exit");
}

if (process.argv[1] === import.meta.filename) generate(JSON.parse(process.argv[2] ?? ""));

function generate({feedCount, everyMs, port = 0, served}: Generated): void {
  const byId = new Map(copiedFeeds(feedCount).map((feed) => [feed.id, feed]));
  const catalogue = JSON.stringify(
    Array.from(byId.values(), ({id, symbol, state}) => ({pyth_lazer_id: id, symbol, state}))
  );
  const file = served === undefined ? null : openSync(served, "a");
  let [refusedUntil, deaf] = [0, false];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (deaf) return void request.socket.destroy();
    if (Date.now() < refusedUntil) return void response.writeHead(429, {"retry-after": "1"}).end("too many requests");
    response.setHeader("content-type", "application/json");
    if (request.method === "GET") return void response.end(catalogue);
    const {priceFeedIds} = JSON.parse(Buffer.concat(chunks).toString()) as {priceFeedIds: number[]};
    const asked = priceFeedIds.flatMap((id) => byId.get(id) ?? []);
    const instant = Math.floor(Date.now() / everyMs) * everyMs;
    const update = {timestampUs: instant * 1000, feeds: asked, properties: [...properties]};
    response.end(JSON.stringify({parsed: parsedOf(1, update)}));
    if (file !== null) writeSync(file, `${Date.now()},${instant},${priceFeedIds[0]}\n`);
  });
  process.on("message", ({refuse}: {refuse: number}) => {
    refusedUntil = Date.now() + refuse;
  });
  process.once("disconnect", async () => {
    deaf = true;
    await setTimeout(deafMs);
    process.exit();
  });
  server.listen(port, "127.0.0.1", () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
}

/** Copies of the sandbox's feeds. */
export function copiedFeeds(count: number): Feed[] {
  const stable = feeds.filter(({state, kind}) => state === "stable" && kind !== "silent");
  return Array.from({length: count}, (_, i) => {
    const feed = stable[i % stable.length] as Feed;
    return {...feed, id: 100_000 + i, symbol: `${feed.symbol}#${i}`};
  });
}
