import {describe, expect, it} from "vitest";
import {feedbookVersion} from "../loaders/config/version.js";
import {cliFolder} from "./helpers/cli.js";

const {run} = cliFolder();

describe("feedbook --help", () => {
  it.each([
    ["frobnicate"],
    ["constructor"],
    ["__proto__"],
    ["load", "history"],
    ["load", "latest", "--feeds", "1,x"],
    ["load", "latest", "--nope"],
    ["load", "lates"],
    ["sql"],
    ["build", "--base", "https://x"],
    ["serve", "--base", "/a/../b/"],
    ["serve", "--host", "http://prices.example"]
  ])("a usage error (%s) exits with 2", async (...args) => expect((await run(...args)).exitCode).toBe(2));

  it.each([
    [["doctor", "--foo"], "(feedbook doctor --help lists what there is)"],
    [["status", "foo"], "(feedbook status --help lists what there is)"],
    [["new"], "(feedbook new --help lists what there is)"],
    [["load", "latest", "--foo"], "(feedbook load latest --help lists what there is)"],
    [["load", "latest", "--feeds", "BTC"], "feedbook feeds btc finds ids, and --symbols takes symbols"]
  ])("says after a usage error where help is: %j", async (command, advice) => {
    expect((await run(...command)).stderr).toContain(advice);
  });

  it("shows the help of a command after help, too", async () => {
    expect((await run("help", "load", "history")).stdout).toMatch(/^Usage: feedbook load history /);
    expect((await run("help")).stdout).toEqual((await run("--help")).stdout);
  });

  it("says what feedbook stands for", async () => {
    expect((await run("--help")).stdout).toContain("npm run -s feedbook -- …");
  });

  it("shows an example, by itself and of each command that it lists", async () => {
    const {stdout: help} = await run("--help");
    const [, listed = ""] = /^Commands:\n([\s\S]*?)\n\n/m.exec(help) ?? [];
    const names = Array.from(listed.matchAll(/^ {2}(\w+)/gm), ([, name = ""]) => name).filter(
      (name) => name !== "help"
    );
    expect(names.length).toBeGreaterThan(15);
    const kinds = ["latest", "history", "reduce", "file"].map((kind) => ["load", kind]);
    for (const command of [[], ...names.map((name) => [name]), ...kinds]) {
      const {exitCode, stdout} = await run(...command, "--help");
      expect({command, exitCode, stdout}).toEqual({command, exitCode: 0, stdout: expect.stringMatching(/Examples?:/)});
    }
  });

  it.each([
    [["lod"], "Did you mean load?"],
    [["load", "lates"], "unknown kind of load: lates; did you mean latest?"],
    [["load", "everything"], "unknown kind of load: everything; give latest, history, reduce, file"]
  ])("names the command that was probably meant: %j", async (command, advice) => {
    expect((await run(...command)).stderr).toContain(advice);
  });

  it.each([
    [["load"], ["--base-url", "--feeds", "--symbols", "--channel", "--quiet"]],
    [
      ["load", "latest"],
      ["--base-url", "--feeds", "--symbols", "--channel", "--quiet"]
    ],
    [["watch"], ["--base-url", "--feeds", "--symbols", "--channel", "--quiet"]],
    [
      ["load", "reduce"],
      ["--base-url", "--feeds", "--quiet"]
    ],
    [["load", "file"], ["--quiet"]],
    [["doctor"], ["--base-url", "--feeds", "--symbols", "--channel"]],
    [["start"], ["--base-url", "--quiet"]],
    [["sql"], []],
    [["status"], ["--feeds", "--symbols"]]
  ])("lists only options that the command uses: %j", async (command, options) => {
    const {stdout} = await run(...command, "--help");
    const asking = ["--base-url", "--feeds", "--symbols", "--channel", "--quiet"];
    expect(asking.filter((option) => stdout.includes(`${option} `))).toEqual(options);
    expect(stdout).toContain("--store <path>");
  });

  it.each(["feeds", "rejects", "status", "sql", "doctor", "publish", "serve", "build"])(
    "takes the common options of all commands, so that a script can pass the same to each: %s",
    async (command) => {
      const common = ["--store", "x.duckdb", "--base-url", "http://127.0.0.1:1", "--feeds", "1", "--symbols", "A"];
      const {exitCode, stdout} = await run(command, ...common, "--channel", "real_time", "--json", "--quiet", "--help");
      expect({exitCode, stdout}).toMatchObject({exitCode: 0, stdout: expect.stringContaining("Usage")});
    }
  );
});

describe("feedbook --version", () => {
  it("shows the version of the package", async () => {
    expect(await run("--version")).toMatchObject({exitCode: 0, stdout: feedbookVersion});
  });
});
