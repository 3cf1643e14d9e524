import {readFileSync, writeFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {openSnapshot} from "../../loaders/snapshot/snapshot.js";
import {cliFolder} from "../helpers/cli.js";
import {overwriteBlocks} from "../store/damaged.js";

const {alter, configure, emptyStore, path, run, sql, write} = cliFolder();

const commands = [
  ["load", "latest", "--feeds", "1"],
  ["load", "file", "body.json", "--simulated"],
  ["watch", "--every", "200ms", "--for", "1s", "--feeds", "1"],
  ...[["status"], ["sql", "SELECT sum(hash(COLUMNS(*))) FROM feed_updates"], ["publish"], ["gaps"], ["rejects"]],
  ...[["rejects", "replay"], ["feeds", "--refresh"], ["doctor"]]
];
const damaged =
  /store \S+ is damaged \(.*\): restore it from a backup, without a \.wal beside it, or name another with --store/;

describe("a store that cannot be used", () => {
  const folder = cliFolder(async (filled) => {
    await filled.emptyStore();
    const entries = Array.from({length: 20_000}, (_, i) => ({priceFeedId: i, price: String(i * i), venue: `v${i}`}));
    filled.write("body.json", JSON.stringify({parsed: {timestampUs: "1778594100000000", priceFeeds: entries}}));
    expect((await run("load", "file", "body.json", "--simulated", "--quiet")).exitCode).toBe(0);
    filled.write(
      "body.json",
      '{"parsed":{"timestampUs":1778594100000000,"priceFeeds":[{"priceFeedId":1,"price":"7"}]}}'
    );
  });
  const store = () => folder.path("data", "feeds.duckdb");

  it.each<[string, () => unknown, string[][], RegExp]>([
    ["was written over", () => overwriteBlocks(store()), commands, damaged],
    [
      "has a log of zeros",
      () => writeFileSync(`${store()}.wal`, Buffer.alloc(5000)),
      commands,
      /the log of store \S+ is damaged or belongs to another store: .*wal\.damaged; /
    ],
    [
      "is of a newer Feedbook",
      () => folder.alter("INSERT INTO schema_migrations VALUES (99, now())"),
      [["load", "latest"], ["status"], ["publish"]],
      /store version 99 is newer than this Feedbook's \d+: update Feedbook, or use another/
    ]
  ])(
    "ends every command with one line, and stays as it was: it %s",
    {timeout: 300_000},
    async (_what, harm, tried, line) => {
      await harm();
      const before = readFileSync(store());
      for (const args of tried) {
        const {exitCode, stdout, stderr} = await run(...args);
        expect(stderr).not.toMatch(/^ {4}at /m);
        const lines = `${stderr}\n${stdout}`.split("\n").filter((text) => /^(fix store|feedbook): /.test(text));
        expect({args, exitCode, lines}).toEqual({args, exitCode: 1, lines: [expect.stringMatching(line)]});
      }
      expect(readFileSync(store()).equals(before)).toBe(true);
    }
  );
});

describe("feedbook publish", () => {
  it("applies the rate settings of the config to stored rows, for readers and the snapshot", async () => {
    await emptyStore();
    const entry = {priceFeedId: 112, exponent: -2, fundingRate: 3, fundingRateInterval: 28_800_000};
    write("body.json", JSON.stringify({parsed: {timestampUs: 1778594100000000, priceFeeds: [entry]}}));
    await run("load", "file", "body.json");
    for (const [rows, rates] of [
      [{}, {rate: 0.03, intervalHours: null, rate8h: null}],
      [{fundingRateIsMantissa: false}, {rate: 3, intervalHours: null, rate8h: null}],
      [
        {fundingRateIsMantissa: false, fundingIntervalUnit: "ms"},
        {rate: 3, intervalHours: 8, rate8h: 3}
      ]
    ]) {
      configure({rows});
      expect(await sql("SELECT rate, intervalHours, rate8h FROM funding")).toEqual([rates]);
    }
    expect(await run("publish")).toMatchObject({exitCode: 0, stderr: ""});
    const snapshot = await openSnapshot(path("data", "feeds.snapshot.duckdb"));
    expect((await snapshot.query("SELECT rate, rate8h FROM funding")).rows).toEqual([[3, 3]]);
    snapshot.close();
  });
});

describe("feedbook retain", () => {
  it("drops old rows, and keeps newer ones, bars and books", async () => {
    await emptyStore();
    const load = ["load", "history", "--from", "now-12h", "--every", "10m", "--feeds", "1,2"];
    await run(...load);
    configure({retain: {rows: "6h"}});
    await alter(`INSERT INTO shipping (cluster, startedAt) VALUES ('http://x', now());
      INSERT INTO unshipped (responseId) SELECT responseId FROM responses`);
    expect(await run("retain")).toMatchObject({
      stdout: expect.stringMatching(/^nothing is from before /),
      stderr: expect.stringMatching(
        /^\d+ old updates from \S+Z on stay until shipped: feedbook ship, or feedbook retain --unshipped$/
      )
    });
    await alter("DELETE FROM unshipped");
    expect((await run("retain", "--dry-run")).stdout).toMatch(
      /^retain would drop \d+ of 14\d updates, 0 rejects and 0 null values from before /
    );
    expect((await run("retain")).stdout).toMatch(/^dropped \d+ of .*; the store has [\d.]+ [kM]B of [\d.]+ [kM]B$/);
    expect((await run("retain")).stdout).toMatch(/^nothing is from before .*: the store keeps \d+ updates$/);
    expect((await run("status")).stdout).toMatch(
      /the books balance\n.*\ndropped: \d+ updates from before .*; bars stay/
    );
    expect(await run("gaps")).toMatchObject({stdout: "no gaps"});
    expect((await run("gaps", "--from", "now-12h")).stderr).toMatch(
      /updates from before .* were dropped \(retain\.rows\)/
    );
    expect((await run(...load, "--dry-run", "--json")).stdout).toMatch(/"asked": [0-4],/);
  });
});
