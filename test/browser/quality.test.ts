import {readFileSync} from "node:fs";
import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {namedSql, parseBlocks} from "../../loaders/site/answers/blocks.js";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {formatBps} from "../../src/format/format.js";
import {besides, faultsOf, shiftOf, usePage, useUsual} from "../helpers/site/site.js";
import {casesOf} from "../helpers/soak.js";

const site = useUsual();
const shared = usePage(site);
const {show} = shared;

describe("quality", () => {
  it.each(
    casesOf<{width: number; colorScheme: "dark" | "light"; blocked?: RegExp}>(
      [
        {width: 1280, colorScheme: "dark"},
        {width: 390, colorScheme: "light", blocked: /engine-worker|duckdb-|arrow/}
      ],
      [
        {width: 1280, colorScheme: "light", blocked: /engine-worker|duckdb-|arrow/},
        {width: 390, colorScheme: "dark"}
      ]
    )
  )("is there whole, moves nothing, and axe finds nothing, with %o", async (view) => {
    const {width, colorScheme, blocked} = view;
    await site.visit(
      "quality",
      {viewport: {width, height: 844}, colorScheme, blocked},
      async ({page, errors, outside}) => {
        expect(await page.locator("figure.fb-chart").count()).toBe(3);
        expect(await cellsIn(page)).toBeGreaterThan(100);
        for (const name of ["Freshness by class", "Freshness by feed", "Gaps by feed", "Changes of fields", "Loads"])
          expect(await page.getByRole("region", {name}).getByRole("row").count(), name).toBeGreaterThan(1);
        expect(await page.locator(".fb-faults summary").count()).toBe(5);
        expect(await page.locator("observablehq-loading").count()).toBe(0);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        expect(await shiftOf(page)).toBeLessThan(0.1);
        for (const summary of await page.locator(".fb-faults summary").all()) await summary.click();
        expect(await faultsOf(page)).toEqual([]);
        expect(await page.locator(".observablehq--error").count()).toBe(0);
        expect({errors: besides(errors, blocked), outside}).toEqual({errors: [], outside: []});
      }
    );
  });

  it("begins the bars of a column at one place, and keeps texts apart from the numbers before them", async () => {
    const page = await show("quality");
    const left = (all: Element[]) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().left)))];
    const bars = page.getByRole("region", {name: "Freshness by class"}).locator(".fb-bar svg");
    expect(await bars.count()).toBeGreaterThan(2);
    expect(await bars.evaluateAll(left)).toHaveLength(1);
    const [silent, last] = ["Silent for", "Last update"].map((name) => page.getByRole("button", {name}));
    const right = await silent?.evaluate((one) => one.getBoundingClientRect().right);
    const next = await last?.evaluate((one) => one.getBoundingClientRect().left);
    expect((next ?? 0) - (right ?? 0)).toBeGreaterThan(20);
  });

  it("shows what came as text, never as markup", async () => {
    const page = await show("quality");
    await page.getByText("unreadable priceFeedId").click();
    await page.getByText('{"priceFeedId":"<img src=x onerror=alert(1)>"}').waitFor();
    await page.getByText("no JSON").click();
    await page.getByText("<html><b>no</b>").waitFor();
    expect(await page.locator("main img, main b:has-text('no')").count()).toBe(0);
  });

  it("finds feeds by keyboard alone, keeps that in the URL, and a link shows the same", async () => {
    const page = await show("quality");
    const gaps = page.getByRole("region", {name: "Gaps by feed"});
    const symbols = () => gaps.locator("tbody th").allTextContents();
    // What is loading hides all below it, so rows can be there before a reader sees them.
    const seen = async (count: number): Promise<string[]> => {
      await gaps.locator("tbody tr").nth(count).waitFor({state: "detached"});
      await gaps
        .locator("tbody tr")
        .nth(count - 1)
        .waitFor();
      return await symbols();
    };
    expect(await seen(13)).toHaveLength(13);
    await page.getByText(/^Of all \d\d feeds:$/).waitFor();
    await page.getByRole("searchbox", {name: "Search feeds"}).focus();
    await page.keyboard.type("btc");
    await page.waitForURL(/search=btc$/);
    const found = await seen(4);
    expect(found).toEqual([
      "Crypto.BTC/USD",
      "Crypto.WBTC/USD",
      "FundingRate.Binance.BTC/USDT",
      "FundingRate.Hyperliquid.BTC/USD"
    ]);
    await page.getByText("Of the 4 feeds found:", {exact: true}).waitFor();
    const classes = page.getByRole("region", {name: "Freshness by class"}).locator("tbody th");
    expect(await classes.allTextContents()).toEqual(["crypto", "funding-rate"]);
    await gaps.getByRole("button", {name: "Feed"}).press("Enter");
    await gaps.getByRole("button", {name: "Feed"}).press("Enter");
    await page.waitForURL(/gaps=-feed$/);
    await page.goBack();
    await page.waitForURL(/gaps=feed$/);
    expect(await symbols()).toEqual(found);
    await page.goForward();
    await page.waitForURL(/gaps=-feed$/);
    await page.reload();
    expect(await seen(4)).toEqual(found.toReversed());
  });
});

describe("spreads", () => {
  it("tells the hours of the week in New York, keeps that in the URL, and comes back", async () => {
    const page = await show("spreads");
    const picture = page.locator("figure:has-text('hour of the week') svg[role=img]");
    const first = async () => / Tightest .*/.exec((await picture.getAttribute("aria-label")) ?? "")?.[0];
    const utc = await first();
    expect(utc).toMatch(/^ Tightest \w+day \d\d:00 with /);
    await page.getByRole("combobox", {name: "Time zone"}).selectOption("new-york");
    await page.waitForURL(/tz=new-york$/);
    await page.getByText("hour of the week, America/New_York").first().waitFor();
    expect(await first()).not.toBe(utc);
    await page.goBack();
    await page.getByText("hour of the week, UTC").first().waitFor();
    expect(await first()).toBe(utc);
  });

  it("has from DuckDB-Wasm the figures that native DuckDB has", async () => {
    const page = await show("spreads?feed=2");
    await page.getByText("Crypto.ETH/USD spread distribution").first().waitFor();
    const block = parseBlocks(readFileSync("src/spreads.md", "utf8")).find(({id}) => id === "summary");
    const view = {feed: 2, from: "2026-05-11T14:00:00Z", until: "2026-05-12T14:00:00Z", resolution: "raw"};
    const named = block === undefined ? null : namedSql(block);
    const {columns, rows} = await querySnapshot(`${site.root}/data/feeds.snapshot.duckdb`, named?.sql ?? "", view);
    const value = (name: string): number => Number(rows[0]?.[columns.findIndex((column) => column.name === name)]);
    expect(await page.locator(".fb-figure").allTextContents()).toEqual([
      ...[formatBps(value("median")), formatBps(value("p95")), `${formatBps(value("confidences"), {unit: false})} ×`],
      ...["0 %", "0 %"]
    ]);
    expect(shared.watched.requests.some((url) => /duckdb-eh\.wasm/.test(url))).toBe(true);
  });

  it("says that a feed of the URL has no bid and ask, and what a mark means", async () => {
    const page = await show("spreads?feed=6");
    await page.getByText("Crypto.SOL/USD (feed 6) has no bid and ask prices: showing Crypto.BTC/USD").waitFor();
    await show("spreads?feed=8");
    await page.getByRole("button", {name: "Crossed at some time"}).waitFor();
  });

  it("has its distribution and confidence read by fingers and keys", async () => {
    const phone = {viewport: {width: 390, height: 844}, isMobile: true, hasTouch: true, bypassCSP: true};
    await site.visit("spreads", phone, async ({page, errors}) => {
      const before = await shiftOf(page);
      for (const name of [
        "Bar of Crypto.BTC/USD spread distribution",
        "Cell of Crypto.BTC/USD spread against confidence"
      ]) {
        const surface = page.getByRole("slider", {name});
        const told = page.locator("figure").filter({has: surface}).locator(".fb-legend");
        await surface.tap({position: {x: 100, y: 150}});
        const tapped = await told.textContent();
        expect(tapped).toMatch(/ to .* bps: [\d.]+ % of the time$/);
        const {x, y} = (await surface.boundingBox()) ?? {x: NaN, y: NaN};
        const touches = await page.context().newCDPSession(page);
        for (const [type, ...points] of [
          ["touchStart", 150],
          ["touchMove", 200],
          ["touchMove", 250],
          ["touchEnd"]
        ] as const)
          await touches.send("Input.dispatchTouchEvent", {
            type,
            touchPoints: points.map((far) => ({x: x + far, y: y + 150}))
          });
        const dragged = await told.textContent();
        expect(dragged).toMatch(/% of the time$/);
        expect(dragged).not.toBe(tapped);
        await surface.press("Home");
        await surface.press("ArrowRight");
        expect(await told.textContent()).not.toBe(dragged);
        expect(await surface.getAttribute("aria-valuetext")).toBe(await told.textContent());
      }
      expect(await faultsOf(page)).toEqual([]);
      expect(await shiftOf(page)).toBe(before);
      expect(errors).toEqual([]);
    });
  });

  it("ranks all feeds, and leads to each in the same view", async () => {
    const page = await show("spreads?range=6h");
    const ranking = page.getByRole("region", {name: "Spreads by feed"});
    await ranking.waitFor();
    expect(await ranking.locator("tbody tr").count()).toBe(8);
    expect(await ranking.locator("[aria-current]").textContent()).toBe("Crypto.BTC/USD");
    await page.getByRole("searchbox", {name: "Search feeds"}).fill("eth crypto");
    await page.waitForURL(/search=eth\+crypto$/);
    expect(await ranking.locator("tbody th").allTextContents()).toEqual(["Crypto.ETH/USD"]);
    await page.goBack();
    await page.waitForURL(/range=6h$/);
    expect(await ranking.locator("tbody tr").count()).toBe(8);
    await ranking.getByRole("button", {name: "Updates"}).click();
    await page.evaluate("globalThis.isSamePage = true");
    await ranking.getByRole("link", {name: "Crypto.ETH/USD"}).click();
    await page.getByText("Crypto.ETH/USD spread distribution").first().waitFor();
    expect(new URL(page.url()).search).toBe("?range=6h&ranking=-updates&feed=2");
    expect(await page.evaluate("isSamePage && scrollY > 0")).toBe(true);
    expect(await ranking.locator("[aria-sort]").textContent()).toBe("Updates");
  });
});

// Each cell of a heat map begins a part of its colour's path.
async function cellsIn(page: Page): Promise<number> {
  const paths = page.locator(".fb-heat-surface").locator("xpath=..").locator("> svg > path");
  const shapes = await paths.evaluateAll((all) => all.map((path) => path.getAttribute("d") ?? ""));
  return shapes.join("").split("M").length - 1;
}
