import {describe, expect, it} from "vitest";
import {feedbookVersion} from "../loaders/config/version.js";
import {cliFolder} from "./helpers/cli.js";

const {run} = cliFolder();

describe("feedbook --help", () => {
  it("shows an example, by itself and of each command that it lists", async () => {
    const {stdout: help} = await run("--help");
    expect(help).toContain("npm run -s feedbook -- …");
    const [, listed = ""] = /^Commands:\n([\s\S]*?)\n\n/m.exec(help) ?? [];
    const names = Array.from(listed.matchAll(/^ {2}(\w+)/gm), ([, name = ""]) => name).filter(
      (name) => name !== "help"
    );
    expect(names.length).toBeGreaterThan(15);
    const kinds = ["latest", "history", "reduce", "file"].map((kind) => ["load", kind]);
    for (const command of [[], ...names.map((name) => [name]), ...kinds]) {
      const {exitCode, stdout} = await run(...command, "--help");
      expect({command, exitCode, stdout}).toEqual({command, exitCode: 0, stdout: expect.stringMatching(/Examples?:/)});
      expect(await run("help", ...command)).toEqual({exitCode, stdout, stderr: ""});
    }
  });

  it.each([
    ["load", "--base-url --feeds --symbols --channel --quiet"],
    ["load latest", "--base-url --feeds --symbols --channel --quiet"],
    ["watch", "--base-url --feeds --symbols --channel --quiet"],
    ["load reduce", "--base-url --feeds --quiet"],
    ["load file", "--quiet"],
    ["doctor", "--base-url --feeds --symbols --channel"],
    ["start", "--base-url --quiet"],
    ["sql", ""],
    ["status", "--feeds --symbols"]
  ])("of %s lists only options that it uses", async (command, options) => {
    const {stdout} = await run(...command.split(" "), "--help");
    const common = ["--base-url", "--feeds", "--symbols", "--channel", "--quiet"];
    expect(common.filter((option) => stdout.includes(`${option} `)).join(" ")).toEqual(options);
    expect(stdout).toContain("--store <path>");
  });

  it.each(["feeds", "rejects", "status", "sql", "doctor", "publish", "serve", "build"])(
    "%s takes the common options of all commands, so that a script can pass the same to each",
    async (command) => {
      const common = ["--store", "x.duckdb", "--base-url", "http://127.0.0.1:1", "--feeds", "1", "--symbols", "A"];
      const {exitCode} = await run(command, ...common, "--channel", "real_time", "--json", "--quiet", "--help");
      expect(exitCode).toBe(0);
    }
  );
});

it("feedbook --version shows the version of the package", async () => {
  expect(await run("--version")).toMatchObject({exitCode: 0, stdout: feedbookVersion});
});
