import {existsSync, readFileSync} from "node:fs";
import {execa} from "execa";
import {describe, expect, it} from "vitest";
import {containerCommand, dockerfileFaults, readDockerfile} from "../helpers/dockerfile.js";

// Their commands run in test/soak/process/deployed.test.ts.
const {scripts} = JSON.parse(readFileSync("package.json", "utf8"));
const scriptsOf = (text: string) => [...text.matchAll(/npm run (\w+)/g)].map(([, name = ""]) => name);
const analyze = "/usr/bin/systemd-analyze";

describe("feedbook.service and feedbook.timer", () => {
  const unit = readFileSync(".systemd/feedbook.service", "utf8");

  it.runIf(existsSync(analyze))("are ones that systemd accepts", async () => {
    const files = ["service", "timer"].map((kind) => `.systemd/feedbook.${kind}`);
    expect(await execa(analyze, ["verify", ...files], {all: true})).toMatchObject({all: ""});
  });

  it("load, then build without the token", () => {
    const commands = [...unit.matchAll(/^ExecStart=(.*)$/gm)].map(([, command = ""]) => command);
    expect(commands).toEqual([
      expect.stringMatching(/^\S+ npm run load$/),
      expect.stringMatching(/^\S+ -u FEEDBOOK_TOKEN npm run build$/)
    ]);
    for (const name of scriptsOf(unit)) expect(scripts).toHaveProperty(name);
  });
});

describe("Dockerfile", () => {
  const instructions = readDockerfile();
  const restOf = (wanted: string) => instructions.filter(([name]) => name === wanted).map(([, rest]) => rest);

  it("has no fault that a linter finds", () => {
    const text = readFileSync("Dockerfile", "utf8");
    expect(dockerfileFaults(text)).toEqual([]);
    expect(dockerfileFaults(text.replace("EXPOSE 8080", "EXPOSE http"))).toEqual([
      expect.stringMatching(/^\d+: Invalid/)
    ]);
  });

  it("installs without tests on a Node that Feedbook runs on, copies files that exist, and is not run by root", () => {
    expect(restOf("FROM")).toEqual([expect.stringMatching(/^node:2[24]-\w+-slim$/)]);
    expect(restOf("RUN")).toContain("npm ci --omit=dev");
    expect(restOf("USER").at(-1)).toBe("node");
    const copied = restOf("COPY").flatMap((rest) => rest.split(" "));
    expect(copied.filter((path) => !existsSync(path))).toEqual([]);
    for (const name of scriptsOf(containerCommand().join(" "))) expect(scripts).toHaveProperty(name);
  });

  it("has no token, no store and no history in it", () => {
    expect(JSON.stringify(instructions)).not.toContain("TOKEN");
    const left = readFileSync(".dockerignore", "utf8").trim().split("\n");
    expect(left).toEqual(
      expect.arrayContaining(["**/.env*", "**/*.duckdb*", ".git", "data/*", "dist*", "lake*", "node_modules"])
    );
  });
});

describe("the guide's page on publishing", () => {
  const guide = readFileSync("src/guide/publishing.md", "utf8");
  const lines = [...guide.matchAll(/^```text\n([\s\S]*?)^```$/gm)].flatMap(([, text = ""]) => text.trim().split("\n"));

  it("names the paths, user and variables that the unit has", () => {
    const unit = readFileSync(".systemd/feedbook.service", "utf8");
    const told = lines.filter((line) => !line.startsWith("docker "));
    expect(told.length).toBeGreaterThan(3);
    for (const path of told.flatMap((line) => line.match(/\.systemd\/\S+/g) ?? [])) expect(existsSync(path)).toBe(true);
    const [, folder, user] = /useradd --system --home-dir (\S+) (\S+)/.exec(told.join("\n")) ?? [];
    expect(unit).toContain(`WorkingDirectory=${folder}\n`);
    expect(unit).toContain(`User=${user}\n`);
    expect(unit).toContain(`EnvironmentFile=${/chmod 600 (\S+)/.exec(told.join("\n"))?.[1]}\n`);
  });

  it("names the port, volume and variables that the image has", () => {
    const told = [...lines, ...(guide.match(/`docker [^`]*`/g) ?? [])].filter((line) => line.includes("docker "));
    expect(told.length).toBeGreaterThan(3);
    const text = JSON.stringify(readDockerfile());
    const named = [...told.join(" ").matchAll(/:(\/\w+\/data|8080)\b/g)].map(([, name = ""]) => name);
    for (const name of [...named, ...(guide.match(/-e FEEDBOOK_HOST/g) ?? []).map((each) => each.slice(3))])
      expect(text).toContain(name);
    for (const name of scriptsOf(told.join(" "))) expect(scripts).toHaveProperty(name);
  });
});
