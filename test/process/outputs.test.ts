import {type ChildProcess, spawn} from "node:child_process";
import {once} from "node:events";
import {existsSync, openSync, readFileSync} from "node:fs";
import {resolve} from "node:path";
import {text} from "node:stream/consumers";
import {describe, expect, it, onTestFinished} from "vitest";
import {cliFolder} from "../helpers/cli.js";

const {configure, emptyStore, path, sql} = cliFolder();
const starter = [process.execPath, resolve("loaders/run.mjs"), "loaders/cli.ts"];

type Output = "read" | "closed" | "full";

/** Runs a command whose outputs are read, or closed by their reader, or on a full device. */
async function run(args: readonly string[], {stdout, stderr}: Record<"stdout" | "stderr", Output>) {
  const outputs = [stdout, stderr].map((output) => (output === "full" ? openSync("/dev/full", "w") : "pipe"));
  const [node = "", ...start] = starter;
  const child = spawn(node, [...start, ...args], {cwd: path(), stdio: ["ignore", ...outputs]});
  if (stdout === "closed") child.stdout?.destroy();
  if (stderr === "closed") child.stderr?.destroy();
  const told = stderr === "read" && child.stderr ? text(child.stderr) : "";
  const [exitCode] = await once(child, "close");
  return {exitCode, told: await told};
}

const booked = "SELECT status, count(*)::INTEGER AS loads, sum(rows) > 0 AS some FROM loads GROUP BY ALL";
const balanced = `SELECT max(rows) = (SELECT count(*) FROM feed_updates) AND max(rows) > 0 AS balanced,
  any_value(status) AS status FROM loads`;

describe("a command whose output fails", () => {
  it.each<[Output, Output, number, string]>([
    ["closed", "read", 0, ""],
    ["full", "read", 1, "feedbook: cannot write to standard output: ENOSPC"],
    ["read", "closed", 0, ""],
    ["read", "full", 0, ""]
  ])("runs all configured loads: stdout %s, stderr %s", async (stdout, stderr, exitCode, message) => {
    await emptyStore();
    configure({loads: [{command: "latest"}, {command: "latest"}], feeds: {ids: [1]}});
    const ended = await run(["load"], {stdout, stderr});
    expect(ended).toEqual({exitCode, told: expect.stringContaining(message)});
    expect(await sql(booked)).toEqual([{status: "done", loads: 2, some: true}]);
  });

  it("ends a query without a word if its reader needs no more", async () => {
    await emptyStore();
    const query = ["sql", "FROM range(300000)", "--format", "csv"];
    expect(await run(query, {stdout: "closed", stderr: "read"})).toEqual({exitCode: 0, told: ""});
  });
});

describe("a watch whose terminal is closed", () => {
  // The shell passes the signal on, twice as shells do, or ignores it; it notes how the watch ended.
  async function closeTerminal(onHangup: string): Promise<void> {
    await emptyStore();
    const watching = `${starter.join(" ")} watch --every 200ms --feeds 1 --for 6s & trap '${onHangup}' HUP
      while kill -0 $!; do wait $!; code=$?; done 2> /dev/null; echo $code > code`;
    const terminal = spawn("script", ["-qfc", watching, "/dev/null"], {cwd: path()});
    onTestFinished(() => void terminal.kill("SIGKILL"));
    await shows(terminal, /responses?, \d+ rows?/);
    terminal.kill("SIGKILL");
    await expect
      .poll(() => existsSync(path("code")) && readFileSync(path("code"), "utf8"), {timeout: 60_000})
      .toBe("0\n");
  }

  it.each([
    ["commits, and books that it was interrupted", "kill -HUP $!; kill -HUP $!", "interrupted"],
    ["goes on if it gets no signal", "", "done"]
  ])("%s", async (_what, onHangup, status) => {
    await closeTerminal(onHangup);
    expect(await sql(balanced)).toEqual([{balanced: true, status}]);
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
