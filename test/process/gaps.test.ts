import {readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
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

const {path, run, runWith, sql} = cliFolder(() => load("2026-05-12T13:00:00Z", "2026-05-12T13:05:00Z", "1,2"));

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
  it("looks where it is told to, and leaves the store as it is", async () => {
    const before = readFileSync(path("data", "feeds.duckdb"));
    const range = ["--from", "2026-05-12T12:58:00Z", "--to", "2026-05-12T13:08:00Z", "--feeds", "2"];
    expect((await gaps(...range)).map(textOf)).toEqual([
      "Crypto.ETH/USD not asked 12:58-12:59",
      "Crypto.ETH/USD not asked 13:06-13:08"
    ]);
    expect(readFileSync(path("data", "feeds.duckdb")).equals(before)).toBe(true);
    expect(await sql("SELECT count(*) AS n FROM loads")).toEqual([{n: 1}]);
  });

  it("looks up to the store's newest update, whichever feeds it is asked about", async () => {
    await load("2026-05-12T13:06:00Z", "2026-05-12T13:10:00Z", "2");
    const stopped = "Crypto.BTC/USD not asked 13:06-13:10";
    expect((await gaps()).map(textOf)).toEqual([stopped]);
    expect((await gaps("--feeds", "1")).map(textOf)).toEqual([stopped]);
  });

  it("tells of a feed that was never asked for, or that nobody knows, by name, and claims nothing of it", async () => {
    const one = await run("gaps", "--feeds", "6,999999");
    expect({stdout: one.stdout, exitCode: one.exitCode}).toEqual({stdout: "", exitCode: 0});
    expect(one.stderr.split("\n")).toEqual([
      "warning: Crypto.SOL/USD (6) was never asked for: load it with npm run -s feedbook -- load history --feeds 6",
      expect.stringMatching(/^warning: unknown feed 999999: neither the store's catalogue nor an update has it; /)
    ]);
    expect((await run("gaps", "--feeds", "999999")).exitCode).toBe(1); // as a load of it ends
    expect((await run("gaps", "--feeds", "1,999999", "--to", "2026-05-12T13:05:00Z")).stdout).not.toBe("");
    expect((await run("gaps", "--feeds", "1")).stdout).toBe("no gaps");
  });

  it("names a symbol that was probably meant, and explains its rule in its help", async () => {
    const {exitCode, stderr} = await run("gaps", "--symbols", "BTC");
    expect({exitCode, stderr}).toEqual({
      exitCode: 2,
      stderr: "feedbook: unknown symbol: BTC; did you mean Crypto.BTC/USD?"
    });
    const {stdout} = await run("gaps", "--help");
    expect(stdout).toMatch(/1\.5 times the feed's usual step/);
    expect(stdout).toMatch(/nothing there .*\n.*other instant .*\n.*not asked .*\n.*market closed/);
  });
});

describe("feedbook gaps of another store, or of none", () => {
  cliFolder();

  it("lists holes per feed, told apart from closed markets, and fills them by the commands that it shows", async () => {
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

  it("tells where the service had nothing, and asks there again by the command that it shows", async () => {
    await load("2023-12-31T23:57:00Z", "2024-01-01T00:05:00Z", "1,2"); // the sandbox's market begins with 2024
    const [first, ...more] = await gaps("--symbols", "Crypto.ETH/USD");
    expect({first, more}).toMatchObject({
      more: [],
      first: {priceFeedId: 2, kind: "nothing there", from: "2023-12-31T23:57:00Z", to: "2023-12-31T23:59:00Z"}
    });
    expect(first?.fill).toMatch(/ --every 1m --feeds 2 --retry-missing$/);
    const again = await run(...wordsOf(first?.fill));
    expect(again.stdout).toContain("3 asked = 0 received + 3 missing + 0 refused");
  });

  it("lists what was answered with another instant, which fails the load, and the next load fills it", async () => {
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
      /6 answers have other instants .*1 h early\): all are of 2026-05-12T12:00:00Z: a cache/
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

  it.each([
    [["--from", "yesterday"], 2, /^feedbook: invalid time: "yesterday"/],
    [[], 1, /^feedbook: no store at .*: run a load first/]
  ])("refuses %j without a store", async (args, code, message) => {
    const {exitCode, stderr} = await run("gaps", ...args);
    expect({exitCode, stderr}).toEqual({exitCode: code, stderr: expect.stringMatching(message)});
  });
});
