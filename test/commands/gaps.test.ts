import {describe, expect, it} from "vitest";
import {type FillOptions, fillCommands} from "../../loaders/commands/gaps.js";
import type {Gap} from "../../loaders/inspect/gaps.js";
import {cliFolder} from "../helpers/cli.js";
import {token} from "../helpers/loading.js";
import {type Asked, serveFeeds, updateOf} from "../helpers/service.js";
import {reply} from "../service/loopback.js";

interface Shown {
  symbol: string;
  kind: string;
  from: string;
  to: string;
  fill: string;
}

const {run, runWith, sql} = cliFolder(async ({emptyStore}) => {
  await emptyStore();
  await load("2026-05-12T13:00:00Z", "2026-05-12T13:05:00Z", "1,2");
});

const load = (from: string, to: string, feeds: string) =>
  run("load", "history", "--from", from, "--to", to, "--every", "1m", "--feeds", feeds);

async function gaps(...args: string[]): Promise<Shown[]> {
  const {exitCode, stdout, stderr} = await run("gaps", "--json", ...args);
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ""});
  return JSON.parse(stdout);
}

const wordsOf = (fill = "") => fill.replace(/^npm run -s feedbook -- /, "").split(" ");

const textOf = ({symbol, kind, from, to}: Shown) => `${symbol} ${kind} ${from.slice(11, 16)}-${to.slice(11, 16)}`;

describe("feedbook gaps", () => {
  it("names feeds that were never requested or are unknown, and claims no gaps of them", async () => {
    const one = await run("gaps", "--feeds", "6,999999");
    expect({stdout: one.stdout, exitCode: one.exitCode}).toEqual({stdout: "", exitCode: 0});
    expect(one.stderr.split("\n")).toEqual([
      "warning: Crypto.SOL/USD (6) was never requested: load it with npm run -s feedbook -- load history --feeds 6",
      expect.stringMatching(/^warning: unknown feed 999999: neither the store's catalogue nor an update has it; /)
    ]);
    expect((await run("gaps", "--feeds", "999999")).exitCode).toBe(1); // as a load of it ends
    expect((await run("gaps", "--feeds", "1,999999", "--to", "2026-05-12T13:05:00Z")).stdout).not.toBe("");
    expect((await run("gaps", "--feeds", "1")).stdout).toBe("no gaps");
  });
});

describe("feedbook gaps with a store of its own", () => {
  cliFolder(({emptyStore}) => emptyStore());

  it("distinguishes gaps from closed markets, and its commands fill them", async () => {
    await load("2026-05-09T13:00:00Z", "2026-05-09T13:05:00Z", "1,327"); // a Saturday: FX is closed
    await load("2026-05-09T13:10:00Z", "2026-05-09T13:15:00Z", "1,327");
    const found = await gaps();
    expect(found.map(textOf)).toEqual(["Crypto.BTC/USD not asked 13:06-13:09", "FX.EUR/USD market closed 13:06-13:09"]);
    const {stdout} = await run("gaps");
    expect(stdout).toMatch(/priceFeedId +symbol +kind +from +to +seconds +stepSeconds/);
    expect(stdout).toMatch(/ 1 +Crypto\.BTC\/USD +not asked +2026-05-09T13:06:00Z +2026-05-09T13:09:00Z +240 +60/);
    const range = "--from 2026-05-09T13:06:00Z --to 2026-05-09T13:09:00Z --every 1m";
    expect(stdout).toContain(`  npm run -s feedbook -- load history ${range} --feeds 1  # not asked\n`);
    for (const {fill} of found) {
      expect(stdout).toContain(fill);
      const filled = await run(...wordsOf(fill));
      expect(filled.stdout).toContain("4 asked = 4 received + 0 missing + 0 refused; 0 already there");
    }
    expect((await run("gaps")).stdout).toBe("no gaps");
  });

  it("lists answers of another instant, which fail the load, until the next load fills the gap", async () => {
    let frozen = true;
    const answer = ({priceFeedIds = [], timestamp}: Asked) =>
      reply(200, updateOf(priceFeedIds, frozen ? Date.UTC(2026, 4, 12, 12) * 1000 : timestamp));
    const {url} = await serveFeeds({answer});
    const history = async () =>
      runWith(
        {env: {FEEDBOOK_BASE_URL: url, FEEDBOOK_TOKEN: token}},
        ..."load history --every 1m --feeds 1".split(" "),
        ...range
      );
    const range = ["--from", "2026-05-12T13:00Z", "--to", "2026-05-12T13:05Z"];
    const wrong = await history();
    expect(wrong.exitCode).toBe(1);
    expect(wrong.stdout).toMatch(/^history failed in part .*: 6 rows, 6 responses; 6 asked = 0 received \+ 6 missing/);
    expect(wrong.stderr).toMatch(
      /6 answers have other instants than requested \(1 h 5 min early to 1 h early\): a cache/
    );
    const [{from, to, fill} = {}, ...others] = (await gaps()).filter(({kind}) => kind === "other instant");
    expect({from, to, others}).toEqual({from: "2026-05-12T13:00:00Z", to: "2026-05-12T13:05:00Z", others: []});
    expect((await run("status")).stdout).toMatch(/history +failed .* 6 +0\n.*history: 6 answers have other instants/);
    expect((await run("rejects")).stdout).toContain("update of another instant than was asked for");
    const quality = "SELECT received, missing, expected FROM quality_1h WHERE startedAt = TIMESTAMP '2026-05-12 13:00'";
    await history();
    expect(await sql(quality)).toEqual([{received: 0, missing: 6, expected: 6}]);
    frozen = false;
    expect((await history()).stdout).toContain("6 asked = 6 received + 0 missing + 0 refused; 0 already there");
    expect((await gaps(...range)).length).toBe(0);
    expect(await sql(quality)).toEqual([{received: 6, missing: 0, expected: 6}]);
    expect(fill).toMatch(new RegExp(`--from ${from} --to ${to} --every 1m --feeds 1$`));
  });
});

const at = (time: string) => Date.parse(`2026-05-12T${time}Z`) * 1000;
const minute = 60_000_000;

const gap: Gap = {
  priceFeedId: 1,
  symbol: "Crypto.BTC/USD",
  kind: "not asked",
  asked: false,
  fromUs: at("13:06:00"),
  toUs: at("13:09:00"),
  afterUs: at("13:05:00"),
  beforeUs: at("13:10:00"),
  stepUs: minute,
  seconds: 240
};

const commandOf = (part: Partial<Gap>, options: Partial<FillOptions> = {}) =>
  [...fillCommands([{...gap, ...part}], {finestUs: 200_000, ...options}).values()][0];

const line = "npm run -s feedbook -- load history --from 2026-05-12T13:06:00Z --to 2026-05-12T13:09:00Z";
const whole = line.replace("13:06:00Z", "13:05:01Z").replace("13:09:00Z", "13:09:59Z");
const fine = line.replace("13:06:00Z", "13:05:00.200Z").replace("13:09:00Z", "13:09:59.800Z");

describe("fillCommands(gaps, options)", () => {
  it.each<[string, Partial<Gap>, string]>([
    ["the feed's step", {}, `${line} --every 1m --feeds 1`],
    ["again where there was nothing", {asked: true}, `${line} --every 1m --feeds 1 --retry-missing`],
    ["a step finer than the channel's", {stepUs: 30_000}, `${fine} --every 200ms --feeds 1`],
    ["whole seconds of a step between two of the channel's", {stepUs: 1_300_000}, `${whole} --every 1s --feeds 1`],
    [
      "whole minutes of a step on whose multiples the feed has no update",
      {stepUs: 65_400_000},
      `${line} --every 1m --feeds 1`
    ],
    [
      "an uncommon step on whose multiples the feed has its updates",
      {
        stepUs: 7 * minute,
        fromUs: at("13:14:00"),
        toUs: at("13:21:00"),
        afterUs: at("13:07:00"),
        beforeUs: at("13:28:00")
      },
      "npm run -s feedbook -- load history --from 2026-05-12T13:14:00Z --to 2026-05-12T13:21:00Z --every 7m --feeds 1"
    ],
    [
      "all multiples between updates that are on none",
      {fromUs: at("13:06:50"), toUs: at("13:08:30"), afterUs: at("13:05:50"), beforeUs: at("13:09:30")},
      `${line} --every 1m --feeds 1`
    ],
    [
      "a step that meets both ends, where the feed's step does not and nothing was there",
      {
        asked: true,
        fromUs: at("13:06:30"),
        toUs: at("13:06:30"),
        afterUs: at("13:06:30") - 1,
        beforeUs: at("13:06:30") + 1
      },
      "npm run -s feedbook -- load history --from 2026-05-12T13:06:30Z --to 2026-05-12T13:06:30Z --every 1s --feeds 1 --retry-missing"
    ]
  ])("asks with %s", (_what, part, command) => expect(commandOf(part)).toBe(command));

  it("has none for a gap in which the channel has no instant", () =>
    expect(
      commandOf(
        {fromUs: at("13:06:00.4"), toUs: at("13:06:00.6"), afterUs: at("13:06:00.2"), beforeUs: at("13:06:00.8")},
        {finestUs: 1_000_000}
      )
    ).toBe(undefined));

  it.each([
    ["data/real.duckdb", " --store data/real.duckdb"],
    ["my data/it's.duckdb", " --store 'my data/it'\\''s.duckdb'"]
  ])("names the store %s as a shell reads it", (store, end) =>
    expect(commandOf({}, {store})).toBe(`${line} --every 1m --feeds 1${end}`)
  );

  it("fills gaps of one kind at the same instants by one command, and others by their own", () => {
    const [same, asked] = [
      {...gap, priceFeedId: 2},
      {...gap, priceFeedId: 3, asked: true}
    ];
    const commands = fillCommands([gap, same, asked, {...gap}], {finestUs: 200_000});
    expect([...commands.values()]).toEqual([
      `${line} --every 1m --feeds 1,2`,
      `${line} --every 1m --feeds 1,2`,
      `${line} --every 1m --feeds 1,2`,
      `${line} --every 1m --feeds 3 --retry-missing`
    ]);
    expect(commands.get(asked)).toMatch(/--retry-missing$/);
  });
});
