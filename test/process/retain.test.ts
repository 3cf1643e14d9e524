import {describe, expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";

const {configure, run, sql} = cliFolder();

describe("feedbook retain", () => {
  it("tells what would go, drops it, and leaves everything else right", async () => {
    const asking = ["load", "history", "--from", "now-12h", "--every", "10m", "--feeds", "1,2"];
    expect((await run(...asking)).exitCode).toBe(0);
    const bars = await sql("FROM bars_1m ORDER BY ALL");
    const newer =
      "FROM feed_updates WHERE publishedAt >= time_bucket(INTERVAL 1 HOUR, now()::TIMESTAMP) - INTERVAL 6 HOUR ORDER BY ALL";
    const stayed = await sql(newer);
    expect(await run("retain")).toMatchObject({exitCode: 2, stderr: expect.stringContaining("set retain in")});
    configure({retain: {rows: "6h"}});
    expect((await run("retain", "--dry-run")).stdout).toMatch(
      /^retain would drop \d+ of 14\d updates, 0 rejects and 0 null values from before /
    );
    expect((await run("retain")).stdout).toMatch(/^dropped \d+ of .*; the store has [\d.]+ [kM]B of [\d.]+ [kM]B$/);
    expect((await run("retain")).stdout).toMatch(/^nothing is from before .*: the store keeps \d+ updates$/);
    expect(await sql(newer)).toEqual(stayed);
    expect(await sql("FROM bars_1m ORDER BY ALL")).toEqual(bars);
    expect((await run("derive", "--rebuild")).exitCode).toBe(0);
    expect(await sql("FROM bars_1m ORDER BY ALL")).toEqual(bars);
    expect((await run("status")).stdout).toMatch(
      /the books balance\n.*\ndropped: \d+ updates from before .*; bars stay/
    );
    expect((await run("doctor", "--json")).stdout).toContain("the books balance");
    expect(await run("gaps")).toMatchObject({stdout: "no gaps"});
    expect((await run("gaps", "--from", "now-12h")).stderr).toMatch(
      /updates from before .* were dropped \(retain\.rows\)/
    );
    expect((await run(...asking, "--dry-run", "--json")).stdout).toMatch(/"asked": [0-4],/);
  });
});
