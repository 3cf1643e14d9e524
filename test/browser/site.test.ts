import {readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {watch} from "../helpers/site/chromium.js";
import {faultsOf, shiftOf, usePage, useUsual} from "../helpers/site/site.js";

const site = useUsual();
const ready = ".fb-chart, .fb-feeds table, .fb-catalog details";
const {load} = usePage(site, {ready, permissions: ["clipboard-read", "clipboard-write"]});

interface Case {
  path: string;
  title: string;
  shown: string[];
  charts: number;
  shift?: number;
}

const pages: Case[] = [
  {path: "", title: "Feeds", shown: ["Crypto.BTC/USD", "feed 9", "FundingRate.Binance.BTC/USDT"], charts: 0},
  {
    ...{path: "feed", title: "Crypto.BTC/USD · Feed", charts: 2},
    shown: ["Crypto.BTC/USD price", "Crypto.BTC/USD spread", "× 10⁻⁸", "Complete"]
  },
  {path: "data", title: "Data", shown: ["quality_1h", "best bid", "quote currency", "20,280 rows"], charts: 0},
  {path: "prices", title: "Crypto.BTC/USD · Prices", shown: ["Crypto.BTC/USD price", "EMA", "Confidence"], charts: 2},
  {
    path: "spreads",
    title: "Crypto.BTC/USD · Spreads",
    shown: ["Crypto.BTC/USD spread", "95th percentile", "no depth"],
    charts: 4
  },
  {
    path: "funding",
    title: "BTC · Funding",
    shown: ["Binance", "Hyperliquid", "Bybit", "Longs pay shorts", "per 8 h"],
    charts: 5
  },
  {path: "quality", title: "Quality", shown: ["Gaps by feed", "unreadable priceFeedId"], charts: 6, shift: 0.1}
];

const views: {width: number; colorScheme: "dark" | "light"}[] = [
  {width: 1280, colorScheme: "light"},
  {width: 390, colorScheme: "dark"}
];

describe.each(pages)("page /$path", ({path, title, shown, charts, shift = 0.001}) => {
  it.each(views)("is complete, shifts nothing and needs no DuckDB-Wasm with %o", async ({width, colorScheme}) => {
    const eager = width === 1280 && (path === "data" || path === "prices");
    const options = {viewport: {width, height: 844}, colorScheme, eager, ready, script: timeline};
    await site.visit(path, options, async ({page, errors, outside, requests}) => {
      expect(await shiftOf(page)).toBeLessThan(shift);
      await expect.poll(() => page.title()).toBe(`${title} | Feedbook`);
      expect(await page.getByRole("heading", {level: 1}).textContent()).toBe(title);
      expect(await page.locator("nav > [aria-current], .fb-more > div > [aria-current]").textContent()).toBe(
        path === "feed" ? "Feeds" : title.replace(/.* · /, "")
      );
      for (const text of shown) await page.getByText(text, {exact: false}).first().waitFor({state: "attached"});
      await expect.poll(() => page.locator("figure.fb-chart").count()).toBe(charts);
      await expect.poll(() => page.locator(marksOf(path)).count()).toBeGreaterThan(1);
      expect(await page.locator(".fb-banner").textContent()).toContain("Simulated data.");
      await expect.poll(() => page.locator("observablehq-loading, .observablehq--error").count()).toBe(0);
      expect(await page.evaluate(() => document.fonts.check('15px "Inter Variable"'))).toBe(true);
      expect(await page.evaluate(isLight)).toBe(colorScheme === "light");
      if (eager && path === "prices") {
        await expect.poll(() => page.evaluate("firstEngineAt - drawnAt")).toBeGreaterThan(0);
        await page.waitForFunction(() => performance.getEntriesByName("sql ready").length > 0);
        expect(requests.filter((url) => /duckdb-eh\.wasm/.test(url))).toHaveLength(1);
      } else expect(requests.filter((url) => /engine-worker|duckdb-|arrow/.test(url))).toEqual([]);
      expect({errors, outside}).toEqual({errors: [], outside: []});
    });
  });
});

describe("data", () => {
  it("runs an example in place, copies it, and saves a table and the snapshot", async () => {
    const page = await load("data#candles");
    const query = page.locator("#candles");
    await page.getByRole("button", {name: "Run the example of candles"}).click();
    await query.locator(".fb-result tbody tr").first().waitFor();
    await query.getByRole("button", {name: "Copy"}).first().click();
    await query.getByRole("button", {name: "Copied"}).waitFor();
    const example = await query.locator("pre").first().textContent();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(example);
    await page.locator("#feeds > summary").click();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", {name: "Save all of feeds as CSV"}).click();
    expect(readFileSync(await (await saving).path(), "utf8")).toMatch(/^priceFeedId,symbol.*\r\n1,Crypto\.BTC\/USD/);
    const snapshot = await page
      .getByRole("link", {name: "the whole snapshot"})
      .evaluate((link: HTMLAnchorElement) => link.href);
    expect((await page.request.get(snapshot)).headers()["content-length"]).toMatch(/^\d{5,}$/);
  });
});

it("the page that the README shows how to write is drawn and marked as simulated", async () => {
  const line = {ready: "main figure.fb-chart [data-key=price] path"};
  await site.visit("mine", line, async ({page, errors, outside}) => {
    const banners = () => page.locator(".fb-banner:visible").allTextContents();
    await expect.poll(banners).toEqual([expect.stringContaining("Simulated data.")]);
    expect({errors, outside}).toEqual({errors: [], outside: []});
  });
});

it("a missing page says so in the site's style, with links that work under the base", async () => {
  const context = await site.browser.newContext();
  const {page, outside} = await watch(context, new URL(site.url).origin);
  expect((await page.goto(`${site.url}no/such-page`))?.status()).toBe(404);
  await page.getByRole("heading", {name: "Page not found"}).waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain("Inter Variable");
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("main").getByRole("link", {name: "Prices"}).click();
  await page.getByText("Crypto.BTC/USD price").waitFor();
  await page.waitForURL((url) => url.pathname === "/notebook/prices.html");
  expect(outside).toEqual([]);
  await context.close();
});

function marksOf(path: string): string {
  return {"": "table svg path", data: "details summary"}[path] ?? "figure svg :is(path, rect)";
}

// When the first chart was painted, and when the first file of DuckDB-Wasm was requested.
const timeline = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector("figure.fb-chart svg path")) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (globalThis.drawnAt = performance.now())));
  }).observe(document, {subtree: true, childList: true});
  new PerformanceObserver((list) => {
    for (const {name, startTime} of list.getEntries()) if (/engine-worker|duckdb-/.test(name)) globalThis.firstEngineAt ??= startTime;
  }).observe({type: "resource", buffered: true});
`;

function isLight(): boolean {
  const [red = 0] = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
  return red > 127;
}
