import {readdirSync, readFileSync} from "node:fs";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {buildSite} from "../../../loaders/site/build/build.js";
import {type Preview, previewSite} from "../../../loaders/site/serve/preview.js";
import {makeSnapshot} from "../../helpers/snapshot.js";
import {keepOnly, makeWorkspace} from "../../helpers/workspace.js";

const workspace = makeWorkspace();
const {root: cwd} = workspace;
const stores = ["one", "two"].map((name) => ({
  env: {...workspace.env, FEEDBOOK_STORE: `data/${name}.duckdb`},
  snapshotPath: `${cwd}/data/${name}.snapshot.duckdb`
}));
const [one, two] = stores as [(typeof stores)[0], (typeof stores)[0]];
const previews: Preview[] = [];

beforeAll(async () => {
  keepOnly(workspace, {
    "index.md": `# One\n\n${"$"}{FileAttachment("data/index.json").json()}`,
    "data/index.json.sql": "SELECT lastPublishedAt FROM meta",
    "data/feeds.duckdb.ts": readFileSync("src/data/feeds.duckdb.ts", "utf8")
  });
  await makeSnapshot(one.snapshotPath, {hours: 1, until: "2026-05-12T01:00:00Z"});
  await makeSnapshot(two.snapshotPath, {hours: 1, until: "2026-05-12T02:00:00Z", simulated: false});
  for (const {env} of stores) previews.push(await previewSite({cwd, env}));
});
afterAll(async () => {
  for (const preview of previews) await preview.close();
  workspace.remove();
});

describe("two previews and a build of one checkout", () => {
  it("show the rows of their own store", async () => {
    expect(await shown()).toEqual(["2026-05-12T01:00:00Z", "2026-05-12T02:00:00Z"]);
    expect(await shown()).toEqual(["2026-05-12T01:00:00Z", "2026-05-12T02:00:00Z"]);
    expect((await snapshots())[0]?.equals((await snapshots())[1] ?? Buffer.alloc(0))).toBe(false);
    expect(await marks()).toEqual([true, false]);
  });

  it("follow loads of their own store", async () => {
    await makeSnapshot(two.snapshotPath, {hours: 1, until: "2026-05-12T03:00:00Z", simulated: false});
    expect(await shown()).toEqual(["2026-05-12T01:00:00Z", "2026-05-12T03:00:00Z"]);
  });

  it("build a site while previews run, and mark no page of real data", async () => {
    await buildSite({cwd, env: two.env});
    expect(await shown()).toEqual(["2026-05-12T01:00:00Z", "2026-05-12T03:00:00Z"]);
    expect(builtTimes()).toEqual(["2026-05-12T03:00:00Z"]);
    expect(readFileSync(`${cwd}/dist/index.html`, "utf8")).not.toContain("Simulated data.");
  });
});

function shown(): Promise<string[]> {
  return Promise.all(previews.map(async ({url}) => lastOf(await (await fetch(`${url}_file/data/index.json`)).text())));
}

function snapshots(): Promise<Buffer[]> {
  return Promise.all(
    previews.map(async ({url}) => Buffer.from(await (await fetch(`${url}_file/data/feeds.duckdb`)).arrayBuffer()))
  );
}

function marks(): Promise<boolean[]> {
  return Promise.all(previews.map(async ({url}) => (await (await fetch(url)).text()).includes("Simulated data.")));
}

function lastOf(json: string): string {
  return JSON.parse(json)[0].lastPublishedAt;
}

function builtTimes(): string[] {
  const folder = `${cwd}/dist/_file/data`;
  const files = readdirSync(folder).filter((name) => name.startsWith("index."));
  return files.map((name) => lastOf(readFileSync(`${folder}/${name}`, "utf8")));
}
