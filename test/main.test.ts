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
});

it("feedbook --version shows the version of the package", async () => {
  expect(await run("--version")).toMatchObject({exitCode: 0, stdout: feedbookVersion});
});
