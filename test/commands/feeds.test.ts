import {describe, expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";
import {type Asked, serveFeeds, updateOf} from "../helpers/service.js";
import {reply, serve} from "../service/loopback.js";

const {configure, run, runWith, sql} = cliFolder(({emptyStore}) => emptyStore());

const feed = (pyth_lazer_id: number, symbol: string, state = "stable", more = {}) => {
  return {pyth_lazer_id, symbol, state, ...more};
};
const matic = feed(7, "Crypto.MATIC/USD");
const soon = feed(9, "Crypto.NEWCO/USD", "coming_soon");

/** A service whose catalogue changes; `command` runs with it. */
async function changing(...listed: object[]) {
  const catalogue = [...listed];
  const answer = ({priceFeedIds = []}: Asked) => reply(200, updateOf(priceFeedIds, Date.now() * 1000));
  const {url} = await serveFeeds({catalogue, answer});
  const command = (...args: string[]) => runWith({env: {FEEDBOOK_BASE_URL: url, FEEDBOOK_TOKEN: "a-token"}}, ...args);
  const relist = (...next: object[]) => catalogue.splice(0, catalogue.length, ...next);
  return {command, relist};
}

describe("feedbook feeds --refresh", () => {
  it("reports new, renamed, gone and changed feeds, and keeps them", async () => {
    const {command, relist} = await changing(feed(1, "Crypto.BTC/USD"), matic, feed(8, "Crypto.OLD/USD"), soon);
    const {stdout} = await command("feeds", "--refresh");
    expect(stdout).toMatch(/^4 feeds listed: 4 new, 0 renamed, 0 gone, 0 in another/);
    const stable = {...soon, state: "stable"};
    const groups = ["\u009b31m", "x".repeat(99)];
    relist(
      feed(1, "Crypto.BTC/USD", "stable", {min_publishers: 3, groups}),
      feed(7, "Crypto.POL/USD"),
      stable,
      feed(11, "Crypto.X/USD")
    );
    expect((await command("feeds", "--refresh")).stdout.split("\n")).toEqual([
      "4 feeds listed: 1 new, 1 renamed, 1 gone, 1 in another state",
      "new: Crypto.X/USD (11)",
      "renamed: Crypto.MATIC/USD is now Crypto.POL/USD (id 7)",
      "gone, kept as such: Crypto.OLD/USD (8)",
      "state: Crypto.NEWCO/USD (9) was coming_soon, is stable",
      "changed: minPublishers of feed 1 was missing, is 3",
      `changed: groups of feed 1 was missing, is ["\\u009b31m","${"x".repeat(50)}…`
    ]);
    const {feeds, ...changes} = JSON.parse((await command("feeds", "new", "--refresh", "--json")).stdout);
    expect(changes).toEqual({listed: 4, new: [], renamed: [], gone: [], states: [], changes: []});
    expect(feeds).toMatchObject([{priceFeedId: 9, symbol: "Crypto.NEWCO/USD", state: "stable"}]);
    expect((await run("feeds", "old")).stdout).toMatch(/ 8 +Crypto\.OLD\/USD .* gone/);
    expect(await sql("SELECT count(*) AS n FROM loads")).toEqual([{n: 0}]);
  });

  it("changes nothing when the catalogue is empty, does not answer, or is real and the store simulated", async () => {
    await run("load", "latest", "--feeds", "1");
    const {command, relist} = await changing(matic);
    const mixed = expect.stringContaining("never mixed");
    expect(await command("feeds", "--refresh")).toMatchObject({exitCode: 1, stderr: mixed});
    relist();
    const empty = "feedbook: the catalogue lists no feed: nothing was changed";
    expect(await command("feeds", "--refresh")).toMatchObject({exitCode: 1, stderr: empty});
    const broken = await serve(reply(500, "not today"));
    configure({service: {catalogueUrl: `${broken.url}/v1/symbols`, retries: 0}});
    const failed = expect.stringMatching(/catalogue failed.* 500: not today; try again/);
    expect(await command("feeds", "--refresh")).toMatchObject({exitCode: 1, stderr: failed});
    configure({});
    expect((await run("feeds", "--refresh")).stdout).toMatch(/ 0 new, 0 renamed, 0 gone/);
  });
});
