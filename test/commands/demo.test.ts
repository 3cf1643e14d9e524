import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {loadDemo} from "../../loaders/commands/demo.js";
import {silent} from "../../loaders/load/report.js";
import {enterPlace, type LoadingPlace} from "../helpers/loading.js";
import {serveFeeds} from "../helpers/service.js";
import {copyEmpty} from "../helpers/store.js";

let place: LoadingPlace;

beforeEach(() => {
  place = enterPlace();
});

afterEach(() => place.leave());

describe("loadDemo(settings, {log, signal})", () => {
  it("loads seven days of all feeds, whatever feeds are configured, the last two hours in detail", async () => {
    const feed = {pyth_lazer_id: 1, symbol: "A", state: "stable", min_channel: "real_time"};
    const {url} = await serveFeeds({catalogue: [feed, {...feed, pyth_lazer_id: 2}]});
    const settings = place.settings({baseUrl: url, config: {feeds: {ids: [1]}}});
    await copyEmpty(settings.storePath);
    const started = Date.now();
    const report = await loadDemo(settings, {log: silent, signal: new AbortController().signal});
    expect(report).toMatchObject({command: "demo", interrupted: false, problems: []});
    const [held] = await place.records(`
      SELECT count(DISTINCT priceFeedId) AS feeds, epoch_ms(min(publishedAt)) AS first, epoch_ms(max(publishedAt)) AS last,
        count(DISTINCT publishedAt) AS instants, count(*) = instants * feeds AS once
      FROM feed_updates`);
    expect(held).toMatchObject({feeds: 2, once: true});
    const [days, hours] = [7 * 24 * 12 - 24, 2 * 360]; // every 5 minutes, then every 10 seconds
    expect(Math.abs(Number(held?.instants) - days - hours)).toBeLessThanOrEqual(3);
    expect(started - Number(held?.first)).toBeGreaterThan(7 * 86_400_000 - 310_000);
    expect(started - Number(held?.last)).toBeLessThan(10_000);
  });
});
