import {mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {beforeEach, describe, expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";
import {overwriteBlocks} from "../helpers/stores/damage.js";

const {path, run, write} = cliFolder();
const store = () => path("data", "feeds.duckdb");
let whole: Buffer;

beforeEach(async () => {
  mkdirSync(path("data"));
  if (whole === undefined) {
    const entries = Array.from({length: 20_000}, (_, i) => ({priceFeedId: i, price: String(i * i), venue: `v${i}`}));
    write("large.json", JSON.stringify({parsed: {timestampUs: "1778594100000000", priceFeeds: [null, ...entries]}}));
    expect((await run("load", "file", "large.json", "--simulated")).exitCode).toBe(0);
    whole = readFileSync(store());
  }
  writeFileSync(store(), whole);
  write("body.json", '{"parsed":{"timestampUs":1778594100000000,"priceFeeds":[{"priceFeedId":1,"price":"7"}]}}');
});

const commands = [
  ["load", "latest", "--feeds", "1"],
  ["load", "file", "body.json", "--simulated"],
  ["watch", "--every", "200ms", "--for", "1s", "--feeds", "1"],
  ["status"],
  ["sql", "SELECT sum(hash(COLUMNS(*))) FROM feed_updates"],
  ["publish"],
  ["doctor"],
  ["gaps"],
  ["rejects"],
  ["rejects", "replay"],
  ["feeds", "--refresh"]
];

const damaged =
  /store \S+ is damaged \(.*\): restore it from a backup, without a \.wal beside it, or name another with --store/;
const damagedLog = /the log of store \S+ is damaged or belongs to another store: .*wal\.damaged; /;

describe("a store that is damaged", () => {
  it.each<[string, () => void, RegExp]>([
    ["was written over", () => overwriteBlocks(store()), damaged],
    ["has a log of zeros", () => writeFileSync(`${store()}.wal`, Buffer.alloc(5000)), damagedLog]
  ])(
    "ends every command with one sentence, and stays as it was: it %s",
    {timeout: 300_000},
    async (_what, harm, said) => {
      harm();
      const before = readFileSync(store());
      for (const args of commands)
        expect({args, ...(await toldBy(args))}).toEqual({args, exitCode: 1, lines: [expect.stringMatching(said)]});
      expect(readFileSync(store()).equals(before)).toBe(true);
    }
  );
});

// What a command says of the store, in lines; a stack or an abort would be lines more.
async function toldBy(args: readonly string[]): Promise<{exitCode: number | undefined; lines: string[]}> {
  const {exitCode, stdout, stderr} = await run(...args);
  expect(stderr).not.toMatch(/^ {4}at /m);
  const said = args[0] === "doctor" ? stdout : stderr;
  return {exitCode, lines: said.split("\n").filter((line) => /^(fix store|feedbook): /.test(line))};
}
