import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {faultsOf, usePage, useUsual} from "../helpers/site/site.js";

const {show} = usePage(useUsual());

const parts = "details.fb-part";
const unfold = (page: Page) => page.locator(parts).evaluateAll((all) => all.map((one) => one.setAttribute("open", "")));

describe("quality", () => {
  it("shows faults first, opens their parts, folds the others to a line, and has the map on the first screen", async () => {
    const page = await show("quality");
    const problems = page.locator(".fb-problems");
    await problems.getByRole("heading", {name: "1 thing to look at"}).waitFor();
    const problem = "1 rejected entry and 2 nulled values they do not fit their columns Show";
    expect(await problems.locator("li p").allTextContents()).toEqual([problem]);
    expect(await problems.locator("li pre").textContent()).toBe("npm run -s feedbook -- rejects");
    expect(await page.locator(`${parts}[open]`).evaluateAll((all) => all.map(({id}) => id))).toEqual(["rejected"]);
    for (const [width, height] of [
      [1280, 900],
      [390, 844]
    ] as const) {
      await page.setViewportSize({width, height});
      const plot = await page.locator(".fb-heat-surface").first().boundingBox();
      const list = await problems.locator("ol").boundingBox();
      expect((plot?.y ?? 0) - (list?.height ?? 0)).toBeLessThanOrEqual(width > 640 ? 200 : 180);
    }
    await page.locator("#nulls > summary").click();
    await page.waitForURL(/#nulls$/);
    await page.reload(); // as a copied link does
    await page.locator("#nulls[open]").waitFor();
    await page.locator("#nulls > summary").click();
    await page.waitForURL(/quality$/);
  });

  it("draws every table and heat map, aligns bars, and satisfies axe with its faults open", async () => {
    const page = await show("quality");
    await unfold(page);
    for (const name of ["Freshness by class", "Freshness by feed", "Gaps by feed", "Changes of fields", "Loads"])
      expect(await page.getByRole("region", {name}).getByRole("row").count(), name).toBeGreaterThan(1);
    const paths = page.locator(".fb-heat-surface").locator("xpath=..").locator("> svg > path");
    const shapes = await paths.evaluateAll((all) => all.map((path) => path.getAttribute("d") ?? ""));
    expect(shapes.join("").split("M").length).toBeGreaterThan(100); // each cell starts a part of a path
    const bars = page.getByRole("region", {name: "Freshness by class"}).locator(".fb-bar svg");
    expect(await bars.count()).toBeGreaterThan(2);
    const lefts = await bars.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
    expect(new Set(lefts).size).toBe(1);
    expect(await page.locator(".fb-faults summary").count()).toBe(5);
    for (const summary of await page.locator(".fb-faults summary").all()) await summary.click();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.getByText('{"priceFeedId":"<img src=x onerror=alert(1)>"}').isVisible()).toBe(true);
    expect(await page.getByText("<html><b>no</b>").isVisible()).toBe(true);
    expect(await page.locator("main img, main b:has-text('no')").count()).toBe(0);
  });

  it("filters every table by the search, keeps search and sort in the URL, and reopens them", async () => {
    const page = await show("quality");
    await page.locator(parts).first().waitFor();
    await unfold(page);
    const gaps = page.getByRole("region", {name: "Gaps by feed"});
    const symbols = () => gaps.locator("tbody th").allTextContents();
    // Until all queries have answered, the tables are there but hidden.
    const visible = async (count: number): Promise<string[]> => {
      await gaps.locator("tbody tr").nth(count).waitFor({state: "detached"});
      await gaps
        .locator("tbody tr")
        .nth(count - 1)
        .waitFor();
      return await symbols();
    };
    expect(await visible(13)).toHaveLength(13);
    await page.getByRole("searchbox", {name: "Search feeds"}).focus();
    await page.keyboard.type("btc");
    await page.waitForURL(/search=btc$/);
    const found = await visible(4);
    expect(found).toEqual([
      ...["Crypto.BTC/USD", "Crypto.WBTC/USD", "FundingRate.Binance.BTC/USDT", "FundingRate.Hyperliquid.BTC/USD"]
    ]);
    const classes = page.getByRole("region", {name: "Freshness by class"}).locator("tbody th");
    await expect.poll(() => classes.allTextContents()).toEqual(["crypto", "funding-rate"]);
    await gaps.getByRole("button", {name: "Feed"}).press("Enter");
    await gaps.getByRole("button", {name: "Feed"}).press("Enter");
    await page.waitForURL(/gaps=-feed$/);
    await page.goBack();
    await page.waitForURL(/gaps=feed$/);
    expect(await symbols()).toEqual(found);
    await page.goForward();
    await page.waitForURL(/gaps=-feed$/);
    await page.reload();
    await page.locator(parts).first().waitFor();
    await unfold(page);
    expect(await visible(4)).toEqual(found.toReversed());
  });
});
