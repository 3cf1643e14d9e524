import {describe, expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";

const {emptyStore, configure, run, sql, write} = cliFolder();
const update = (...entries: object[]) =>
  JSON.stringify({parsed: {timestampUs: "1778594100000000", priceFeeds: entries}});

describe("feedbook rejects", () => {
  it("lists rejected entries, null values, failed responses, loads and changed fields", async () => {
    await emptyStore();
    configure({catalogue: [{priceFeedId: 1, symbol: "Crypto.BTC/USD"}]});
    write("1.json", update({priceFeedId: 1, price: "none"}, {priceFeedId: -1}));
    write("2.ndjson", `${update({priceFeedId: 1, price: "7", venue: "x"}, {priceFeedId: 1.5})}\n<html>\u001b[31m502\n`);
    await run("load", "file", "1.json");
    const second = await run("load", "file", "2.ndjson");
    expect(second.exitCode).toBe(1);
    const {stdout} = await run("rejects");
    const time = "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d";
    for (const line of [
      `priceFeedId is negative +1 +1 +${time} +\\{"priceFeedId":-1\\}`,
      `price +1 +1 +Crypto\\.BTC/USD \\(1\\) +${time} +"none"`,
      `body is no JSON +1 +1 +${time} +<html>\\\\u001b\\[31m502`,
      `${time} +file +2 +1 +\\S+ +50\\.0 %`,
      `\\d{4}-\\d\\d-\\d\\d +venue +new +0 +Crypto\\.BTC/USD \\(1\\) +100 %`
    ]) {
      expect(stdout).toMatch(new RegExp(line));
    }
    expect(JSON.parse((await run("rejects", "--json")).stdout)).toMatchObject({
      rejects: [{count: 1}, {count: 1}],
      coercions: [{columnName: "price", feeds: "Crypto.BTC/USD (1)"}],
      failures: [{problem: "body is no JSON"}],
      loads: [{share: 0.5}, {share: 0.5}],
      fields: [
        {field: "price", change: "coerced"},
        {field: "venue", change: "new"}
      ]
    });
  });
});

describe("feedbook rejects replay", () => {
  it("books values that fit under other settings, once", async () => {
    await emptyStore();
    write("1.json", update({priceFeedId: 1, feedUpdateTimestamp: 1778594100000000}, {priceFeedId: -1}));
    configure({rows: {timestampUnit: "s"}});
    await run("load", "file", "1.json");
    configure({});
    const dry = await run("rejects", "replay", "--dry-run");
    expect(dry.stdout).toMatch(/^replay would book 0 of 1 rejected entry, and fill 1 of 1 null value, in /);
    expect(await sql("SELECT feedUpdateTimestamp FROM feed_updates")).toEqual([{feedUpdateTimestamp: null}]);
    expect((await run("rejects", "replay")).stdout).toMatch(/^replay booked 0 of 1 .* filled 1 of 1 null value, in /);
    expect(await sql("SELECT feedUpdateTimestamp FROM feed_updates")).toEqual([
      {feedUpdateTimestamp: "2026-05-12T13:55:00Z"}
    ]);
    expect(JSON.parse((await run("rejects", "replay", "--json")).stdout)).toMatchObject({
      entries: 1,
      booked: 0,
      values: 0,
      filled: 0,
      dryRun: false
    });
    expect((await run("status")).stdout).toContain("the books balance");
  });
});
