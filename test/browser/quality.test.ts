import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import type {Browser, BrowserContextOptions} from "playwright-core";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {buildSite} from "../../loaders/site/build.js";
import {type Serving, serveSite} from "../../loaders/site/serve.js";
import {startChromium, type Watched, watch} from "../helpers/chromium.js";
import {makeSnapshot} from "../helpers/snapshot.js";
import {makeWorkspace} from "../helpers/workspace.js";

const workspace = makeWorkspace();
let serving: Serving;
let browser: Browser;

beforeAll(async () => {
  await makeSnapshot(workspace.snapshotPath, {faults: true});
  await buildSite({cwd: workspace.root, env: workspace.env, base: "/notebook/"});
  serving = await serveSite({root: `${workspace.root}/dist`, port: 0, base: "/notebook/"});
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  await serving?.close();
  workspace.remove();
});

describe("quality", () => {
  it.each([
    {width: 1280, colorScheme: "light"},
    {width: 1280, colorScheme: "dark"},
    {width: 390, colorScheme: "light"},
    {width: 390, colorScheme: "dark"}
  ] as const)("is there whole, moves nothing, and axe finds nothing: $width px, $colorScheme", async (view) => {
    const {width, colorScheme} = view;
    await visit(
      "quality",
      {viewport: {width, height: 844}, colorScheme, bypassCSP: true},
      async ({page, errors, outside}) => {
        expect(await page.locator("figure.fb-chart").count()).toBe(3);
        expect(await page.locator("figure.fb-chart rect:has(title)").count()).toBeGreaterThan(100);
        for (const name of ["Freshness by class", "Freshness by feed", "Gaps by feed", "Changes of fields", "Loads"])
          expect(await page.getByRole("region", {name}).getByRole("row").count(), name).toBeGreaterThan(1);
        expect(await page.locator(".fb-faults summary").count()).toBe(5);
        expect(await page.locator("observablehq-loading").count()).toBe(0);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        expect(await page.evaluate("shift")).toBeLessThan(0.1);
        for (const summary of await page.locator(".fb-faults summary").all()) await summary.click();
        await page.evaluate(axe);
        expect(await page.evaluate(faults)).toEqual([]);
        expect({errors, outside}).toEqual({errors: [], outside: []});
      }
    );
  });

  it("is there where DuckDB-Wasm does not load at all", async () => {
    const look = async ({page}: Watched) => {
      expect(await page.locator("figure.fb-chart rect:has(title)").count()).toBeGreaterThan(100);
      expect(await page.locator(".observablehq--error").count()).toBe(0);
    };
    await visit("quality", {}, look, /duckdb|arrow/);
  });

  it("finds feeds by keyboard alone, keeps that in the URL, and a link shows the same", async () => {
    await visit("quality", {}, async ({page, errors}) => {
      const gaps = page.getByRole("region", {name: "Gaps by feed"});
      const symbols = () => gaps.locator("tbody th").allTextContents();
      expect(await symbols()).toHaveLength(10);
      await page.getByRole("searchbox", {name: "Search feeds"}).focus();
      await page.keyboard.type("btc");
      await page.waitForURL(/search=btc$/);
      await page.locator("html:not([data-busy])").waitFor({state: "attached"});
      await page.waitForFunction(() => document.querySelectorAll("[aria-label='Gaps by feed'] tbody tr").length === 3);
      const found = await symbols();
      expect(found).toEqual(["Crypto.BTC/USD", "FundingRate.Binance.BTC/USDT", "FundingRate.Hyperliquid.BTC/USD"]);
      await gaps.getByRole("button", {name: "Feed"}).press("Enter");
      await gaps.getByRole("button", {name: "Feed"}).press("Enter");
      await page.waitForURL(/gaps=-feed$/);
      await page.reload();
      await page.waitForFunction(() => document.querySelectorAll("[aria-label='Gaps by feed'] tbody tr").length === 3);
      expect(await symbols()).toEqual(found.toReversed());
      expect(errors).toEqual([]);
    });
  });

  it("shows what came as text, never as markup", async () => {
    await visit("quality", {}, async ({page, errors}) => {
      await page.getByText("unreadable priceFeedId").click();
      await page.getByText('{"priceFeedId":"<img src=x onerror=alert(1)>"}').waitFor();
      await page.getByText("no JSON").click();
      await page.getByText("<html><b>no</b>").waitFor();
      expect(await page.locator("main img, main b:has-text('no')").count()).toBe(0);
      expect(errors).toEqual([]);
    });
  });
});

describe("spreads", () => {
  it("tells the hours of the week in New York, keeps that in the URL, and comes back", async () => {
    await visit("spreads", {}, async ({page, errors}) => {
      const first = () => page.locator("figure:has-text('hour of the week') rect title").first().textContent();
      const utc = await first();
      await page.getByRole("combobox", {name: "Time zone"}).selectOption("new-york");
      await page.waitForURL(/tz=new-york$/);
      await page.getByText("hour of the week, America/New_York").first().waitFor();
      expect(await first()).not.toBe(utc);
      await page.goBack();
      await page.getByText("hour of the week, UTC").first().waitFor();
      expect(await first()).toBe(utc);
      expect(errors).toEqual([]);
    });
  });

  it("ranks all feeds, and leads to each in the same view", async () => {
    await visit("spreads?range=6h", {}, async ({page, errors}) => {
      const ranking = page.getByRole("region", {name: "Spreads by feed"});
      await ranking.waitFor();
      expect(await ranking.locator("tbody tr").count()).toBe(6);
      expect(await ranking.locator("[aria-current]").textContent()).toBe("Crypto.BTC/USD");
      await ranking.getByRole("link", {name: "Crypto.ETH/USD"}).click();
      await page.getByText("Crypto.ETH/USD spread distribution").first().waitFor();
      expect(new URL(page.url()).search).toBe("?range=6h&feed=2");
      expect(errors.filter((error) => !/ERR_ABORTED/.test(error))).toEqual([]); // what the page left was reading
    });
  });
});

async function visit(
  path: string,
  options: BrowserContextOptions,
  look: (watched: Watched) => Promise<void>,
  blocked?: RegExp
): Promise<void> {
  const context = await browser.newContext(options);
  const watched = await watch(context, new URL(serving.url).origin);
  if (blocked) await watched.page.route(blocked, (route) => route.abort());
  await watched.page.addInitScript(countShifts);
  await watched.page.goto(`${serving.url}${path}`);
  await watched.page.locator(".fb-chart").first().waitFor();
  await watched.page.waitForLoadState("networkidle");
  try {
    await look(watched);
  } finally {
    await context.close();
  }
}

const countShifts = `
  globalThis.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
  }).observe({type: "layout-shift", buffered: true});
`;

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const faults = `axe.run(document).then(({violations}) =>
  violations.map(({id, nodes}) => id + ": " + nodes.map(({html}) => html).join(" "))
)`;
