import {existsSync} from "node:fs";
import {setTimeout} from "node:timers/promises";
import {execa} from "execa";
import {describe, expect, it} from "vitest";
import {queryRecords} from "../../../loaders/database/query.js";
import {readStore} from "../../../loaders/store/open.js";
import {makeWorkspace} from "../../helpers/workspace.js";

describe("npm start", () => {
  it("goes on with a demo that was interrupted", async () => {
    const fresh = makeWorkspace();
    const first = execa("npm", ["start"], {cwd: fresh.root, env: fresh.env, reject: false as const});
    await expect.poll(() => existsSync(`${fresh.root}/data/feeds.duckdb`), {timeout: 60_000}).toBe(true);
    await setTimeout(2000);
    first.kill("SIGTERM");
    expect((await first).stderr).toMatch(/interrupted after \d+ rows: start again to load the rest$/);
    await expect.poll(() => running(fresh.root), {timeout: 10_000}).toEqual([]);
    const {stderr} = await execa("npm", ["run", "build"], {cwd: fresh.root, env: fresh.env});
    expect(stderr).toContain("loading seven days");
    expect(existsSync(`${fresh.root}/dist/index.html`)).toBe(true);
    expect(await demo(fresh.root)).toMatchObject({simulated: true, enough: true, days: 7, loads: 2, doubled: 0});
    fresh.remove();
  });
});

async function demo(root: string): Promise<Record<string, unknown> | undefined> {
  const sql = `SELECT simulated, updates >= 100000 AS enough, (SELECT count(*) FROM loads) AS loads,
    (SELECT count(*) - count(DISTINCT (priceFeedId, publishedAt)) FROM feed_updates)::INTEGER AS doubled,
    round((epoch(lastPublishedAt) - epoch(firstPublishedAt)) / 86400)::INTEGER AS days FROM meta`;
  const [row] = await readStore(`${root}/data/feeds.duckdb`, ({connection}) => queryRecords(connection, sql));
  return row;
}

// Processes that name the workspace: npm's own too.
async function running(root: string): Promise<string[]> {
  const {stdout} = await execa("ps", ["-eo", "pid,args"]);
  return stdout.split("\n").filter((line) => line.includes(root));
}
