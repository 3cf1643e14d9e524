import {readdirSync, rmSync, truncateSync} from "node:fs";
import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {type SharedPage, usePage, useUsual} from "../helpers/site/site.js";

const site = useUsual({own: true});
const engine = /engine-worker|duckdb-|arrow/;
const ready = "figure.fb-chart .fb-body path";
const answersOf = (url: string) => /\/_file\/feeds\/(\d+)\.json\.\w{8}\.gz$/.exec(url)?.[1] ?? [];
const blocked = usePage(site, {ready, blocked: engine});
const whole = usePage(site, {ready: "svg path, details"});

// Opens a page, waits for its last request, and gives the addresses of all requests.
async function opened({load, watched}: SharedPage, path: string, size = {width: 1280, height: 844}) {
  await watched.page.setViewportSize(size);
  const before = watched.requests.length;
  const page = await load(path);
  await page.waitForLoadState("networkidle");
  return {page, requests: watched.requests.slice(before)};
}

async function outputOf(page: Page): Promise<unknown> {
  return JSON.parse((await page.locator("output").textContent()) ?? "");
}

describe("a page with inputs of the kit", () => {
  it.each([
    [1280, 120],
    [390, 360]
  ])("opens without DuckDB-Wasm at their defaults, at %d px", async (width, step) => {
    const {page} = await opened(blocked, "cases/inputs", {width, height: 844});
    await expect.poll(() => outputOf(page)).toEqual({feed: 1, some: [1, 2], step, n: 2882, tz: "UTC", basis: "apr"});
  });

  it("asks DuckDB-Wasm for another choice of the URL", async () => {
    const {page, requests} = await opened(whole, "cases/inputs?feed=6&range=1h");
    await page.locator("output", {hasText: '"feed":6,"some":[1,2]'}).waitFor();
    await expect.poll(() => page.locator("output").textContent()).toContain('"n":122');
    expect(requests.some((url) => engine.test(url))).toBe(true);
  });
});

const links: [path: string, feed: string, charts: number][] = [
  ["feed?feed=114", "FundingRate.Bybit.ETH/USDT", 2],
  ["prices?feed=922", "Equity.US.AAPL/USD", 2],
  ["funding?feeds=114", "ETH funding as APR", 3]
];

it.each(links)("/%s opens without DuckDB-Wasm, from the answers of that feed", async (path, feed, charts) => {
  const {page, requests} = await opened(blocked, path);
  await page.getByRole("figure", {name: feed}).or(page.getByText(feed)).first().waitFor();
  await expect.poll(() => page.locator("figure.fb-chart path[d]").count()).toBeGreaterThan(charts);
  expect(requests.flatMap(answersOf)).toEqual([/\d+/.exec(path)?.[0]]);
  // DuckDB-Wasm draws the heat map of 40 feeds.
  const {errors} = blocked.watched;
  if (path.startsWith("funding"))
    errors.splice(0, Infinity, ...errors.filter((text) => !/cannot start DuckDB/.test(text)));
});

it.each(["feed", "prices?range=7d&feed=2", "data"])("/%s loads no feed's answers", async (path) => {
  const {requests} = await opened(whole, path);
  expect(requests.flatMap(answersOf)).toEqual([]);
});

it("DuckDB-Wasm shows a feed whose answers are damaged or missing", async () => {
  const folder = `${site.root}/dist/_file/feeds`;
  const fileOf = (feed: number) => `${folder}/${readdirSync(folder).find((name) => name.startsWith(`${feed}.`))}`;
  truncateSync(fileOf(2), 100);
  rmSync(fileOf(8));
  for (const [feed, symbol] of [
    [2, "Crypto.ETH/USD"],
    [8, "Crypto.USDT/USD"]
  ]) {
    await site.visit(`prices?feed=${feed}`, {ready}, async ({page, errors, requests}) => {
      await expect.poll(() => page.getByRole("combobox", {name: "Feed"}).inputValue()).toContain(symbol);
      await page.getByRole("figure", {name: `${symbol} price`}).waitFor();
      expect(requests.flatMap(answersOf)).toEqual([`${feed}`]);
      expect(requests.some((url) => engine.test(url))).toBe(true);
      expect(errors.filter((error) => !/\b404\b/.test(error))).toEqual([]);
    });
  }
});
