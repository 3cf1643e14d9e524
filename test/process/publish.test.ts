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
    const [line, header, ...tables] = (await run("publish")).stdout.split("\n");
    expect(line).toMatch(/feeds\.snapshot\.duckdb: [\d.]+ [kM]B of at most 25\.0 MB, in \d+\.\d s$/);
    expect(header).toMatch(/^table +rows +kB +of the store$/);
    expect(tables.map((text) => text.replace(/ +\d+ +all$/, ""))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^meta +1$/), expect.stringMatching(/^funding +1$/)])
    );
    expect(existsSync(snapshot)).toBe(true);
    expect(JSON.parse((await run("publish", "--json")).stdout)).toMatchObject({
      path: snapshot,
      parts: expect.arrayContaining([expect.objectContaining({name: "feeds", rows: 3, whole: true})])
    });
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
