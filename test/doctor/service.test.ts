import {readdirSync} from "node:fs";
import type {ServerResponse} from "node:http";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {type ClockReading, clockedSend, clockVerdict, examineService} from "../../loaders/doctor/service.js";
import type {Sent} from "../../loaders/service/exchange.js";
import {enterPlace, type Loading, type LoadingPlace} from "../helpers/loading.js";
import {answerAll, serveFeeds, updateOf} from "../helpers/service.js";
import {reply, serve} from "../service/loopback.js";

let place: LoadingPlace;

beforeEach(() => {
  place = enterPlace();
});

afterEach(() => {
  vi.unstubAllEnvs();
  place.leave();
});

async function examine(baseUrl: string, loading: Loading = {}, budgetMs?: number) {
  const findings = await examineService(place.settings({baseUrl, ...loading}), budgetMs);
  return Object.fromEntries(findings.map(({what, ok, text}) => [what, [ok, text]]));
}

const two = {feeds: {ids: [1, 2]}, service: {batchSize: {latest_price: 1, price: 1}, concurrency: 1}};

describe("examineService(settings, budgetMs)", () => {
  it("ends when its time is over, and says what was not checked", async () => {
    const {url} = await serveFeeds({
      catalogue: [{pyth_lazer_id: 1, state: "stable"}],
      answer: (asked) => (asked.priceFeedIds?.includes(1) ? answerAll(asked) : () => {})
    });
    expect(await examine(url, {config: two}, 6000)).toMatchObject({
      service: [true, expect.stringMatching(/: answers in \d+ ms; 1 feed in the catalogue$/)],
      token: [true, "FEEDBOOK_TOKEN is set, and accepted"],
      feeds: [false, "0 of 1 requested feed does not come; 1 of 2 not checked, as a request failed or time ran out"]
    });
  });

  it("reports a service that never answers", async () => {
    const {url} = await serveFeeds({answer: () => () => {}});
    expect(await examine(url, {config: two}, 300)).toMatchObject({
      service: [false, `${url}: no answer in time; check the network`],
      feeds: [false, "not checked: the service gave no update"]
    });
  });

  it("repeats a request once after a transient failure, and does not wait as long as the service asks", async () => {
    const {url, asked} = await serveFeeds({answer: () => reply(503, "not now")});
    expect((await examine(url, {config: two})).service).toEqual([false, expect.stringContaining("503: not now")]);
    expect(asked).toHaveLength(2);
    const {url: throttled} = await serveFeeds({answer: () => reply(429, "", {"retry-after": "30"})});
    expect((await examine(throttled, {config: two})).service).toEqual([false, expect.stringMatching(/429.*in 30 s/)]);
  });

  it("reports answers that are not JSON", async () => {
    const {url} = await serveFeeds({answer: () => reply(200, "<html>welcome</html>")});
    expect((await examine(url, {config: two})).service).toEqual([false, expect.stringContaining("body is no JSON")]);
  });

  it("needs no token without service.auth, and reports a missing one that the service does not need", async () => {
    const {url} = await serveFeeds();
    const config = {...two, service: {...two.service, auth: null}};
    expect((await examine(url, {config})).token).toEqual([true, "not needed, as service.auth is null"]);
    const settings = {...place.settings({baseUrl: url, config: two}), token: null};
    expect(await examineService(settings)).toContainEqual({
      what: "token",
      ok: false,
      misconfigured: true,
      text: "missing FEEDBOOK_TOKEN: the service answers without a token: set service.auth to null"
    });
  });

  it("asks for all feeds in batches", async () => {
    const catalogue = Array.from({length: 250}, (_, id) => ({pyth_lazer_id: id, state: "stable"}));
    const {url, asked} = await serveFeeds({catalogue});
    expect((await examine(url)).feeds).toEqual([true, "all 250 configured feeds come"]);
    expect(asked.map(({priceFeedIds}) => priceFeedIds?.length).sort()).toEqual([100, 100, 50]);
  });

  it("compares the clocks by the Date of the service, not by that of its catalogue", async () => {
    const late = (response: ServerResponse) => response.setHeader("date", new Date(Date.now() - 120_000).toUTCString());
    const slow = await serveFeeds({
      answer: (asked) => (response, seen) => {
        late(response);
        answerAll(asked)(response, seen);
      }
    });
    const told = [false, expect.stringMatching(/1[12]\d{4} ms or more ahead of the service's: .*set the clock/)];
    expect((await examine(slow.url, {config: two})).clock).toEqual(told);
    const {url} = await serve((response, seen) => {
      if (seen.method === "GET") late(response);
      reply(200, seen.method === "GET" ? '[{"pyth_lazer_id":1}]' : updateOf([1]))(response, seen);
    });
    expect((await examine(url, {config: {feeds: {ids: [1]}}})).clock).toEqual([
      true,
      expect.stringContaining("agrees")
    ]);
  });

  it("leaves no store, no folder and no note behind", async () => {
    vi.stubEnv("TMPDIR", place.folder);
    const {url} = await serveFeeds();
    expect((await examine(url, {config: two})).service).toEqual([true, expect.stringContaining("; no catalogue")]);
    expect(readdirSync(place.folder)).toEqual(["data"]);
    expect([readdirSync(join(place.folder, "data")), place.notes, place.warnings]).toEqual([[], [], []]);
  });

  it("reports what it knows when the service fails halfway", async () => {
    const {url} = await serveFeeds({
      answer: (asked) => (asked.priceFeedIds?.includes(2) ? reply(401) : answerAll(asked))
    });
    expect(await examine(url, {config: two})).toMatchObject({
      token: [true, "FEEDBOOK_TOKEN is set, and accepted"],
      feeds: [false, "0 of 1 requested feed does not come; 1 of 2 not checked, as a request failed or time ran out"]
    });
  });

  it("says of each feed that is left out what to do", async () => {
    const states = {7: "stable", 8: "beta", 9: null};
    const {url} = await serveFeeds({
      catalogue: Object.entries(states).map(([id, state]) => ({pyth_lazer_id: Number(id), symbol: `C${id}`, state})),
      answer: () => reply(200, updateOf([]))
    });
    const findings = await examineService(place.settings({baseUrl: url, config: {feeds: {ids: [7, 8, 9, 10]}}}));
    const problems = findings.flatMap(({feeds = []}) => feeds.map(({problem, text}) => `${problem}: ${text}`));
    expect(problems).toEqual([
      "left out: C7 (7): left out of the answer, though the catalogue lists it as stable; ask the service why",
      "left out: C8 (8): left out of the answer, as its state is beta; remove it from feeds until it is stable",
      "left out: C9 (9): left out of the answer, as its state is unknown; remove it from feeds until it is stable",
      "left out: 10: left out of the answer; no catalogue lists it: remove it from feeds"
    ]);
  });
});

describe("clockVerdict(readings)", () => {
  const server = Date.UTC(2026, 4, 12, 14);
  // A response on the way for 20 ms each way, while the local clock is ahead by so much; the header is a whole second.
  const seen = (aheadMs: number, atMs: number): ClockReading => ({
    url: "http://127.0.0.1/v1/latest_price",
    sentAt: server + atMs + aheadMs - 20,
    receivedAt: server + atMs + aheadMs + 20,
    serverAt: server
  });

  it.each([
    [0, 0, /^agrees with/],
    [999, 0, /^agrees with/],
    [-1000, 999, /^agrees with/],
    [2500, 500, /^the local clock is 1980 ms or more ahead of the service's: ages.* set the clock/],
    [-2500, 500, /^the local clock is 1980 ms or more behind the service's: ages/],
    [99_000, 0, /ahead.* load history records instants of the future as missing; set the clock/]
  ])("of a clock that is %d ms ahead, %d ms into a second: %s", (aheadMs, atMs, text) => {
    const verdict = clockVerdict([seen(aheadMs, atMs)]);
    expect(typeof verdict === "string" ? verdict : verdict.text).toMatch(text);
    expect(typeof verdict === "string").toBe(/^\^agrees/.test(text.source));
  });

  it("compares nothing if no response has a date", () => {
    expect(clockVerdict([{...seen(0, 0), serverAt: null}])).toMatch(/^not compared/);
  });
});

describe("clockedSend(now)", () => {
  const get: Sent = {method: "GET", headers: {}, maxBytes: 10, signal: new AbortController().signal};
  const post: Sent = {...get, method: "POST", body: '{"é":1}', headers: {"x-two": "2"}};

  it("answers as send does, and records the times", async () => {
    const {url, seen} = await serve(reply(429, "slow down", {date: "Tue, 12 May 2026 13:55:00 GMT"}));
    const clock = [1500, 2000];
    const {send, readings} = clockedSend(() => clock.shift() ?? 0);
    expect(await send(`${url}/v1/price`, post)).toMatchObject({httpStatus: 429, body: "slow down"});
    expect(seen[0]?.body).toBe(post.body);
    const serverAt = Date.UTC(2026, 4, 12, 13, 55);
    expect(readings).toEqual([{url: `${url}/v1/price`, sentAt: 1500, receivedAt: 2000, serverAt}]);
  });

  it.each([["soon"], [""]])("has no server time if the Date is %j", async (date) => {
    const {url} = await serve((response) => {
      response.sendDate = false;
      response.writeHead(200, date === "" ? {} : {date}).end();
    });
    const {send, readings} = clockedSend();
    await send(url, get);
    expect(readings).toMatchObject([{url, serverAt: null}]);
  });

  it("records nothing if nobody answers", async () => {
    const {send, readings} = clockedSend();
    await expect(send("http://127.0.0.1:9", get)).rejects.toThrow();
    expect(readings).toEqual([]);
  });
});
