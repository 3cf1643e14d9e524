import {existsSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {cliFolder} from "../../helpers/cli.js";
import {type Asked, serveFeeds, updateOf} from "../../helpers/service.js";
import {reply} from "../../service/loopback.js";

const {configure, emptyStore, path, run, runWith, sql} = cliFolder();

describe("feedbook load history", () => {
  it("loads feeds × instants, both ends included, and asks only for what is not there yet, as its plan says", async () => {
    const range = ["--from", "2026-05-12T13:00:00Z", "--every", "1m"];
    const first = [...range, "--to", "2026-05-12T13:04:00Z", "--feeds", "1,2"];
    const wider = [...range, "--to", "2026-05-12T13:09:00Z", "--feeds", "1,2,112"];
    const counts = async (...args: string[]) => JSON.parse((await run("load", "history", ...args, "--json")).stdout);
    expect(await counts(...first)).toMatchObject({rows: 10, alreadyThere: 0});
    expect(await counts(...first)).toMatchObject({asked: 0, rows: 0, alreadyThere: 10});
    const plan = await counts(...wider, "--dry-run");
    expect(plan).toMatchObject({asked: 20, rows: 20, alreadyThere: 10, measured: true, concurrency: 4});
    const [{latencyMs}] = (await sql("SELECT avg(latencyMs) AS latencyMs FROM responses")) as [{latencyMs: number}];
    expect(plan.latencyMs).toBeCloseTo(latencyMs, 6);
    expect(plan.seconds).toBeCloseTo((Math.ceil(plan.requests / 4) * latencyMs) / 1000, 6);
    expect(await sql("SELECT count(*) AS n FROM loads")).toEqual([{n: 2}]);
    expect(await counts(...wider)).toMatchObject({responses: plan.requests, asked: 20, rows: 20, alreadyThere: 10});
    expect(
      await sql(
        "SELECT count(*) AS n, count(DISTINCT publishedAt) AS instants, min(publishedAt) AS first FROM feed_updates"
      )
    ).toEqual([{n: 30, instants: 10, first: "2026-05-12T13:00:00Z"}]);
  });

  it("ends with counts that add up, each feed × instant in one of them", async () => {
    await emptyStore();
    const answer = ({priceFeedIds = [], timestamp = 0}: Asked) => {
      if (priceFeedIds.includes(4)) return reply(403, "Not entitled: feed 4");
      if (timestamp % 120_000_000 === 0) return reply(404, "nothing");
      return reply(200, updateOf(priceFeedIds, timestamp).replace('"priceFeedId":3', '"priceFeedId":"three"'));
    };
    const {url} = await serveFeeds({answer});
    configure({service: {concurrency: 1}});
    const env = {FEEDBOOK_BASE_URL: url, FEEDBOOK_TOKEN: "a-token"};
    const range = ["--from", "2026-05-12T13:00:00Z", "--to", "2026-05-12T13:03:00Z", "--every", "1m"];
    await runWith({env}, "load", "history", ...range, "--to", "2026-05-12T13:00:00Z", "--feeds", "1");
    const {stdout} = await runWith({env}, "load", "history", ...range, "--feeds", "1,2,3,4");
    // 1 at 13:00 is there; 2 and 3 have nothing at 13:00 and 13:02, 1 at 13:02; entries of 3 are rejected; 4 is refused once.
    expect(stdout).toMatch(
      /: 4 rows, 5 responses; 12 asked = 4 received \+ 7 missing \+ 1 refused; 1 already there, 2 rejected/
    );
  });
});

describe("feedbook load history with a mistake in its range", () => {
  const range = ["--from", "2026-05-12T13:00:00Z", "--to", "2026-05-12T13:05:00Z"];

  it.each([
    [[...range, "--every", "1ms"], /^feedbook: invalid step: 1ms is not a multiple of the 200 ms step .*: give 200ms$/],
    [[...range, "--every", "0s"], /^feedbook: invalid duration: "0s"/],
    [[...range, "--every", "1d"], /^feedbook: invalid range: no multiple of 1d lies between /],
    [
      ["--from", "now", "--to", "now-1d", "--every", "1m"],
      /^feedbook: invalid range: from now is after to now-1d: exchange them$/
    ],
    [["--from", "now+1d", "--every", "1m"], /^feedbook: invalid range: from now\+1d is in the future/],
    [["--from", "0001-01-01", "--every", "1s"], /^feedbook: invalid range: \d+ instants are too many/]
  ])("ends with 2 and says what to do, before there is a store: %j", async (args, message) => {
    const {exitCode, stdout, stderr} = await run("load", "history", ...args, "--feeds", "1");
    expect({exitCode, stdout, stderr}).toEqual({exitCode: 2, stdout: "", stderr: expect.stringMatching(message)});
    expect(existsSync(path("data"))).toBe(false);
  });
});

describe("feedbook load history --dry-run", () => {
  const range = ["--from", "2026-05-12T13:00:00Z", "--to", "2026-05-12T13:04:00Z", "--every", "1m"];

  it("tells what would be asked, asks for the catalogue only, and makes no store", async () => {
    const listed = [1, 2, 3].map((pyth_lazer_id) => ({pyth_lazer_id, symbol: `F${pyth_lazer_id}`, state: "stable"}));
    const {url, seen} = await serveFeeds({
      catalogue: [...listed, {pyth_lazer_id: 4, symbol: "S", state: "coming_soon"}]
    });
    const env = {FEEDBOOK_BASE_URL: url, FEEDBOOK_TOKEN: "a-token"};
    configure({service: {batchSize: {price: 2}, concurrency: 2}});
    const {exitCode, stdout} = await runWith({env}, "load", "history", ...range, "--feeds", "1,2,4", "--dry-run");
    expect({exitCode, lines: stdout.split("\n")}).toEqual({
      exitCode: 0,
      lines: [
        "history would ask for 15 feeds × instants in 10 requests; 10 rows expected, 0 already there",
        "estimated time: 1 s (2 requests at a time, 150 ms each assumed, as the store has no answer yet)"
      ]
    });
    expect(seen.map(({method, url}) => `${method} ${url}`)).toEqual(["GET /v1/symbols"]);
    const longer = [...range, "--to", "2026-05-12T20:00:00Z", "--every", "1s"];
    const {stdout: hours} = await runWith({env}, "load", "history", ...longer, "--feeds", "1,2,4", "--dry-run");
    expect(hours).toContain("estimated time: 1 h 3 min 1 s (2 requests at a time");
    expect(existsSync(path("data"))).toBe(false);
  });
});
