import {existsSync, readdirSync, readFileSync} from "node:fs";
import {afterAll, describe, expect, it} from "vitest";
import {queryRecords} from "../../../loaders/database/query.js";
import {type Preview, previewSite} from "../../../loaders/site/preview.js";
import {readStore} from "../../../loaders/store/open.js";
import {feedbook} from "../../helpers/cli.js";
import {makeWorkspace} from "../../helpers/workspace.js";

const workspace = makeWorkspace();
const {root: cwd, env} = workspace;
const run = (...args: string[]) => feedbook(args, {cwd});
const wait = {timeout: 120_000, interval: 200};

describe("feedbook watch --publish-every <duration>, while others work beside it", () => {
  const watching = run("watch", "--every", "1s", "--publish-every", "2s", "--feeds", "1,2");
  let preview: Preview | undefined;

  afterAll(async () => {
    await preview?.close();
    watching.kill("SIGKILL");
    await watching;
    workspace.remove();
  });

  it("lets them all end well, and an open preview follow", {timeout: 600_000}, async () => {
    await expect.poll(() => existsSync(workspace.snapshotPath), wait).toBe(true);
    preview = await previewSite({cwd, env, port: 0});
    const first = await shownBy(preview);
    const others = [["status"], ["sql", "SELECT count(*) FROM feed_updates"], ["publish"], ["build"]];
    for (const {exitCode, stderr} of await Promise.all(others.map((args) => run(...args))))
      expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: expect.not.stringContaining("feedbook: ")});
    expect(builtUpTo() >= first).toBe(true);
    for (let times = 0; times < 2; times++) await newerThan(await shownBy(preview), preview); // no other publishes now
    process.kill(watching.pid ?? 0, "SIGTERM"); // execa would kill it after five seconds
    const {exitCode, stderr} = await watching;
    expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: expect.not.stringMatching(/not (committed|published)/)});
    expect((await run("status")).stdout).toContain("the books balance");
    expect(await held()).toEqual([{status: "interrupted", counted: true, kept: true, some: true}]);
    expect((await run("publish")).exitCode).toBe(0); // who ends it does not wait for that
    await expect.poll(async () => preview && (await shownBy(preview)), wait).toBe(await lastKept());
  });
});

async function newerThan(time: string, preview: Preview): Promise<void> {
  await expect.poll(async () => (await shownBy(preview)) > time, wait).toBe(true);
}

// The newest update that a preview's pages show.
async function shownBy({url}: Preview): Promise<string> {
  return upTo(await (await fetch(`${url}_file/data/index.json`)).text());
}

function builtUpTo(): string {
  const folder = `${cwd}/dist/_file/data`;
  const [name] = readdirSync(folder).filter((name) => name.startsWith("index."));
  return upTo(readFileSync(`${folder}/${name}`, "utf8"));
}

function upTo(json: string): string {
  return JSON.parse(json).meta[0].lastPublishedAt;
}

const records = (sql: string) => readStore(`${cwd}/data/feeds.duckdb`, ({connection}) => queryRecords(connection, sql));

function held(): Promise<Record<string, unknown>[]> {
  return records(`
    SELECT
      loads.status,
      loads.rows = (SELECT sum(rows) FROM responses) AND (SELECT bool_and(entries = rows + rejected) FROM responses) AS counted,
      loads.rows = (SELECT count(*) FROM feed_updates) AS kept,
      loads.rows > 5 AS some
    FROM loads`);
}

async function lastKept(): Promise<unknown> {
  return (await records("SELECT lastPublishedAt FROM meta"))[0]?.lastPublishedAt;
}
