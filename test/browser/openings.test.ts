import {readdirSync, rmSync, truncateSync} from "node:fs";
import type {Page} from "playwright-core";
import {expect, it} from "vitest";
import {type SharedPage, usePage, useUsual} from "../helpers/site/site.js";

// Pages whose first picture needs no DuckDB-Wasm: nothing of it comes.
const site = useUsual({own: true});
const engine = /engine-worker|duckdb-|arrow/;
const ready = "figure.fb-chart path";
const answersOf = (url: string) => /\/_file\/feeds\/(\d+)\.json\.\w{8}\.gz$/.exec(url)?.[1] ?? [];
const alone = usePage(site, {ready, blocked: engine});
const whole = usePage(site, {ready: "svg path, details"});

// Opens a page, and waits until it asks for nothing more; with the addresses that it asked for.
async function opened({load, watched}: SharedPage, path: string, size = {width: 1280, height: 844}) {
  await watched.page.setViewportSize(size);
  const before = watched.requests.length;
  const page = await load(path);
  await page.waitForLoadState("networkidle");
  return {page, requests: watched.requests.slice(before)};
}

async function said(page: Page): Promise<unknown> {
  return JSON.parse((await page.locator("output").textContent()) ?? "");
}

it.each([
  [1280, 120],
  [390, 360]
])("a page with inputs of the kit at their defaults opens at %d px", async (width, step) => {
  const {page} = await opened(alone, "inputs", {width, height: 844});
  expect(await said(page)).toEqual({feed: 1, some: [1, 2], step, n: 2882, tz: "UTC", basis: "8h"});
});

it("a page asks DuckDB-Wasm where its address picks something else", async () => {
  const {page, requests} = await opened(whole, "inputs?feed=6&range=1h");
  await page.locator("output", {hasText: '"feed":6,"some":[1,2]'}).waitFor();
  expect(await page.locator("output").textContent()).toContain('"n":122');
  expect(requests.some((url) => engine.test(url))).toBe(true);
});

const links: [path: string, feed: string, charts: number][] = [
  ["feed?feed=922", "Equity.US.AAPL/USD", 2],
  ["feed?feed=114", "FundingRate.Bybit.ETH/USDT", 2],
  ["prices?feed=922", "Equity.US.AAPL/USD", 2],
  ["spreads?feed=922", "Equity.US.AAPL/USD", 4],
  ["funding?feeds=114", "FundingRate.Bybit.ETH/USDT", 3]
];

it.each(links)("/%s opens with the answers of that feed", async (path, feed, charts) => {
  const {page, requests} = await opened(alone, path);
  await page.getByRole("figure", {name: feed}).or(page.getByText(feed)).first().waitFor();
  expect(await page.locator("figure.fb-chart path[d]").count()).toBeGreaterThan(charts);
  expect(requests.flatMap(answersOf)).toEqual([/\d+/.exec(path)?.[0]]);
  // The heat map below shows 40 feeds, and is left to DuckDB-Wasm.
  const {errors} = alone.watched;
  if (path.startsWith("funding"))
    errors.splice(0, Infinity, ...errors.filter((text) => !/cannot start DuckDB/.test(text)));
});

it.each(["feed", "prices?range=7d&feed=2", "prices?zoom=2026-05-12T10:00:00Z..2026-05-12T11:00:00Z&feed=2", "data"])(
  "/%s asks for the answers of no feed",
  async (path) => {
    const {requests} = await opened(whole, path);
    expect(requests.flatMap(answersOf)).toEqual([]);
  }
);

it("a feed whose answers are broken, or not there, is shown by DuckDB-Wasm", async () => {
  const folder = `${site.root}/dist/_file/feeds`;
  const fileOf = (feed: number) => `${folder}/${readdirSync(folder).find((name) => name.startsWith(`${feed}.`))}`;
  truncateSync(fileOf(2), 100);
  rmSync(fileOf(8));
  for (const [feed, symbol] of [
    [2, "Crypto.ETH/USD"],
    [8, "Crypto.USDT/USD"]
  ]) {
    await site.visit(`prices?feed=${feed}`, {ready}, async ({page, errors, requests}) => {
      expect(await page.getByRole("combobox", {name: "Feed"}).inputValue()).toContain(symbol);
      expect(await page.getByRole("figure", {name: `${symbol} price`}).count()).toBe(1);
      expect(requests.flatMap(answersOf)).toEqual([`${feed}`]);
      expect(requests.some((url) => engine.test(url))).toBe(true);
      expect(errors.filter((error) => !/\b404\b/.test(error))).toEqual([]);
    });
  }
});
