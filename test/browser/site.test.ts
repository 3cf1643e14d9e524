import {readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {namedSql, parseBlocks} from "../../loaders/site/blocks.js";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {formatBps} from "../../src/lib/format.js";
import {type Watched, watch} from "../helpers/chromium.js";
import {faultsOf, shiftOf, useSite, type View} from "../helpers/site.js";
import {makeSnapshot} from "../helpers/snapshot.js";
import {casesOf} from "../helpers/soak.js";

const site = useSite("usual", makeSnapshot);

const pages = [
  {path: "", title: "Feeds", shown: ["Crypto.BTC/USD", "feed 9", "FundingRate.Binance.BTC/USDT"], charts: 0},
  {
    path: "feed",
    title: "Crypto.BTC/USD",
    shown: ["Crypto.BTC/USD price", "Crypto.BTC/USD spread", "× 10⁻⁸", "Complete"],
    charts: 2
  },
  {path: "data", title: "Data", shown: ["quality_1h", "best bid", "quote currency", "15,600 rows"], charts: 0},
  {path: "prices", title: "Prices", shown: ["Crypto.BTC/USD price", "EMA", "Confidence"], charts: 2},
  {path: "spreads", title: "Spreads", shown: ["Crypto.BTC/USD spread", "95th percentile", "no depth"], charts: 4},
  {path: "funding", title: "Funding", shown: ["Binance", "Hyperliquid", "Bybit", "longs pay shorts"], charts: 4}
];

const views = casesOf<{width: number; colorScheme: "dark" | "light"}>(
  [
    {width: 1280, colorScheme: "light"},
    {width: 390, colorScheme: "dark"}
  ],
  [
    {width: 1280, colorScheme: "dark"},
    {width: 390, colorScheme: "light"}
  ]
);

describe.each(pages)("page /$path", ({path, title, shown, charts}) => {
  it.each(views)("is whole, stays where it is, and axe finds nothing, at $width px, $colorScheme", async (view) => {
    const {width, colorScheme} = view;
    await visit(path, {viewport: {width, height: 844}, colorScheme}, async ({page, errors, outside, requests}) => {
      expect(await shiftOf(page)).toBeLessThan(0.001);
      expect(await page.title()).toBe(`${title} | Feedbook`);
      expect(await page.getByRole("heading", {level: 1}).textContent()).toBe(title);
      expect(await page.locator("nav [aria-current]").textContent()).toBe(path === "feed" ? "Feeds" : title);
      for (const text of shown) expect(await page.getByText(text, {exact: false}).count(), text).toBeGreaterThan(0);
      expect(await page.locator("figure.fb-chart").count()).toBe(charts);
      expect(await page.locator(drawnOn(path)).count()).toBeGreaterThan(1);
      expect(await page.locator(".fb-banner").textContent()).toContain("Simulated data.");
      expect(await page.locator("observablehq-loading").count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain("Inter Variable");
      expect(await page.evaluate(() => document.fonts.check('15px "Inter Variable"'))).toBe(true);
      expect(await page.evaluate(isLight)).toBe(colorScheme === "light");
      const engine = requests.filter((url) => /engine-worker|duckdb-/.test(url));
      if (charts === 0) expect(engine).toEqual([]);
      else expect(await page.evaluate("firstEngineAt - drawnAt")).toBeGreaterThan(0);
      if (charts > 0) await page.getByRole("combobox", {name: "Feed"}).click();
      for (const name of ["prices", "store-responses"])
        if (path === "data") await page.locator(`#${name} summary`).click();
      expect(await faultsOf(page)).toEqual([]);
      expect({errors, outside}).toEqual({errors: [], outside: []});
    });
  });

  it("shows its first picture where DuckDB-Wasm does not load at all", async () => {
    const look = async ({page}: Watched) => expect(await page.locator(drawnOn(path)).count()).toBeGreaterThan(0);
    await visit(path, {blocked: /engine-worker|duckdb|arrow/}, look);
  });
});

describe("spreads", () => {
  it("has from DuckDB-Wasm the figures that native DuckDB has", async () => {
    await visit("spreads?feed=2", {}, async ({page, errors, requests}) => {
      await page.getByText("Crypto.ETH/USD spread distribution").first().waitFor();
      const block = parseBlocks(readFileSync("src/spreads.md", "utf8")).find(({id}) => id === "summary");
      const view = {feed: 2, from: "2026-05-11T14:00:00Z", until: "2026-05-12T14:00:00Z", resolution: "raw"};
      const named = block === undefined ? null : namedSql(block);
      const {columns, rows} = await querySnapshot(`${site.root}/data/feeds.snapshot.duckdb`, named?.sql ?? "", view);
      const value = (name: string): number => Number(rows[0]?.[columns.findIndex((column) => column.name === name)]);
      expect(await page.locator(".fb-figure").allTextContents()).toEqual([
        ...[formatBps(value("median")), formatBps(value("p95")), `${value("confidences").toFixed(2)} ×`],
        ...["0 %", "0 %"]
      ]);
      expect(requests.some((url) => /duckdb-eh\.wasm/.test(url))).toBe(true);
      expect(errors).toEqual([]);
    });
  });

  it("says that a feed of the URL has no bid and ask, and what a mark means", async () => {
    await visit("spreads?feed=6", {}, async ({page}) => {
      await page.getByText("Crypto.SOL/USD (feed 6) has no bid and ask prices: showing Crypto.BTC/USD").waitFor();
      await page.goto(`${site.url}spreads?feed=8`);
      await page.getByRole("button", {name: "Crossed at some time"}).waitFor();
    });
  });
});

describe("feed", () => {
  it("shows of a feed that never had an update what is known of it, and all again of the next", async () => {
    await visit("feed?feed=10", {ready: ".fb-fact-card dl"}, async ({page, errors}) => {
      await page.getByText("none yet").waitFor();
      const headings = page.locator("main :is(h2, figure, table):visible");
      expect(await headings.allTextContents()).toEqual(["Facts"]);
      await page.getByRole("combobox", {name: "Feed"}).click();
      await page.getByRole("option", {name: "Crypto.ETH/USD"}).click();
      await page.locator("figure.fb-chart:visible svg path").first().waitFor();
      expect(await headings.count()).toBeGreaterThan(6);
      expect(errors).toEqual([]);
    });
  });
});

describe("data", () => {
  it.each([
    ["prices", "prices"],
    ["responses", "store-responses"]
  ])("opens the table of a link to #%s, and shows it", async (fragment, id) => {
    await visit(`data#${fragment}`, {}, async ({page, errors}) => {
      const table = page.locator(`#${id}`);
      await table.locator("table").waitFor();
      expect((await table.boundingBox())?.y).toBeLessThan(300);
      expect(await page.locator("details[open]").count()).toBe(1);
      expect(errors).toEqual([]);
    });
  });

  it("is searched and opened by keyboard, and the URL says so", async () => {
    await visit("data", {}, async ({page, errors}) => {
      await page.getByRole("searchbox", {name: "Search tables and columns"}).fill("spread8h");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByRole("row", {name: "spread8h"}).waitFor();
      await page.waitForURL(/\/data\?search=spread8h#funding_now$/);
      await page.reload();
      await page.getByRole("row", {name: "spread8h"}).waitFor();
      expect(await page.locator("details:visible").count()).toBe(1);
      expect(errors).toEqual([]);
    });
  });

  it("has an example to copy, which runs", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    await visit("data#prices", {permissions}, async ({page}) => {
      await page.locator("#prices").getByRole("button", {name: "Copy"}).click();
      await page.locator("#prices").getByRole("button", {name: "Copied"}).waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(await page.locator("#prices pre").textContent());
      expect((await querySnapshot(`${site.root}/data/feeds.snapshot.duckdb`, copied)).rows).toHaveLength(10);
    });
  });
});

describe("a page that is not there", () => {
  it("says so in the site's style, with links that work under the base", async () => {
    const context = await site.browser.newContext();
    const {page, outside} = await watch(context, new URL(site.url).origin);
    expect((await page.goto(`${site.url}no/such-page`))?.status()).toBe(404);
    await page.getByRole("heading", {name: "Page not found"}).waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain("Inter Variable");
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("main").getByRole("link", {name: "Prices"}).click();
    await page.getByText("Crypto.BTC/USD price").waitFor();
    expect(new URL(page.url()).pathname).toBe("/notebook/prices");
    expect(outside).toEqual([]);
    await context.close();
  });
});

describe("funding", () => {
  it("compares the feeds picked, on the basis picked", async () => {
    await visit("funding", {}, async ({page, errors}) => {
      await page.getByRole("combobox", {name: "Feeds"}).fill("bybit");
      await page.keyboard.press("Enter");
      await page.waitForURL(/feeds=112,113,114/);
      await page.getByRole("radio", {name: "APR"}).check({force: true});
      await page.waitForURL(/basis=apr/);
      await page.locator(".fb-stat").nth(2).waitFor();
      expect(await page.locator(".fb-stat dt").allTextContents()).toEqual(
        expect.arrayContaining(["Binance.BTC/USDT", "Hyperliquid.BTC/USD", "Bybit.ETH/USDT"])
      );
      expect(errors).toEqual([]);
    });
  });
});

function drawnOn(path: string): string {
  return {"": "table svg path", data: "details summary"}[path] ?? "figure svg :is(path, rect)";
}

async function visit(path: string, view: View, look: (watched: Watched) => Promise<void>): Promise<void> {
  await site.visit(path, {ready: ".fb-chart, .fb-feeds table, details", script: timeline, ...view}, look);
}

// When the first chart had been painted, and when the first of DuckDB-Wasm was asked for.
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
