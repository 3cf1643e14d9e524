import {rmSync, writeFileSync} from "node:fs";
import {execa} from "execa";
import {afterAll, describe, expect, it} from "vitest";
import {queryRecords} from "../../loaders/store/database/query.js";
import {readStore} from "../../loaders/store/open.js";
import {makeWorkspace} from "../helpers/workspace.js";

const workspace = makeWorkspace();

afterAll(() => workspace.remove());

describe("npm start", () => {
  it("loads the demo, shows the pages, and ends everything it started", async () => {
    const first = start();
    const url = await addressOf(first);
    expect((await fetch(url)).status).toBe(200);
    expect(await demo()).toMatchObject({simulated: true, enough: true, days: 7});
    first.kill("SIGTERM");
    await first;
    await expect.poll(() => running(workspace.root), {timeout: 10_000}).toEqual([]);
  });

  it("starts at once with a store, and tells its address before the first page is made, and then that it is", async () => {
    writeFileSync(`${workspace.root}/src/index.md`, `# One\n\n${"$"}{FileAttachment("data/late.txt").text()}`);
    writeFileSync(`${workspace.root}/src/data/late.txt.ts`, late);
    const second = start();
    await addressOf(second);
    writeFileSync(`${workspace.root}/go`, "");
    const told = new Promise((resolve) =>
      second.stderr.on("data", (text) => /made the first page in [\d.]+ s/.test(text) && resolve(true))
    );
    expect(await told).toBe(true);
    expect(await demo()).toMatchObject({loads: 1});
    second.kill("SIGTERM");
    expect((await second).stderr).not.toContain("loading");
    await expect.poll(() => running(workspace.root), {timeout: 10_000}).toEqual([]);
  });

  it("ends with all that it started when its listener is killed, even while a data loader runs", async () => {
    rmSync(`${workspace.root}/go`);
    writeFileSync(`${workspace.root}/src/data/late.txt.ts`, `${late}\n`);
    const third = start();
    await addressOf(third);
    await expect.poll(() => running("src/data/late.txt.ts"), {timeout: 60_000}).toHaveLength(1);
    const listener = (await running(workspace.root)).find((line) => line.includes("observable.js preview"));
    process.kill(Number.parseInt(listener ?? "", 10), "SIGKILL");
    expect(await third).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/the preview ended with code 1: start it/)
    });
    const left = async () => [...(await running(workspace.root)), ...(await running("src/data/late.txt.ts"))];
    await expect.poll(left, {timeout: 10_000}).toEqual([]);
  });
});

// Waits for a file before it gives what the first page names.
const late = `import {existsSync} from "node:fs";
while (!existsSync("go")) await new Promise((resolve) => setTimeout(resolve, 100));
console.log("late");`;

function start() {
  const args = ["start", "--", "--port", "0"];
  return execa("npm", args, {
    cwd: workspace.root,
    env: workspace.env,
    reject: false as const,
    stdin: "ignore",
    all: true
  });
}

function addressOf(process: ReturnType<typeof start>): Promise<string> {
  let said = "";
  return new Promise((resolve, reject) => {
    process.all.on("data", (text) => {
      said += String(text);
      const url = /Feedbook is at (http:\S+)/.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
    process.all.on("end", () => reject(new Error(`no address: ${said}`)));
  });
}

async function demo(): Promise<Record<string, unknown> | undefined> {
  const sql = `SELECT simulated, updates >= 100000 AS enough, (SELECT count(*) FROM loads) AS loads,
    (SELECT count(*) - count(DISTINCT (priceFeedId, publishedAt)) FROM feed_updates)::INTEGER AS doubled,
    round((epoch(lastPublishedAt) - epoch(firstPublishedAt)) / 86400)::INTEGER AS days FROM meta`;
  const [row] = await readStore(`${workspace.root}/data/feeds.duckdb`, ({connection}) => queryRecords(connection, sql));
  return row;
}

// Processes whose command names something, such as the workspace: npm's own too.
async function running(name: string): Promise<string[]> {
  const {stdout} = await execa("ps", ["-eo", "pid,args"]);
  return stdout.split("\n").filter((line) => line.includes(name));
}
