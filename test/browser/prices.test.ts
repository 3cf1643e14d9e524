import {readFileSync} from "node:fs";
import type {Locator} from "playwright-core";
import {describe, expect, it} from "vitest";
import {faultsOf, usePage, useUsual} from "../helpers/site/site.js";

const shared = usePage(useUsual());
const {show} = shared;

describe("prices", () => {
  it("shows a feed picked by keyboard, keeps it in the URL and for other pages, and Back undoes it", async () => {
    const page = await show("prices?range=6h");
    await page.getByRole("combobox", {name: "Feed"}).focus();
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("+ Compare");
    const chart = page.locator("figure.fb-chart").first();
    const first = await pathsOf(chart);
    const picker = page.getByRole("combobox", {name: "Feed"});
    await picker.click();
    await picker.click(); // the second click keeps the text selected
    await page.keyboard.type("ether");
    await expect.poll(() => picker.inputValue()).toBe("ether");
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByText("Crypto.ETH/USD price").waitFor();
    await expect.poll(() => page.title()).toBe("Crypto.ETH/USD · Prices | Feedbook");
    await page.waitForURL((url) => url.search === "?range=6h&feed=2");
    await expect.poll(() => pathsOf(chart)).not.toEqual(first);
    await page.goBack();
    await page.getByText("Crypto.BTC/USD price").waitFor();
    await expect.poll(() => pathsOf(chart)).toEqual(first);
    await page.goForward();
    await page.getByText("Crypto.ETH/USD price").waitFor();
    await page.getByRole("link", {name: "Spreads"}).click();
    await page.getByText("Crypto.ETH/USD spread distribution").first().waitFor();
    await page.waitForURL((url) => url.search === "?feed=2&range=6h");
  });

  it("shows the raw updates of a clicked point and of a candle, and the commands that show their bytes", async () => {
    const spotOf = async (address: string) => {
      const page = await shared.load(address);
      const surface = page.locator(".fb-surface").first();
      await surface.click({position: {x: 400, y: 100}});
      const spot = page.getByRole("dialog"); // named by the event, if one is there
      await spot.locator("td").first().waitFor();
      return {
        code: (await spot.locator("code").last().textContent()) ?? "",
        rows: await spot.locator("td:first-child").allTextContents()
      };
    };
    const point = await spotOf("prices?range=1h");
    expect(point.code).toBe(`npm run -s feedbook -- show --feed 1 --at ${point.rows}`);
    const candle = await spotOf("prices?range=24h&draw=candles");
    const [, from = "", to = ""] = / --at (\S+) --to (\S+)$/.exec(candle.code) ?? [];
    expect(candle.rows.length).toBeGreaterThan(1);
    expect(candle.rows.filter((time) => time < from || time >= to)).toEqual([]);
  });

  it("saves an SVG with the page's font", async () => {
    const page = await show("prices");
    await page.locator("summary[aria-label^='Menu of']").first().click();
    const started = page.waitForEvent("download");
    await page.getByRole("button", {name: "SVG picture"}).first().click();
    const text = readFileSync(await (await started).path(), "utf8");
    expect(text).toMatch(/<style>@font-face \{ font-family: "Inter Variable";[^}]*url\("data:font\/woff2/);
  });

  it("keeps time zone, candles, band, scale and lower chart in the URL, and reopens them", async () => {
    const page = await show("prices");
    await page.getByRole("combobox", {name: "Time zone"}).selectOption("New York");
    await page
      .getByText(/E[DS]T$/)
      .first()
      .waitFor();
    await page.locator("summary", {hasText: "Layers"}).click();
    for (const name of ["Candles", "× 2.12", "Log", "Nothing"])
      await page.getByRole("radio", {name}).check({force: true});
    await page.waitForURL((url) => url.search === "?tz=new-york&draw=candles&band=2.12&scale=log&below=nothing");
    await page.reload();
    await page.getByRole("button", {name: "Candles", exact: true}).waitFor();
    await page.setViewportSize({width: 1920, height: 900}); // room for the whole head
    await page.getByText("Confidence × 2.12").first().waitFor();
    await expect.poll(() => page.locator("figure.fb-chart").count()).toBe(1);
    await expect.poll(() => page.locator(".fb-body > svg rect[stroke]").count()).toBeGreaterThan(40);
    await expect.poll(() => page.getByRole("combobox", {name: "Time zone"}).inputValue()).toBe("new-york");
  });
});

async function pathsOf(chart: Locator): Promise<(string | null)[]> {
  return await chart.locator("svg path").evaluateAll((paths) => paths.map((path) => path.getAttribute("d")));
}
