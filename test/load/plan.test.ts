import {existsSync} from "node:fs";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {ConfigInput} from "../../loaders/config/schema.js";
import {type HistoryOptions, loadHistory, type Range} from "../../loaders/load/history.js";
import {type Plan, planHistory} from "../../loaders/load/plan.js";
import {silent} from "../../loaders/load/report.js";
import {enterPlace, type LoadingPlace} from "../helpers/loading.js";
import {type Asked, serveFeeds, updateOf} from "../helpers/service.js";
import {reply} from "../service/loopback.js";

let place: LoadingPlace;

beforeEach(() => {
  place = enterPlace();
});

afterEach(() => place.leave());

const range: Range = {from: "2026-05-12T13:00:00Z", to: "2026-05-12T13:03:00Z", every: "1m"};
const config: ConfigInput = {feeds: {ids: [1, 2]}, service: {concurrency: 2, batchSize: {price: 1}}};

async function planner() {
  const answer = ({priceFeedIds = [], timestamp = 0}: Asked) =>
    timestamp % 120_000_000 === 0 ? reply(404, "nothing") : reply(200, updateOf(priceFeedIds, timestamp));
  const {url, asked} = await serveFeeds({answer});
  const plan = (options: HistoryOptions = {}, more: Partial<Range> = {}): Promise<Plan> => {
    const signal = new AbortController().signal;
    return planHistory(place.settings({baseUrl: url, config}), {...range, ...more}, {log: silent, signal, ...options});
  };
  const load = () => place.load((one) => loadHistory(one, range), {baseUrl: url, config});
  return {plan, load, asked};
}

describe("planHistory(settings, range, options)", () => {
  it("plans the whole range without a store, and makes none", async () => {
    const {plan, asked} = await planner();
    expect(await plan()).toEqual({
      ...{requests: 8, asked: 8, rows: 8, alreadyThere: 0},
      ...{seconds: 0.6, latencyMs: 150, measured: false, concurrency: 2}
    });
    expect([asked, existsSync(place.settings().storePath)]).toEqual([[], false]);
  });

  it("plans the instants that the store lacks, or more with retryMissing and again", async () => {
    const {plan, load} = await planner();
    await load();
    expect(await plan()).toMatchObject({requests: 0, asked: 0, alreadyThere: 8, seconds: 0, measured: true});
    expect(await plan({retryMissing: true})).toMatchObject({requests: 4, asked: 4, alreadyThere: 4});
    expect(await plan({again: true})).toMatchObject({requests: 8, asked: 8, alreadyThere: 0});
    expect(await plan({}, {to: "2026-05-12T13:04:00Z"})).toMatchObject({requests: 2, asked: 2, alreadyThere: 8});
  });

  it("estimates the time by the latency of past answers with status 200", async () => {
    const {plan, load} = await planner();
    await load();
    const [row] = await place.records("SELECT avg(latencyMs) AS ms FROM responses WHERE httpStatus = 200");
    expect((await plan({again: true})).latencyMs).toBeCloseTo(Number(row?.ms), 9);
    expect((await plan({again: true})).seconds).toBeCloseTo((Number(row?.ms) * 4) / 1000, 9);
  });
});
