import {type ChildProcess, spawn} from "node:child_process";
import {once} from "node:events";
import {existsSync, openSync, readFileSync} from "node:fs";
import {resolve} from "node:path";
import {PassThrough} from "node:stream";
import {text} from "node:stream/consumers";
import {describe, expect, it, onTestFinished} from "vitest";
import {cliFolder} from "../helpers/cli.js";
import {recorded} from "../helpers/store.js";

const {configure, emptyStore, path, sql, startWith, write} = cliFolder();
const starter = [process.execPath, resolve("loaders/run.mjs"), "loaders/cli.ts"];

type Output = "read" | "closed" | "full";

/** Runs a command whose outputs are read, or closed by their reader, or on a full device. */
async function run(args: readonly string[], {stdout, stderr}: Record<"stdout" | "stderr", Output>) {
  const outputs = [stdout, stderr].map((output) => (output === "full" ? openSync("/dev/full", "w") : "pipe"));
  const [node = "", ...start] = starter;
  const child = spawn(node, [...start, ...args], {cwd: path(), stdio: ["ignore", ...outputs]});
  if (stdout === "closed") child.stdout?.destroy();
  if (stderr === "closed") child.stderr?.destroy();
  const message = stderr === "read" && child.stderr ? text(child.stderr) : "";
  const [exitCode] = await once(child, "close");
  return {exitCode, message: await message};
}

describe("a command whose output fails", () => {
  it.each<[Output, Output, number, string]>([
    ["closed", "read", 0, ""],
    ["full", "read", 1, "feedbook: cannot write to standard output: ENOSPC"],
    ["read", "closed", 0, ""]
  ])("runs all configured loads: stdout %s, stderr %s", async (stdout, stderr, exitCode, message) => {
    await emptyStore();
    write("one.json", recorded);
    const file = {command: "file", paths: ["one.json"]}; // the second load skips it
    configure({loads: [file, file]});
    expect(await run(["load"], {stdout, stderr})).toEqual({exitCode, message: expect.stringContaining(message)});
    const booked = "SELECT status, count(*)::INTEGER AS loads, sum(rows) > 0 AS some FROM loads GROUP BY ALL";
    expect(await sql(booked)).toEqual([{status: "done", loads: 2, some: true}]);
  });

  it("ends a query without a message when its reader leaves", async () => {
    await emptyStore();
    const query = ["sql", "FROM range(300000)", "--format", "csv"];
    expect(await run(query, {stdout: "closed", stderr: "read"})).toEqual({exitCode: 0, message: ""});
  });
});

describe("feedbook load file -", () => {
  it("keeps the bodies that it read before it is ended", async () => {
    await emptyStore();
    configure({store: {keepBodies: true}});
    const input = new PassThrough();
    const running = startWith({input}, "load", "file", "-");
    input.write(`${recorded.trim().replaceAll("\n", "")}\n`);
    await expect.poll(() => existsSync(path("data", "feeds.bodies")), {timeout: 60_000}).toBe(true); // it is being committed
    running.kill("SIGTERM");
    expect((await running).stdout).toMatch(/^file interrupted in .*: 3 rows/);
    const count = await startWith({}, "sql", "SELECT count(*) AS n FROM feed_updates", "--format", "csv"); // may warn of hours that are due
    expect(count.stdout).toBe("n\n3");
  });
});

describe("a watch whose terminal is closed", () => {
  // The shell passes the signal on, twice as shells do, or ignores it; it notes how the watch ended.
  it.each([
    ["commits, and books that it was interrupted", "kill -HUP $!; kill -HUP $!", "interrupted", "2m"],
    ["goes on if it gets no signal", "", "done", "3s"]
  ])("%s", async (_what, onHangup, status, length) => {
    await emptyStore();
    const watching = `${starter.join(" ")} watch --every 200ms --feeds 1 --for ${length} & trap '${onHangup}' HUP
      while kill -0 $!; do wait $!; code=$?; done 2> /dev/null; echo $code > code`;
    const terminal = spawn("script", ["-qfc", watching, "/dev/null"], {cwd: path()});
    onTestFinished(() => void terminal.kill("SIGKILL"));
    await shows(terminal, /responses?, \d+ rows?/);
    terminal.kill("SIGKILL");
    const code = () => existsSync(path("code")) && readFileSync(path("code"), "utf8");
    await expect.poll(code, {timeout: 60_000}).toBe("0\n");
    const balanced = `SELECT max(rows) = (SELECT count(*) FROM feed_updates) AND max(rows) > 0 AS balanced,
      any_value(status) AS status FROM loads`;
    const found = await startWith({}, "sql", balanced, "--format", "csv"); // may warn of hours that are due
    expect(found.stdout).toBe(`balanced,status\ntrue,${status}`);
  });
});

async function shows({stdout}: ChildProcess, what: RegExp): Promise<void> {
  let shown = "";
  for await (const part of stdout ?? []) {
    shown += part;
    if (what.test(shown)) return;
  }
  throw new Error(`it ended, and showed ${shown}`);
}
