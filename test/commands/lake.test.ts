import {describe, expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";
import {bodyAt} from "../helpers/store.js";

const {run, runWith, write} = cliFolder(async (folder) => {
  await folder.emptyStore();
});

describe("feedbook lake ddl <lake> --engine <name>", () => {
  it("prints statements without secrets", async () => {
    expect(await run("lake", "ddl", "lake", "--engine", "trino")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("no lake at lake: feedbook lake write makes one")
    });
    write("a.json", bodyAt(Date.UTC(2026, 0, 1) * 1000, {priceFeedId: 1, price: 1}));
    await run("load", "file", "a.json");
    await run("lake", "write", "lake");
    const env = {FEEDBOOK_TOKEN: "secret-1", AWS_SECRET_ACCESS_KEY: "secret-2"};
    const {exitCode, stdout} = await runWith({env}, "lake", "ddl", "lake", "--engine", "clickhouse");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^CREATE OR REPLACE VIEW lake_[\s\S]*\bVIEW bars_1d AS\n[\s\S]*;$/);
    expect(stdout).not.toContain("secret");
    expect(await run("lake", "ddl", "lake", "--engine", "mysql")).toMatchObject({exitCode: 2});
  });
});
