import {readdirSync} from "node:fs";
import {resolve} from "node:path";
import {execa} from "execa";
import {describe, expect, it} from "vitest";
import type {Finding} from "../../loaders/inspect/doctor/check.js";
import {startSandbox} from "../../loaders/service/sandbox/server.js";
import {cliFolder} from "../helpers/cli.js";
import {casesOf} from "../helpers/soak.js";
import {reply, serve} from "../service/loopback.js";

const {configure, path, run, runWith, write} = cliFolder();
const token = "a-secret-token";
const starter = resolve("loaders/run.mjs");

async function doctor(env: Record<string, string> = {}, ...flags: string[]) {
  const {exitCode, stdout, stderr} = await runWith({env}, "doctor", "--json", ...flags);
  expect(stdout + stderr).not.toContain(token);
  const findings: Finding[] = JSON.parse(stdout);
  return {exitCode, findings, wrong: findings.filter(({ok}) => !ok), of: (what: string) => findingOf(findings, what)};
}

function findingOf(findings: readonly Finding[], what: string): Finding | undefined {
  return findings.find((finding) => finding.what === what);
}

describe("feedbook doctor", () => {
  it("finds all well in an empty folder, asks the sandbox for every feed, and leaves nothing behind", async () => {
    const {exitCode, findings, wrong, of} = await doctor();
    expect({exitCode, wrong}).toEqual({exitCode: 0, wrong: []});
    expect(findings.map(({what}) => what)).toEqual([
      "configuration",
      "service",
      "token",
      "clock",
      "feeds",
      "store",
      "snapshot",
      "disk"
    ]);
    expect(of("service")?.text).toMatch(/^the embedded sandbox .*: answers; \d+ feeds in the catalogue$/);
    expect(of("feeds")?.text).toMatch(/^received: [45]\d configured feeds$/);
    expect(of("store")?.text).toContain("none yet");
    expect(readdirSync(path())).toEqual([]);
  });

  it("finds all well after a load, a line each, and leaves nothing behind", async () => {
    await run("load", "latest");
    const before = readdirSync(path("data"));
    const {exitCode, stdout} = await run("doctor");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^ok {2}store: .*: 50 updates, the books balance, nothing torn, doubled or damaged$/m);
    expect(stdout).toMatch(/^ok {2}snapshot: .*: 50 prices$/m);
    expect(stdout).toMatch(/^ok {2}disk: .* free at the store$/m);
    expect(stdout.split("\n").every((line) => line.startsWith("ok "))).toBe(true);
    expect(readdirSync(path("data"))).toEqual(before);
  });
});

describe("feedbook doctor of a configured service", () => {
  it("lists which feeds do not come, why, and what to do", async () => {
    const sandbox = await startSandbox();
    const env = {FEEDBOOK_BASE_URL: sandbox.url, FEEDBOOK_TOKEN: token};
    const {exitCode, of} = await doctor(env, "--feeds", "1,2,3063,3417,4000000");
    const text = (await runWith({env}, "doctor", "--feeds", "3417")).stdout;
    const symbols = await doctor(env, "--symbols", "Crypto.BTC/USD,Crypto.ETC/USD");
    await sandbox.close();
    expect({exitCode, service: of("service")?.ok, token: of("token")?.text}).toEqual({
      exitCode: 1,
      service: true,
      token: "FEEDBOOK_TOKEN is set, and accepted"
    });
    expect(of("feeds")).toMatchObject({ok: false, text: "missing: 3 of 5 configured feeds"});
    const newco =
      "Crypto.NEWCO/USD (3417): left out of the answer; its state is coming_soon: remove it from feeds until";
    expect(
      of("feeds")
        ?.feeds?.map(({text}) => text)
        .sort()
    ).toEqual([
      expect.stringMatching(/^3063: Not entitled: .*; ask the service for access to it, or leave it out/),
      expect.stringMatching(/^4000000: Unknown feed: 4000000; .*leave it out/),
      expect.stringContaining(newco)
    ]);
    expect(text).toContain(`fix feeds: missing: 1 of 1 configured feed\n      ${newco}`);
    expect(symbols.of("feeds")?.feeds).toEqual([
      {feed: "Crypto.ETC/USD", text: expect.stringContaining("did you mean")}
    ]);
  });

  it("distinguishes a token that is not accepted, or missing, from a service that does not answer", async () => {
    const {url} = await serve(reply(401));
    const refused = await doctor({FEEDBOOK_BASE_URL: url, FEEDBOOK_TOKEN: token}, "--feeds", "1");
    expect(refused).toMatchObject({exitCode: 1});
    expect(refused.of("service")?.ok).toBe(true);
    expect(refused.of("token")).toMatchObject({
      ok: false,
      text: expect.stringMatching(/does not accept FEEDBOOK_TOKEN: .* 401 .*check F/)
    });
    const missing = await doctor({FEEDBOOK_BASE_URL: url}, "--feeds", "1");
    expect(missing).toMatchObject({exitCode: 2});
    expect(missing.of("token")?.text).toMatch(/^missing FEEDBOOK_TOKEN: set it, or leave/);
    const down = await doctor({FEEDBOOK_BASE_URL: "http://127.0.0.1:9", FEEDBOOK_TOKEN: token}, "--feeds", "1");
    expect(down).toMatchObject({exitCode: 1});
    expect(down.of("service")).toMatchObject({
      ok: false,
      text: expect.stringMatching(/127\.0\.0\.1:9: .*check the network/)
    });
  });
});

describe("feedbook doctor of a configuration", () => {
  it.each([
    ["a mistake in it", {service: {chanel: "real_time"}}, [], "configuration"],
    ["no feed that is known", {feeds: {symbols: ["Crypto.NONE/NONE"]}}, [], "feeds"],
    ["a channel that there is none of", {}, ["--channel", "fast"], "configuration"]
  ])("ends with 2 for %s", async (_what, config, flags, what) => {
    configure(config);
    const {exitCode, wrong} = await doctor({}, ...flags);
    expect({exitCode, wrong}).toMatchObject({exitCode: 2, wrong: [{what, ok: false, misconfigured: true}]});
  });
});

describe("node loaders/run.mjs loaders/cli.ts doctor", () => {
  it.each(casesOf([["ERR_DLOPEN_FAILED", "invalid ELF header"]], [["MODULE_NOT_FOUND", "Cannot find module"]]))(
    "says what to do where DuckDB's binding does not load (%s)",
    async (code = "", problem = "") => {
      write("break.cjs", breakBinding.replace("CODE", code).replace("PROBLEM", problem));
      const env = {NODE_OPTIONS: `--require ${path("break.cjs")}`};
      const {exitCode, stderr} = await execa(process.execPath, [starter, "loaders/cli.ts", "doctor"], {
        env,
        reject: false
      });
      expect({exitCode, stderr}).toMatchObject({
        exitCode: 1,
        stderr: expect.stringMatching(
          new RegExp(`^feedbook: DuckDB does not load: ${problem}.*: run npm ci on this machine$`)
        )
      });
    }
  );
});

const breakBinding = `const Module = require("node:module");
const load = Module._load;
Module._load = (id, ...rest) => {
  if (!id.endsWith("duckdb.node")) return load(id, ...rest);
  throw Object.assign(new Error("PROBLEM " + id), {code: "CODE"});
};`;
