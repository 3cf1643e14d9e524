import {once} from "node:events";
import {mkdirSync} from "node:fs";
import {type AddressInfo, createServer} from "node:net";
import {describe, expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";

const {path, run, start, write} = cliFolder();

describe("feedbook sandbox", () => {
  it("serves until interrupted", async () => {
    const sandbox = start("sandbox", "--port", "0");
    const url = await new Promise<string>((resolve) => {
      sandbox.stdout.on("data", (text) => resolve(/http:\/\/[\d.]+:\d+/.exec(String(text))?.[0] ?? ""));
    });
    expect((await fetch(`${url}/v1/symbols`)).status).toBe(200);
    sandbox.kill("SIGTERM");
    expect((await sandbox).exitCode).toBe(0);
  });
});

describe("feedbook with a --port that is taken", () => {
  it.each(["dev", "sandbox", "serve"])("says what to do, and does nothing else: %s", async (command) => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const {port} = taken.address() as AddressInfo;
    mkdirSync(path("dist"));
    write("dist/index.html", "");
    const {stderr, stdout, exitCode} = await run(command, "--port", String(port));
    taken.close();
    const said = `feedbook: port ${port} is taken: stop what uses it, or set another with --port (0: any free one)`;
    expect({stdout, stderr, exitCode}).toEqual({stdout: "", stderr: said, exitCode: 1});
  });
});
