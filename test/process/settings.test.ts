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

describe("feedbook.config.ts: rows", () => {
  it("of time reach the store", async () => {
    for (const [timestampUnit, fundingTimestamp] of [
      [undefined, "2026-05-12T13:55:00Z"],
      ["us", "1970-01-01T00:29:38.5941Z"],
      ["ms", "1970-01-21T14:03:14.1Z"]
    ]) {
      configure({rows: {timestampUnit}});
      write("body.json", JSON.stringify({parsed: {timestampUs: 1778594100000000, priceFeeds: [entry]}}));
      expect((await run("load", "file", "body.json", "--again", "--store", `${timestampUnit}.duckdb`)).exitCode).toBe(
        0
      );
      const {stdout} = await run(
        "sql",
        "SELECT fundingTimestamp FROM funding",
        "--json",
        "--store",
        `${timestampUnit}.duckdb`
      );
      expect(JSON.parse(stdout)).toEqual([{fundingTimestamp}]);
    }
  });

  it("of rates hold for what is in the store already: for readers at once, and for the snapshot that is published", async () => {
    write("body.json", JSON.stringify({parsed: {timestampUs: 1778594100000000, priceFeeds: [entry]}}));
    await run("load", "file", "body.json");
    for (const [rows, expected] of [
      [{}, {rate: 0.03, intervalHours: null}],
      [{fundingRateIsMantissa: false}, {rate: 3}],
      [{fundingIntervalUnit: "s"}, {intervalHours: null}],
      [{fundingIntervalUnit: "ns"}, {intervalHours: null}],
      [
        {fundingRateIsMantissa: false, fundingIntervalUnit: "ms"},
        {rate: 3, intervalHours: 8, rate8h: 3}
      ]
    ]) {
      configure({rows});
      expect(await sql("SELECT rate, intervalHours, rate8h FROM funding")).toMatchObject([expected]);
    }
    expect(await run("publish")).toMatchObject({exitCode: 0, stderr: ""});
    const snapshot = await openSnapshot(path("data", "feeds.snapshot.duckdb"));
    expect((await snapshot.query("SELECT rate, rate8h FROM funding")).rows).toEqual([[3, 3]]);
    snapshot.close();
    await run("load", "file", "body.json"); // writes it into the store
    expect(await sql("SELECT rate, rate8h FROM funding")).toEqual([{rate: 3, rate8h: 3}]);
  });
});
