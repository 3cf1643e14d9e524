import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {usePage, useUsual} from "../helpers/site/site.js";

const {load} = usePage(useUsual(), {ready: ".fb-found"});

const cells = (page: Page) => page.getByRole("region", {name: "Events"}).locator("tbody tr").allInnerTexts();

describe("events", () => {
  it("lists open events first, then the worst, finds some, and shows a chosen one with its limit and its rows", async () => {
    const page = await load("events");
    const chart = page.locator("figure.fb-chart").first();
    await chart.getByText("FundingRate.Binance.BTC/USDT deviates").waitFor();
    const spans = async () =>
      (await cells(page)).map((text) => /\t(open|[^\t]* h[^\t]*)\t([\d.]+) bps/.exec(text)?.slice(1));
    await expect.poll(spans).toEqual([
      ["open", "96.4"],
      ["8 h 12 min", "104"],
      ["9 h 56 min", "100"],
      ["9 h 44 min", "95.4"]
    ]);
    await page.getByRole("searchbox", {name: "Search events"}).fill("crypto critical");
    await page.getByText("2 of 4 events").waitFor();
    await page.getByRole("region", {name: "Events"}).getByRole("link").first().click();
    await page.waitForURL(/event=deviates/);
    await chart.getByText("Crypto.BTC/USD deviates").waitFor();
    const texts = () => chart.locator(".fb-body > svg text").allTextContents();
    await expect.poll(texts).toEqual(expect.arrayContaining(["limit 50.0 bps", "deviates, worst 104 bps"]));
    await expect.poll(() => chart.locator(".fb-body path[stroke]").count()).toBeGreaterThan(0);
    await expect.poll(() => page.locator("td a[aria-current], th a[aria-current]").count()).toBe(1);
    await page.getByText("Rows behind the chart").click();
    const values = page.getByRole("region", {name: "Values of the rule"}).getByRole("row");
    await expect.poll(() => values.count()).toBeGreaterThan(10);
    await page.goBack();
    await chart.getByText("FundingRate.Binance.BTC/USDT deviates").waitFor();
  });
});
