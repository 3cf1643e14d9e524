import {describe, expect, it} from "vitest";
import {usePage, useUsual} from "../helpers/site/site.js";

const {show} = usePage(useUsual());

describe("spreads", () => {
  it("links each feed of its searched and sorted ranking to the same view, without leaving the page", async () => {
    const page = await show("spreads?range=6h");
    const ranking = page.getByRole("region", {name: "Spreads by feed"});
    await expect.poll(() => ranking.locator("tbody tr").count()).toBe(8);
    await page.getByRole("searchbox", {name: "Search feeds"}).fill("eth crypto");
    await page.waitForURL(/search=eth\+crypto$/);
    await expect.poll(() => ranking.locator("tbody th").allTextContents()).toEqual(["Crypto.ETH/USD"]);
    await page.goBack();
    await expect.poll(() => ranking.locator("tbody tr").count()).toBe(8);
    await ranking.getByRole("button", {name: "Updates"}).click();
    await page.waitForURL(/ranking=-updates$/);
    await page.evaluate("globalThis.isSamePage = true");
    await ranking.getByRole("link", {name: "Crypto.ETH/USD"}).click();
    await page.getByText("Crypto.ETH/USD spread distribution").first().waitFor();
    await page.waitForURL((url) => url.search === "?range=6h&ranking=-updates&feed=2");
    await expect.poll(() => page.evaluate("isSamePage && scrollY > 0")).toBe(true);
    await expect.poll(() => ranking.locator("[aria-current]").textContent()).toBe("Crypto.ETH/USD");
  });

  it("ranks all feeds without an inner scroll: the head stays on the screen, and a phone has the columns that rank", async () => {
    const page = await show("spreads");
    const ranking = page.getByRole("region", {name: "Spreads by feed"});
    const heads = ranking.locator("thead th:visible");
    await page.setViewportSize({width: 1280, height: 240});
    await ranking.locator("tbody tr").last().scrollIntoViewIfNeeded();
    const stays = async () => {
      const top = (await heads.first().boundingBox())?.y ?? -1;
      const row = (await ranking.locator("tbody tr").first().boundingBox())?.y ?? 0;
      return [top >= 0, row < top, await heads.count()];
    };
    await expect.poll(stays).toEqual([true, true, 8]);
    await page.setViewportSize({width: 390, height: 844});
    const box = () => ranking.evaluate((own) => [own.scrollWidth - own.clientWidth, own.hasAttribute("data-fits")]);
    await expect.poll(box).toEqual([0, true]);
    await expect.poll(() => heads.allTextContents()).toEqual(["Feed", "Median, bps", "p95, bps"]);
  });
});
