import {spawn} from "node:child_process";
import {Agent, request} from "node:http";
import {properties} from "../../loaders/config/choices.js";
import {feeds} from "../../loaders/sandbox/feeds.js";
import {startSandbox} from "../../loaders/sandbox/server.js";

// How many `POST /v1/latest_price` of 50 feeds the sandbox answers in a second, over loopback HTTP, the server in a
// process and so on a core of its own. Run: npm run bench sandbox

const seconds = 5;
const connections = 8;
const feedsPerRequest = 50;

const stable = feeds.filter(({state}) => state === "stable");
const body = JSON.stringify({
  priceFeedIds: stable.slice(0, feedsPerRequest).map(({id}) => id),
  properties,
  formats: [],
  channel: "fixed_rate@200ms"
});

if (process.argv[2] === "serve") process.send?.((await startSandbox()).url);
else await measure();

async function measure(): Promise<void> {
  const server = spawn(process.execPath, [...process.execArgv, import.meta.filename, "serve"], {
    stdio: ["ignore", "inherit", "inherit", "ipc"]
  });
  const url = await new Promise<string>((resolve, reject) => {
    server.once("message", (message) => resolve(String(message)));
    server.once("exit", () => reject(new Error("server ended before it listened")));
  });
  try {
    await flood(url, 1); // warm up
    const {answers, elapsed} = await flood(url, seconds);
    console.log(`latest_price, ${feedsPerRequest} feeds: ${Math.round(answers / elapsed)} requests/s`);
  } finally {
    server.kill();
  }
}

async function flood(url: string, forSeconds: number): Promise<{answers: number; elapsed: number}> {
  const agent = new Agent({keepAlive: true, maxSockets: connections});
  const start = performance.now();
  const end = start + forSeconds * 1000;
  const counts = await Promise.all(
    Array.from({length: connections}, async () => {
      let count = 0;
      for (; performance.now() < end; count++) await ask(url, agent);
      return count;
    })
  );
  agent.destroy();
  return {answers: counts.reduce((sum, count) => sum + count, 0), elapsed: (performance.now() - start) / 1000};
}

function ask(url: string, agent: Agent): Promise<void> {
  const headers = {authorization: "Bearer bench", "content-type": "application/json", "content-length": body.length};
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/v1/latest_price`, {method: "POST", agent, headers}, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`status ${answer.statusCode}`));
      answer.resume().on("end", resolve);
    });
    asked.on("error", reject).end(body);
  });
}
