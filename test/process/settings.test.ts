import {describe, expect, it} from "vitest";
import {openSnapshot} from "../../loaders/snapshot/snapshot.js";
import {cliFolder} from "../helpers/cli.js";

const {configure, path, run, sql, write} = cliFolder();

const entry = {
  priceFeedId: 112,
  exponent: -2,
  fundingRate: 3,
  fundingRateInterval: 28_800_000,
  fundingTimestamp: 1_778_594_100
};
const read = "SELECT fundingTimestamp, rate, intervalHours FROM funding";

describe("feedbook.config.ts: rows", () => {
  it.each([
    [{}, {fundingTimestamp: "2026-05-12T13:55:00Z", rate: 0.03, intervalHours: 0.008}],
    [{fundingRateIsMantissa: false}, {rate: 3}],
    [{fundingIntervalUnit: "s"}, {intervalHours: 8000}],
    [{fundingIntervalUnit: "ms"}, {intervalHours: 8}],
    [{fundingIntervalUnit: "ns"}, {intervalHours: 8e-6}],
    [{timestampUnit: "us"}, {fundingTimestamp: "1970-01-01T00:29:38.5941Z"}],
    [{timestampUnit: "ms"}, {fundingTimestamp: "1970-01-21T14:03:14.1Z"}]
  ])("%j reaches the store", async (rows, expected) => {
    configure({rows});
    write("body.json", JSON.stringify({parsed: {priceFeeds: [entry]}}));
    expect((await run("load", "file", "body.json")).exitCode).toBe(0);
    expect(await sql(read)).toMatchObject([expected]);
  });

  it("holds for what is in the store already: for readers at once, and for the snapshot that is published", async () => {
    write("body.json", JSON.stringify({parsed: {priceFeeds: [entry]}}));
    await run("load", "file", "body.json");
    configure({rows: {fundingRateIsMantissa: false, fundingIntervalUnit: "ms"}});
    const changed = [{rate: 3, rate8h: 3}];
    expect(await sql("SELECT rate, rate8h FROM funding")).toEqual(changed);
    expect(await run("publish")).toMatchObject({exitCode: 0, stderr: ""});
    const snapshot = await openSnapshot(path("data", "feeds.snapshot.duckdb"));
    expect((await snapshot.query("SELECT rate, rate8h FROM funding")).rows).toEqual([[3, 3]]);
    snapshot.close();
    await run("load", "file", "body.json"); // writes it into the store
    expect(await sql("SELECT rate, rate8h FROM funding")).toEqual(changed);
  });
});
