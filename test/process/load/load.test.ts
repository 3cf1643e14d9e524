import {existsSync, readFileSync} from "node:fs";
import {DuckDBInstance} from "@duckdb/node-api";
import {describe, expect, it} from "vitest";
import {startSandbox} from "../../../loaders/service/sandbox/server.js";
import {cliFolder} from "../../helpers/cli.js";
import {recorded} from "../../helpers/store.js";

const {configure, path, run, runWith, sql, start, write} = cliFolder();

describe("feedbook load", () => {
  it("ends with 1, and runs no other load, when interrupted", async () => {
    configure({
      loads: [{command: "history", from: "2026-05-01", to: "2026-05-10", every: "1m"}, {command: "latest"}],
      feeds: {ids: [1, 2]}
    });
    const loading = start("load");
    await expect.poll(() => existsSync(path("data", "feeds.duckdb")), {timeout: 20_000}).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    loading.kill("SIGINT");
    expect((await loading).exitCode).toBe(1);
    expect(await sql("SELECT command, status FROM loads")).toEqual([{command: "history", status: "interrupted"}]);
  });

  it("names a mistake in the configuration", async () => {
    configure({service: {chanel: "real_time"}});
    const {exitCode, stderr} = await run("load");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("service.chanel is unknown; did you mean service.channel?");
  });

  it("runs what feedbook.config.ts lists, and never mixes real and simulated rows", async () => {
    write("body.json", recorded);
    configure({loads: [{command: "file", paths: ["body.json"]}]});
    expect((await run("load")).stdout).toMatch(/^file done .* 3 rows/);
    const {exitCode, stderr} = await run("load", "latest");
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/holds real rows, and this load would add simulated ones: they are never mixed/);
  });

  it("marks a sandbox of another process as simulated too", async () => {
    const sandbox = await startSandbox();
    const env = {FEEDBOOK_BASE_URL: sandbox.url, FEEDBOOK_TOKEN: "a-secret-token"};
    const {exitCode, stdout, stderr} = await runWith({env}, "load", "latest", "--feeds", "1,2");
    await sandbox.close();
    expect(exitCode).toBe(0);
    expect(stdout + stderr).not.toContain("a-secret-token");
    expect(await sql("SELECT sandbox, rows FROM loads")).toEqual([{sandbox: true, rows: 2}]);
    expect(readFileSync(path("data", "feeds.duckdb")).includes("a-secret-token")).toBe(false);
  });

  it("writes the reports of all that is listed, failures among them, and runs what comes after one", async () => {
    write("good.json", recorded);
    configure({
      loads: [{command: "file", paths: ["none.json"]}, {command: "latest"}, {command: "file", paths: ["good.json"]}]
    });
    const env = {FEEDBOOK_BASE_URL: "http://127.0.0.1:9"};
    const {exitCode, stdout, stderr} = await runWith({env}, "load", "--json");
    expect(JSON.parse(stdout)).toMatchObject([
      {command: "file", status: "failed", rows: 0, error: "no such file: none.json"},
      {command: "latest", status: "failed", error: expect.stringMatching(/^missing FEEDBOOK_TOKEN/)},
      {command: "file", status: "done", rows: 3, error: null}
    ]);
    expect(stderr).toMatch(/^feedbook: no such file: none\.json\nfeedbook: missing FEEDBOOK_TOKEN: .*$/m);
    expect(exitCode).toBe(2);
  });

  it("writes one JSON value of one load that fails, too, and does not blame the settings where the service is down", async () => {
    configure({service: {retries: 0}});
    const env = {FEEDBOOK_BASE_URL: "http://127.0.0.1:9", FEEDBOOK_TOKEN: "a-secret-token"};
    const {exitCode, stdout} = await runWith({env}, "load", "latest", "--json");
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      command: "latest",
      status: "failed",
      error: expect.stringMatching(/^catalogue failed/)
    });
    expect((await runWith({env}, "watch", "--every", "1s", "--for", "2s", "--feeds", "1")).exitCode).toBe(1);
  });

  it("fails where all that it asked for was refused", async () => {
    const {exitCode, stdout} = await run("load", "latest", "--feeds", "4000000");
    expect({exitCode, stdout}).toEqual({exitCode: 1, stdout: expect.stringMatching(/^latest failed in /)});
  });

  it("leaves another program's DuckDB file alone", async () => {
    write("body.json", recorded);
    const instance = await DuckDBInstance.create(path("other.duckdb"));
    const connection = await instance.connect();
    await connection.run("CREATE TABLE mine (a INTEGER)");
    connection.closeSync();
    instance.closeSync();
    const {exitCode, stderr} = await run("load", "file", "body.json", "--store", "other.duckdb");
    expect({exitCode, stderr}).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("is no store: it has a table mine")
    });
  });

  it("needs a token for a service", async () => {
    const {exitCode, stderr} = await runWith({env: {FEEDBOOK_BASE_URL: "http://127.0.0.1:9"}}, "load");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("missing FEEDBOOK_TOKEN: set it, or leave FEEDBOOK_BASE_URL unset to use the sandbox");
  });
});
