import {describe, expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";
import {type Asked, serveFeeds, updateOf} from "../helpers/service.js";
import {type Reply, reply, serve} from "../service/loopback.js";

const {configure, run, runWith, sql} = cliFolder();

const feed = (pyth_lazer_id: number, symbol: string, state = "stable") => ({pyth_lazer_id, symbol, state});
const matic = feed(7, "Crypto.MATIC/USD");
const soon = feed(9, "Crypto.NEWCO/USD", "coming_soon");

/** A service whose catalogue changes, and that refuses and leaves out feeds; commands ask it. */
async function changing(...listed: object[]) {
  const catalogue = [...listed];
  const answer = ({priceFeedIds = [], timestamp = Date.now() * 1000}: Asked): Reply => {
    if (priceFeedIds.includes(3063)) return reply(403, 'Not entitled: feed 3063 (it requires access to ["indices"])');
    if (priceFeedIds.includes(404)) return reply(403, "Unknown feed: 404");
    return reply(
      200,
      updateOf(
        priceFeedIds.filter((id) => id !== 9),
        timestamp
      )
    );
  };
  const {url, seen, asked} = await serveFeeds({catalogue, answer});
  const ask = (...args: string[]) => runWith({env: {FEEDBOOK_BASE_URL: url, FEEDBOOK_TOKEN: "a-token"}}, ...args);
  const relist = (...next: object[]) => catalogue.splice(0, catalogue.length, ...next);
  return {ask, relist, seen, asked, url};
}

describe("feedbook feeds --refresh", () => {
  it("tells what is new, renamed, gone and in another state, and keeps it", async () => {
    const {ask, relist} = await changing(feed(1, "Crypto.BTC/USD"), matic, feed(8, "Crypto.OLD/USD"), soon);
    expect((await ask("feeds", "--refresh")).stdout).toMatch(/^4 feeds listed: 4 new, 0 renamed, 0 gone, 0 in another/);
    const next = [
      feed(1, "Crypto.BTC/USD"),
      feed(7, "Crypto.POL/USD"),
      {...soon, state: "stable"},
      feed(11, "Crypto.X/USD")
    ];
    relist(...next);
    expect((await ask("feeds", "--refresh")).stdout.split("\n")).toEqual([
      "4 feeds listed: 1 new, 1 renamed, 1 gone, 1 in another state",
      "new: Crypto.X/USD (11)",
      "renamed: Crypto.MATIC/USD is now Crypto.POL/USD (id 7)",
      "gone, kept as such: Crypto.OLD/USD (8)",
      "state: Crypto.NEWCO/USD (9) was coming_soon, is stable"
    ]);
    expect(JSON.parse((await ask("feeds", "--refresh", "--json")).stdout)).toEqual({
      ...{listed: 4, new: [], renamed: [], gone: [], states: []}
    });
    const {feeds, ...told} = JSON.parse((await ask("feeds", "new", "--refresh", "--json")).stdout);
    expect(told).toEqual({listed: 4, new: [], renamed: [], gone: [], states: []});
    expect(feeds).toMatchObject([{priceFeedId: 9, symbol: "Crypto.NEWCO/USD", state: "stable"}]);
    expect(await sql("SELECT priceFeedId, symbol, state FROM feeds ORDER BY 1")).toEqual([
      {priceFeedId: 1, symbol: "Crypto.BTC/USD", state: "stable"},
      {priceFeedId: 7, symbol: "Crypto.POL/USD", state: "stable"},
      {priceFeedId: 8, symbol: "Crypto.OLD/USD", state: "gone"},
      {priceFeedId: 9, symbol: "Crypto.NEWCO/USD", state: "stable"},
      {priceFeedId: 11, symbol: "Crypto.X/USD", state: "stable"}
    ]);
  });

  it("asks the catalogue's own address where one is set, without the token", async () => {
    const [own, service] = [await changing(feed(5, "Own.A/USD")), await changing(matic)];
    configure({service: {catalogueUrl: `${own.url}/v1/symbols`}});
    expect((await service.ask("feeds", "--refresh")).stdout).toContain("new: Own.A/USD (5)");
    expect([own.seen.map(({headers}) => headers.authorization), service.seen]).toEqual([[undefined], []]);
  });

  it("fills the feeds from the sandbox, and shows those that match", async () => {
    const {stdout} = await run("feeds", "newco", "--refresh");
    expect(stdout).toMatch(/^\d+ feeds listed: \d+ new/);
    expect(stdout).toMatch(/ 3417 +Crypto\.NEWCO\/USD .* coming_soon/);
    expect(await sql("SELECT count(*) AS n FROM loads")).toEqual([{n: 0}]);
  });

  it("keeps what it knows where the catalogue is empty, or does not answer, and says what to do", async () => {
    const {ask, relist} = await changing(matic);
    await ask("feeds", "--refresh");
    relist();
    expect(await ask("feeds", "--refresh")).toMatchObject({
      exitCode: 1,
      stderr: "feedbook: the catalogue lists no feed: nothing was changed"
    });
    const broken = await serve(reply(500, "not today"));
    configure({service: {catalogueUrl: `${broken.url}/v1/symbols`, retries: 0}});
    const {exitCode, stderr} = await ask("feeds", "--refresh");
    expect({exitCode, stderr}).toEqual({
      exitCode: 1,
      stderr: expect.stringMatching(/catalogue failed.* 500: not today; try again/)
    });
    expect(await sql("SELECT state FROM feeds")).toEqual([{state: "stable"}]);
  });

  it("never puts a real catalogue into a store of simulated rows", async () => {
    await run("load", "latest", "--feeds", "1");
    const {ask} = await changing(matic);
    const {exitCode, stderr} = await ask("feeds", "--refresh");
    expect({exitCode, stderr}).toEqual({exitCode: 1, stderr: expect.stringContaining("never mixed")});
    expect((await run("feeds", "--refresh")).stdout).toMatch(/ 0 new, 0 renamed, 0 gone/);
  });
});

describe("a feed that does not load", () => {
  it("is explained by name: renamed, not out yet, gone, not entitled, unknown", async () => {
    const {ask, relist, asked} = await changing(matic, soon, feed(8, "Crypto.OLD/USD"), feed(3063, "Index.X/USD"));
    await ask("feeds", "--refresh");
    relist(feed(7, "Crypto.POL/USD"), soon, feed(3063, "Index.X/USD"));
    const symbols = "Crypto.MATIC/USD,Crypto.NEWCO/USD,Crypto.OLD/USD,Index.X/USD,POL/USD";
    const {exitCode, stdout, stderr} = await ask("load", "latest", "--symbols", symbols);
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

  it("is explained by its id where no catalogue lists it", async () => {
    const {ask} = await changing(matic);
    const {stdout, stderr} = await ask("load", "latest", "--feeds", "7,404", "--json");
    expect(stderr).toContain(
      "left out: 404: Unknown feed: 404; no catalogue lists it: find the right one with feedbook feeds"
    );
    expect(JSON.parse(stdout)).toMatchObject({
      ...{asked: 2, received: 1, missing: 0, refused: 1, alreadyThere: 0, rejected: 0},
      removed: [{feed: 404, symbol: null, reason: "Unknown feed: 404"}]
    });
  });
});
