import {existsSync, rmSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";
import {recorded} from "../helpers/store.js";

const {path, run, write} = cliFolder();

describe("feedbook publish", () => {
  it("writes the snapshot, and tells what is in it", async () => {
    write("body.json", recorded);
    await run("load", "file", "body.json");
    const snapshot = path("data", "feeds.snapshot.duckdb");
    rmSync(snapshot);
    expect((await run("publish")).stdout).toMatch(
      /feeds\.snapshot\.duckdb: meta 1, feeds 3, prices \d+, funding 1(, \w+ \d+)*; \d+\.\d MiB in \d+\.\d s$/
    );
    expect(existsSync(snapshot)).toBe(true);
    expect(JSON.parse((await run("publish", "--json")).stdout)).toMatchObject({path: snapshot, tables: {feeds: 3}});
    expect(await run("publish", "--quiet")).toMatchObject({exitCode: 0, stdout: "", stderr: ""});
  });

  it("says that there is no store, and writes nothing", async () => {
    const {exitCode, stderr} = await run("publish");
    expect({exitCode, stderr}).toEqual({
      exitCode: 1,
      stderr: expect.stringMatching(/^feedbook: no store at .*: run a load first/)
    });
    expect(existsSync(path("data"))).toBe(false);
  });
});
