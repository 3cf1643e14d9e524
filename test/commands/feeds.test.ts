import {describe, expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";
import {type Asked, serveFeeds, updateOf} from "../helpers/service.js";
import {type Reply, reply, serve} from "../service/loopback.js";

const {configure, run, runWith, sql} = cliFolder();

const feed = (pyth_lazer_id: number, symbol: string, state = "stable") => ({pyth_lazer_id, symbol, state});
const matic = feed(7, "Crypto.MATIC/USD");
const soon = feed(9, "Crypto.NEWCO/USD", "coming_soon");

/** A service whose catalogue changes, and that refuses and leaves out feeds; `command` runs with it. */
async function changing(...listed: object[]) {
  const catalogue = [...listed];
  const answer = ({priceFeedIds = [], timestamp}: Asked): Reply => {
    if (priceFeedIds.includes(3063)) return reply(403, 'Not entitled: feed 3063 (it requires access to ["indices"])');
    if (priceFeedIds.includes(404)) return reply(403, "Unknown feed: 404");
    const given = priceFeedIds.filter((id) => id !== 9);
    return reply(200, updateOf(given, timestamp ?? Date.now() * 1000));
  };
  const {url, asked} = await serveFeeds({catalogue, answer});
  const command = (...args: string[]) => runWith({env: {FEEDBOOK_BASE_URL: url, FEEDBOOK_TOKEN: "a-token"}}, ...args);
  const relist = (...next: object[]) => catalogue.splice(0, catalogue.length, ...next);
  return {command, relist, asked};
}

describe("feedbook feeds --refresh", () => {
  it("reports new, renamed, gone and changed feeds, and keeps them", async () => {
    const {command, relist} = await changing(feed(1, "Crypto.BTC/USD"), matic, feed(8, "Crypto.OLD/USD"), soon);
    const {stdout} = await command("feeds", "--refresh");
    expect(stdout).toMatch(/^4 feeds listed: 4 new, 0 renamed, 0 gone, 0 in another/);
    const stable = {...soon, state: "stable"};
    relist(feed(1, "Crypto.BTC/USD"), feed(7, "Crypto.POL/USD"), stable, feed(11, "Crypto.X/USD"));
    expect((await command("feeds", "--refresh")).stdout.split("\n")).toEqual([
      "4 feeds listed: 1 new, 1 renamed, 1 gone, 1 in another state",
      "new: Crypto.X/USD (11)",
      "renamed: Crypto.MATIC/USD is now Crypto.POL/USD (id 7)",
      "gone, kept as such: Crypto.OLD/USD (8)",
      "state: Crypto.NEWCO/USD (9) was coming_soon, is stable"
    ]);
    const {feeds, ...changes} = JSON.parse((await command("feeds", "new", "--refresh", "--json")).stdout);
    expect(changes).toEqual({listed: 4, new: [], renamed: [], gone: [], states: []});
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

describe("feedbook load latest", () => {
  it("explains each feed that it does not load: renamed, coming soon, gone, not entitled, unknown", async () => {
    const {command, relist, asked} = await changing(matic, soon, feed(8, "Crypto.OLD/USD"), feed(3063, "Index.X/USD"));
    await command("feeds", "--refresh");
    relist(feed(7, "Crypto.POL/USD"), soon, feed(3063, "Index.X/USD"));
    const symbols = "Crypto.MATIC/USD,Crypto.NEWCO/USD,Crypto.OLD/USD,Index.X/USD,POL/USD";
    const {exitCode, stdout, stderr} = await command("load", "latest", "--symbols", symbols);
    expect(stderr.split("\n").filter((line) => line.startsWith("warning"))).toEqual([
      "warning: Crypto.MATIC/USD is now Crypto.POL/USD (id 7): going on with that; write the new symbol, or the id, which stays",
      "warning: unknown symbol: POL/USD; did you mean Crypto.POL/USD?",
      "warning: Crypto.NEWCO/USD (9) is coming_soon: it has no prices yet",
      "warning: Crypto.OLD/USD (8) is gone: the catalogue lists it no longer",
      'warning: left out: Index.X/USD (3063): Not entitled: feed 3063 (it requires access to ["indices"]); ask the service for access to it, or leave it out of feeds'
    ]);
    expect(asked.at(-1)?.priceFeedIds).toEqual([7, 9, 8]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      "4 asked = 2 received + 1 missing + 1 refused; 0 already there, 0 rejected; " +
        "feeds that did not come: Crypto.NEWCO/USD (9); left out: POL/USD, Index.X/USD (3063)"
    );
  });
});
