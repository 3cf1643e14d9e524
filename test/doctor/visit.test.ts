import {existsSync, readdirSync} from "node:fs";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {visitService} from "../../loaders/doctor/visit.js";
import {enterPlace, type LoadingPlace} from "../helpers/loading.js";
import {answerAll, serveFeeds, updateOf} from "../helpers/service.js";
import {reply} from "../service/loopback.js";

let place: LoadingPlace;

beforeEach(() => {
  place = enterPlace();
});
afterEach(() => {
  delete process.env.TMPDIR;
  place.leave();
});

const three = {feeds: {ids: [1, 2, 3]}, service: {batchSize: {latest_price: 1, price: 1}, concurrency: 1}};

describe("visitService(settings, budgetMs)", () => {
  it("asks the embedded sandbox where no service is configured", async () => {
    const visit = await visitService(place.settings({config: {feeds: {ids: [1, 2]}}}));
    expect(visit).toMatchObject({embedded: true, feeds: 2, asked: 2, leftOut: [], refused: [], failure: null});
    expect(visit.listed).toBeGreaterThan(40);
    expect(visit.published).toHaveLength(1);
  });

  it("notes what came, what was left out, and when", async () => {
    const {url} = await serveFeeds({
      catalogue: [1, 2, 3].map((id) => ({pyth_lazer_id: id, symbol: `Crypto.C${id}/USD`, state: "stable"})),
      answer: ({priceFeedIds = [], ...asked}) =>
        priceFeedIds.includes(2) ? reply(200, updateOf([])) : answerAll({...asked, priceFeedIds})
    });
    const visit = await visitService(place.settings({baseUrl: url, config: three}));
    expect(visit).toMatchObject({
      embedded: false,
      baseUrl: url,
      feeds: 3,
      listed: 3,
      asked: 3,
      leftOut: [2],
      failure: null
    });
    expect(visit.known.get(3)?.symbol).toBe("Crypto.C3/USD");
    expect([visit.latencies.length, visit.published.length]).toEqual([3, 3]);
    expect(visit.published[0]?.publishedAt).toBe(1778594100000);
  });

  it("notes feeds that the service refuses, and goes on", async () => {
    const {url} = await serveFeeds({
      answer: (asked) => (asked.priceFeedIds?.includes(2) ? reply(403, "Not entitled: feed 2") : answerAll(asked))
    });
    const visit = await visitService(place.settings({baseUrl: url, config: three}));
    expect(visit).toMatchObject({
      feeds: 3,
      listed: null,
      asked: 3,
      refused: [{feed: 2, reason: "Not entitled: feed 2"}]
    });
  });

  it("gives what it knows when it fails on the way", async () => {
    const {url} = await serveFeeds({
      answer: (asked) => (asked.priceFeedIds?.includes(3) ? reply(401) : answerAll(asked))
    });
    const visit = await visitService(place.settings({baseUrl: url, config: three}));
    expect(visit).toMatchObject({feeds: 3, asked: 2, failure: {status: 401}});
  });

  it("ends when its time is over", async () => {
    const {url} = await serveFeeds({answer: () => () => {}});
    const visit = await visitService(place.settings({baseUrl: url, config: three}), 300);
    expect(visit).toMatchObject({asked: 0, failure: expect.any(DOMException)});
  });

  it("leaves nothing behind: no store, no folder, no note", async () => {
    process.env.TMPDIR = place.folder;
    const {url} = await serveFeeds();
    await visitService(place.settings({baseUrl: url, config: three}));
    expect(existsSync(place.settings().storePath)).toBe(false);
    expect(readdirSync(place.folder)).toEqual(["data"]);
    expect([place.notes, place.warnings]).toEqual([[], []]);
  });
});
