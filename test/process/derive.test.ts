import {describe, expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";

const {alter, run, sql} = cliFolder();

describe("feedbook derive", () => {
  it("has nothing to do after a load, and makes everything again on request", async () => {
    expect((await run("load", "history", "--from", "now-2h", "--every", "10m", "--feeds", "1,2")).exitCode).toBe(0);
    const bars =
      "SELECT count(*) AS bars, sum(updates + carriedForward) AS updates, max(high) < 0 AS broken FROM bars_1m";
    const held = await sql(bars);
    expect(held).toEqual([{bars: 24, updates: 24, broken: false}]);
    expect(await sql("SELECT count(*) AS updates FROM feed_updates")).toEqual([{updates: 24}]);
    await alter("UPDATE bars_1m SET high = -1");
    expect((await run("derive")).stdout).toMatch(/^derived 0 hours of feeds in [\d.]+ s$/);
    expect(JSON.parse((await run("derive", "--rebuild", "--json")).stdout)).toMatchObject({hours: expect.any(Number)});
    expect(await sql(bars)).toEqual(held);
  });

  it("makes no store", async () => {
    const {exitCode, stderr} = await run("derive");
    expect({exitCode, stderr}).toEqual({exitCode: 1, stderr: expect.stringContaining("no store at")});
  });
});
