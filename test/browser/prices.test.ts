import {readFileSync} from "node:fs";
import type {Locator} from "playwright-core";
import {describe, expect, it} from "vitest";
import {faultsOf, usePage, useUsual} from "../helpers/site/site.js";
import {drawn} from "../helpers/site/view.js";

const shared = usePage(useUsual());
const {show} = shared;

describe("prices", () => {
  it("opens the view of a link with DuckDB-Wasm, which reads only whole blocks of the snapshot", async () => {
    const starts: number[] = [];
    shared.watched.page.on("response", (response) => {
      const [, from, to] = /bytes (\d+)-(\d+)/.exec(response.headers()["content-range"] ?? "") ?? [];
      if (response.url().endsWith(".duckdb") && Number(to) - Number(from) >= 16_383) starts.push(Number(from));
    });
    const page = await show("prices?feed=327&range=1h");
    await page.getByText("FX.EUR/USD price").waitFor();
    expect(await page.locator(".fb-segments input:checked").first().getAttribute("value")).toBe("1h");
    expect(shared.watched.requests.some((url) => /feeds\.[0-9a-f]{8}\.duckdb$/.test(url))).toBe(true);
    expect(starts.length).toBeGreaterThan(5);
    // Blocks follow three headers of 4 kB: reads aligned to the start of the file would fetch two blocks each.
    expect(starts.map((start) => start % 16_384)).toContain(3 * 4096);
  });

  it("shows a feed picked by keyboard, keeps it in the URL and for other pages, and Back undoes it", async () => {
    const page = await show("prices?range=6h");
    await page.getByRole("combobox", {name: "Feed"}).focus();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.ariaLabel")).toBe("Compare with");
    const chart = page.locator("figure.fb-chart").first();
    const first = await pathsOf(chart);
    const picker = page.getByRole("combobox", {name: "Feed"});
    await picker.click();
    await picker.click(); // the second click keeps the text selected
    await page.keyboard.type("ether");
    expect(await picker.inputValue()).toBe("ether");
    await page.keyboard.press("Enter");
    await page.getByText("Crypto.ETH/USD price").waitFor();
    expect(new URL(page.url()).search).toBe("?range=6h&feed=2");
    expect(await pathsOf(chart)).not.toEqual(first);
    await page.goBack();
    await page.getByText("Crypto.BTC/USD price").waitFor();
    expect(await pathsOf(chart)).toEqual(first);
    await page.goForward();
    await page.getByText("Crypto.ETH/USD price").waitFor();
    await page.getByRole("link", {name: "Spreads"}).click();
    await page.getByText("Crypto.ETH/USD spread distribution").first().waitFor();
    expect(new URL(page.url()).search).toBe("?feed=2&range=6h");
  });

  it("saves an SVG with the page's font", async () => {
    const page = await show("prices");
    await page.locator("summary", {hasText: "Save"}).first().click();
    const started = page.waitForEvent("download");
    await page.getByRole("button", {name: "SVG picture"}).first().click();
    const text = readFileSync(await (await started).path(), "utf8");
    expect(text).toMatch(/<style>@font-face \{ font-family: "Inter Variable";[^}]*url\("data:font\/woff2/);
  });

  it("queries fewer points for a window as narrow as a phone, but not for every pixel", async () => {
    const page = await show("prices?range=all", {width: 1280, height: 844});
    const [wide, chart] = [await drawn(page), await page.locator("figure.fb-chart").first().elementHandle()];
    await page.setViewportSize({width: 1240, height: 844});
    await page.waitForTimeout(1000);
    expect(await chart?.evaluate((element) => element.isConnected)).toBe(true);
    await page.setViewportSize({width: 390, height: 844});
    await page.waitForFunction((element) => !element?.isConnected, chart);
    await page.locator("html:not([data-busy])").waitFor({state: "attached"});
    const narrow = await drawn(page);
    expect(narrow.points).toBeLessThan(0.8 * wide.points);
    expect(narrow.points).toBeLessThanOrEqual(4 * narrow.pixels + 8);
  });

  it("draws feeds to compare indexed to 100, as the URL says, and writes names as text", async () => {
    const page = await show("prices");
    const chart = page.locator("figure", {hasText: "Indexed to 100"});
    expect(await chart.count()).toBe(0);
    const field = page.getByRole("combobox", {name: "Compare with"});
    await field.click();
    expect(await page.locator(".fb-options").last().textContent()).toContain("<img src=x onerror=alert(1)>");
    await field.fill("ether");
    await field.press("Enter");
    await page.waitForURL(/with=2$/);
    await chart.locator("svg path").first().waitFor();
    expect(await chart.locator(".fb-key").allTextContents()).toEqual(["Crypto.BTC/USD", "Crypto.ETH/USD"]);
    expect(await chart.locator(".fb-value").nth(1).textContent()).toMatch(/^\d+\.\d\d \([+−]\d+\.\d+ %\)$/);
    await page.getByRole("button", {name: "Remove Crypto.ETH/USD"}).click();
    await page.waitForURL(/prices$/);
    await chart.waitFor({state: "detached"});
  });

  it("opens a chart's SQL in a dialog by keyboard, and gives the focus back", async () => {
    const page = await show("prices?feed=327");
    const button = page.getByRole("button", {name: "SQL of FX.EUR/USD price"});
    await button.press("Enter");
    const dialog = page.getByRole("dialog", {name: "SQL of FX.EUR/USD price"});
    expect(await dialog.locator("code").first().textContent()).toMatch(
      /^FROM price_line\(327, '.*Z', '.*Z', \d+, resolution := 'raw'\)$/
    );
    expect(await dialog.getByRole("link").first().getAttribute("href")).toMatch(/\/sql\.html#sql=FROM\+price_line/);
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await dialog.count()).toBe(0);
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it("keeps time zone, candles, band, scale and lower chart in the URL, and reopens them", async () => {
    const page = await show("prices");
    await page.getByRole("combobox", {name: "Time zone"}).selectOption("New York");
    await page
      .getByText(/E[DS]T$/)
      .first()
      .waitFor();
    for (const name of ["Candles", "× 2.12", "Log", "Nothing"])
      await page.getByRole("radio", {name}).check({force: true});
    await page.waitForURL(/below=nothing/);
    expect(new URL(page.url()).search).toBe("?tz=new-york&draw=candles&band=2.12&scale=log&below=nothing");
    await page.reload();
    await page.getByRole("button", {name: "Candles", exact: true}).waitFor();
    await page.getByRole("button", {name: "Confidence × 2.12"}).first().waitFor();
    expect(await page.locator("figure.fb-chart").count()).toBe(1);
    expect(await page.locator(".fb-body > svg rect[stroke]").count()).toBeGreaterThan(40);
    expect(await page.getByRole("combobox", {name: "Time zone"}).inputValue()).toBe("new-york");
  });
});

async function pathsOf(chart: Locator): Promise<(string | null)[]> {
  return await chart.locator("svg path").evaluateAll((paths) => paths.map((path) => path.getAttribute("d")));
}
