import {cpSync, readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {feedbook} from "../../helpers/cli.js";
import {makeSnapshot} from "../../helpers/snapshot.js";
import {keepOnly, makeWorkspace} from "../../helpers/workspace.js";

const token = "a-secret-token-as-long-as-real-ones";
const workspace = makeWorkspace();
const {root: cwd} = workspace;

// A page whose loader prints its environment.
beforeAll(async () => {
  await makeSnapshot(workspace.snapshotPath, {hours: 1});
  cpSync(`${workspace.snapshotPath}.store`, `${cwd}/data/feeds.duckdb`);
  keepOnly(workspace, {
    "index.md": `# One\n\n${"$"}{FileAttachment("data/environment.json").json()}`,
    "data/environment.json.ts": "console.error(process.env); console.log(JSON.stringify(process.env));"
  });
});
afterAll(() => workspace.remove());

describe("feedbook build with secrets set", () => {
  it("hides them from pages and loaders: no built file, cache or log has them", async () => {
    const secrets = {FEEDBOOK_TOKEN: token, FEEDBOOK_CLICKHOUSE_PASSWORD: token};
    const given = {...secrets, FEEDBOOK_BASE_URL: "http://127.0.0.1:9", TOLD: "this"};
    const {exitCode, stdout, stderr} = await feedbook(["build"], {cwd, env: given});
    expect({exitCode, said: stdout + stderr}).toMatchObject({
      exitCode: 0,
      said: expect.stringMatching(/FEEDBOOK_BASE_URL[\s\S]*TOLD: 'this'|TOLD: 'this'[\s\S]*FEEDBOOK_BASE_URL/)
    });
    expect(stdout + stderr).not.toContain(token);
    expect(readBuilt()).toMatchObject({TOLD: "this", OBSERVABLE_TELEMETRY_DISABLE: "true"});
    expect(filesWith(token)).toEqual([]);
  });
});

function readBuilt(): unknown {
  const folder = `${cwd}/dist/_file/data`;
  const [name] = readdirSync(folder).filter((file) => file.startsWith("environment."));
  return JSON.parse(readFileSync(join(folder, name ?? ""), "utf8"));
}

// In the whole project: the site, caches of Framework, outputs of loaders, the store. Packages are linked.
function filesWith(text: string): string[] {
  return readdirSync(cwd, {recursive: true, withFileTypes: true})
    .filter((entry) => entry.isFile())
    .map(({parentPath, name}) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(text));
}
