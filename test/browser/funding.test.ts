import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {settled, usePage, useUsual} from "../helpers/site/site.js";

const {show} = usePage(useUsual(), {ready: ".fb-matrix"});
const stateOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const title = (page: Page) => page.locator("figure.fb-chart figcaption").first().textContent();

describe("funding", () => {
  it("picks an underlying by a click or Enter, keeps the rest of the view, and Back undoes it", async () => {
    const page = await show("funding?basis=1h&feeds=112");
    await page.locator(".fb-matrix tbody tr", {hasText: "ETH"}).locator("td").first().click();
    await page.getByText("ETH funding per 1 h").waitFor();
    await expect.poll(() => stateOf(page)).toEqual({basis: "1h", underlying: "ETH"});
    await page.locator(".fb-matrix").getByRole("link", {name: "BTC"}).focus();
    await page.keyboard.press("Enter");
    await page.getByText("BTC funding per 1 h").waitFor();
    await expect.poll(() => stateOf(page)).toEqual({basis: "1h"}); // the page opens with BTC
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("BTC");
    await page.goBack();
    await page.getByText("ETH funding per 1 h").waitFor();
    await page.goBack();
    await page.getByText("BTC funding per 1 h").waitFor();
    await expect.poll(() => stateOf(page)).toEqual({basis: "1h", feeds: "112"});
  });

  it("shows rates as APR unless another basis is picked", async () => {
    const page = await show("funding");
    await expect.poll(() => title(page)).toBe("BTC funding as APR");
    await page.getByLabel("Basis").selectOption("8h");
    await page.getByText("BTC funding per 8 h").waitFor();
    await expect.poll(() => stateOf(page)).toEqual({basis: "8h"});
  });

  it("takes costs over the days held from pairs at once, and keeps both in the URL", async () => {
    const page = await show("funding");
    const figures = async () => {
      const [, gross, net] = await page.locator(".fb-pairs tbody tr").first().locator("th, td").allTextContents();
      return [gross, net].map((text = "") => Number(text.replace("−", "-").replace(/[,%\s]/g, "")));
    };
    await page.getByText("Costs of 5 bps over 7 days").waitFor();
    const costs = async () => {
      const [gross = NaN, net = NaN] = await figures();
      return gross - net;
    };
    await expect.poll(costs).toBeCloseTo((5 / 100) * (365 / 7), 1);
    await page.getByLabel(/Costs/).fill("20");
    await page.getByLabel(/over/).fill("30");
    await page.keyboard.press("Enter");
    await page.getByText("Costs of 20 bps over 30 days").waitFor();
    await expect.poll(costs).toBeCloseTo((20 / 100) * (365 / 30), 1);
    await expect.poll(() => stateOf(page)).toEqual({costs: "20", hold: "30"});
    await page.goBack();
    await page.getByText("Costs of 20 bps over 7 days").waitFor();
  });

  it("names the underlying that has no rates", async () => {
    const page = await show("funding?underlying=NONE&costs=-1");
    await page.getByText("The underlying “NONE” is none of BTC, ETH").waitFor();
    await page.getByText("The costs “-1” must be 0 to 10000 bps").waitFor();
    await page.getByText("Costs of 5 bps over 7 days").waitFor();
  });

  it("freezes the underlyings of the matrix on a phone", async () => {
    const page = await show("funding");
    await page.setViewportSize({width: 390, height: 844});
    await settled(page);
    const first = page.locator(".fb-matrix tbody th").first();
    const left = (await first.boundingBox())?.x;
    await page.locator(".fb-matrix .fb-list").evaluate((box) => box.scrollTo(200, 0));
    expect((await first.boundingBox())?.x).toBe(left);
  });
});
