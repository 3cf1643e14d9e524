import {describe, expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";

const {run} = cliFolder();

describe("feedbook sandbox", () => {
  it("serves until interrupted", async () => {
    const sandbox = run("sandbox", "--port", "0");
    const url = await new Promise<string>((resolve) => {
      sandbox.stdout.on("data", (text) => resolve(/http:\/\/[\d.]+:\d+/.exec(String(text))?.[0] ?? ""));
    });
    expect((await fetch(`${url}/v1/symbols`)).status).toBe(200);
    sandbox.kill("SIGTERM");
    expect((await sandbox).exitCode).toBe(0);
  });
});
