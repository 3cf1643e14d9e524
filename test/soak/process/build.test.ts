import {cpSync, readdirSync, readFileSync} from "node:fs";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {buildSite} from "../../../loaders/site/build.js";
import {feedbook} from "../../helpers/cli.js";
import {makeSnapshot} from "../../helpers/snapshot.js";
import {keepOnly, makeWorkspace} from "../../helpers/workspace.js";

const workspace = makeWorkspace();
const {root: cwd, env} = workspace;
const dist = () => readdirSync(cwd).filter((name) => name.startsWith("dist"));
const onePage = (loader: string, text: string) =>
  keepOnly(workspace, {
    "index.md": `# One\n\n${"$"}{FileAttachment('data/x.json').json()}`,
    [`data/${loader}`]: text
  });

describe("buildSite with a site in dist", () => {
  beforeAll(async () => {
    await makeSnapshot(workspace.snapshotPath, {hours: 1});
    cpSync(`${workspace.snapshotPath}.store`, `${cwd}/data/feeds.duckdb`);
    onePage("x.json.sql", "SELECT 1 AS x");
    await buildSite({cwd, env});
  });
  afterAll(() => workspace.remove());

  it("is not hindered by one that was killed", async () => {
    onePage("x.json.ts", "setTimeout(() => {}, 60_000);");
    const killed = feedbook(["build"], {cwd});
    await expect.poll(dist, {timeout: 90_000}).toEqual(["dist", expect.stringMatching(/^dist\.new-\d+$/)]);
    killed.kill("SIGKILL");
    await killed;
    onePage("x.json.ts", "console.log(2);");
    await buildSite({cwd, env});
    expect(dist()).toEqual(["dist"]);
    const [name] = readdirSync(`${cwd}/dist/_file/data`);
    expect(readFileSync(`${cwd}/dist/_file/data/${name}`, "utf8")).toBe("2\n");
  });
});
