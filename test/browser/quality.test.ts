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
    await expect.poll(() => problems.locator("li p").allTextContents()).toEqual([problem]);
    expect(await problems.locator("li pre").textContent()).toBe("npm run -s feedbook -- rejects");
    const open = () => page.locator(`${parts}[open]`).evaluateAll((all) => all.map(({id}) => id));
    await expect.poll(open).toEqual(["rejected"]);
    for (const [width, height] of [
      [1280, 900],
      [390, 844]
    ] as const) {
      await page.setViewportSize({width, height});
      const top = async () => {
        const plot = await page.locator(".fb-heat-surface").first().boundingBox();
        const list = await problems.locator("ol").boundingBox();
        return (plot?.y ?? NaN) - (list?.height ?? NaN);
      };
      await expect.poll(top).toBeLessThanOrEqual(width > 640 ? 200 : 180);
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
      await expect
        .poll(() => page.getByRole("region", {name}).getByRole("row").count(), {message: name})
        .toBeGreaterThan(1);
    const paths = page.locator(".fb-heat-surface").locator("xpath=..").locator("> svg > path");
    const cells = () =>
      paths.evaluateAll(
        (all) =>
          all
            .map((path) => path.getAttribute("d"))
            .join("")
            .split("M").length
      );
    await expect.poll(cells).toBeGreaterThan(100); // each cell starts a part of a path
    const bars = page.getByRole("region", {name: "Freshness by class"}).locator(".fb-bar svg");
    await expect.poll(() => bars.count()).toBeGreaterThan(2);
    const lefts = () => bars.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
    await expect.poll(async () => new Set(await lefts()).size).toBe(1);
    await expect.poll(() => page.locator(".fb-faults summary").count()).toBe(5);
    for (const summary of await page.locator(".fb-faults summary").all()) await summary.click();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByText('{"priceFeedId":"<img src=x onerror=alert(1)>"}').waitFor();
    await page.getByText("<html><b>no</b>").waitFor();
    expect(await page.locator("main img, main b:has-text('no')").count()).toBe(0);
  });

  it("filters every table by the search, keeps search and sort in the URL, and reopens them", async () => {
    const page = await show("quality");
    const gaps = page.getByRole("region", {name: "Gaps by feed"});
    const symbols = async () => {
      await unfold(page);
      return await gaps.locator("tbody th:visible").allTextContents();
    };
    await expect.poll(symbols).toHaveLength(13);
    await page.getByRole("searchbox", {name: "Search feeds"}).focus();
    await page.keyboard.type("btc");
    await page.waitForURL(/search=btc$/);
    const funding = ["FundingRate.Binance.BTC/USDT", "FundingRate.Hyperliquid.BTC/USD"];
    const found = ["Crypto.BTC/USD", "Crypto.WBTC/USD", ...funding];
    await expect.poll(symbols).toEqual(found);
    const classes = page.getByRole("region", {name: "Freshness by class"}).locator("tbody th");
    await expect.poll(() => classes.allTextContents()).toEqual(["crypto", "funding-rate"]);
    await gaps.getByRole("button", {name: "Feed"}).press("Enter");
    await page.waitForURL(/gaps=feed$/);
    await gaps.getByRole("button", {name: "Feed"}).press("Enter");
    await page.waitForURL(/gaps=-feed$/);
    await page.goBack();
    await page.waitForURL(/gaps=feed$/);
    await expect.poll(symbols).toEqual(found);
    await page.goForward();
    await page.waitForURL(/gaps=-feed$/);
    await page.reload();
    await expect.poll(symbols).toEqual(found.toReversed());
  });
});
