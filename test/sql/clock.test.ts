import {describe, expect, it} from "vitest";
import {eachStore} from "../helpers/each-store.js";
import type {Told} from "../helpers/store.js";

const noon = Date.UTC(2026, 2, 8, 12) * 1000; // µs
const test = eachStore();

/** An answer published so many seconds after noon, and received so many after that. */
function answer(seconds: number, later: number, more: Partial<Told> = {}): Told {
  const publishedAt = noon + seconds * 1e6;
  const priceFeeds = [{priceFeedId: 1, exponent: 0, price: 1}];
  return {
    text: JSON.stringify({parsed: {timestampUs: String(publishedAt), priceFeeds}}),
    receivedAt: new Date((publishedAt + later * 1e6) / 1000),
    ...more
  };
}

async function clocks(): Promise<unknown[][]> {
  return test.derived("SELECT hour(startedAt), answers, clockSkewSeconds FROM clock_1h ORDER BY startedAt");
}

describe("deriveClock(connection)", () => {
  it("has the median of each hour, and corrects it when answers come late", async () => {
    await test.book(answer(0, 0.2), answer(1, 0.9), answer(2, 0.3), answer(3600, -1.5));
    expect(await clocks()).toEqual([
      [12, 3, 0.3],
      [13, 1, -1.5]
    ]);
    await test.book(answer(3, 0.5));
    expect(await clocks()).toEqual([
      [12, 4, 0.4],
      [13, 1, -1.5]
    ]);
  });

  it("makes no hour again into which nothing came", async () => {
    await test.book(answer(0, 0.2), answer(3600, 0.2));
    await clocks();
    await test.records("UPDATE clock_1h SET clockSkewSeconds = 7");
    await test.book(answer(3601, 0.4));
    expect(await clocks()).toEqual([
      [12, 1, 7],
      [13, 2, 0.3]
    ]);
    await test.derive({rebuild: true});
    expect((await clocks())[0]).toEqual([12, 1, 0.2]);
  });

  it("leaves out files, instants that were asked for, and answers without a time or an entry", async () => {
    const timeless = {text: '{"parsed":{"priceFeeds":[{"priceFeedId":1}]}}', receivedAt: new Date(noon / 1000)};
    const empty = {
      text: `{"parsed":{"timestampUs":"${noon}","priceFeeds":[]}}`,
      receivedAt: new Date(noon / 1000 + 1000)
    };
    await test.book(answer(0, 9, {endpoint: "file"}), answer(1, 9, {endpoint: "price"}), timeless, empty);
    expect(await clocks()).toEqual([]);
  });

  it("appears in the quality of each feed", async () => {
    await test.book(answer(0, 0.25), answer(3600, 9, {endpoint: "price"}));
    await clocks();
    expect(await test.records("SELECT clockSkewSeconds FROM quality_1h ORDER BY startedAt")).toEqual([
      {clockSkewSeconds: 0.25},
      {clockSkewSeconds: null}
    ]);
  });
});
