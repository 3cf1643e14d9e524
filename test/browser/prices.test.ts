import {readFileSync} from "node:fs";
import type {Locator} from "playwright-core";
import {describe, expect, it} from "vitest";
import {faultsOf, usePage, useUsual} from "../helpers/site/site.js";
import {drawn} from "../helpers/site/view.js";

const shared = usePage(useUsual());
const {show} = shared;

describe("prices", () => {
  it("opens with the view that a link says, from DuckDB-Wasm, which reads by ranges what it needs", async () => {
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
    // Blocks follow three headers of 4 kB: read by pages from the file's start on, two would be fetched for each.
    expect(starts.map((start) => start % 16_384)).toContain(3 * 4096);
  });

  it("lets the reader pick a feed by keyboard: DuckDB-Wasm answers, the URL says so, Back undoes it", async () => {
    const page = await show("prices");
    await page.getByRole("combobox", {name: "Feed"}).focus();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.ariaLabel")).toBe("Compare with");
    const chart = page.locator("figure.fb-chart").first();
    const first = await pathsOf(chart);
    await page.getByRole("combobox", {name: "Feed"}).fill("ether");
    await page.keyboard.press("Enter");
    await page.getByText("Crypto.ETH/USD price").waitFor();
    expect(new URL(page.url()).search).toBe("?feed=2");
    expect(await pathsOf(chart)).not.toEqual(first);
    await page.goBack();
    await page.getByText("Crypto.BTC/USD price").waitFor();
    expect(new URL(page.url()).search).toBe("");
    expect(await pathsOf(chart)).toEqual(first);
    await page.goForward();
    await page.getByText("Crypto.ETH/USD price").waitFor();
  });

  it("breaks no word of a title on a phone, also beside the button out of a zoom", async () => {
    const zoomed = "prices?zoom=2026-05-12T10:00:00Z..2026-05-12T11:00:00Z";
    const page = await show(zoomed, {width: 390, height: 844});
    const title = page.locator("figure.fb-chart figcaption").first();
    expect(await page.getByRole("button", {name: "Reset zoom"}).first().isVisible()).toBe(true);
    const lines = await title.evaluate(({firstChild}) => {
      if (firstChild === null) return [];
      const range = new Range();
      return [...(firstChild.textContent ?? "").matchAll(/\S+/g)].map(({index, 0: word}) => {
        range.setStart(firstChild, index);
        range.setEnd(firstChild, index + word.length);
        return `${word}: ${range.getClientRects().length}`;
      });
    });
    expect(lines).toEqual(["Crypto.BTC/USD: 1", "price: 1"]);
  });

  it("saves pictures with the font of the page", async () => {
    const page = await show("prices");
    await page.locator("summary", {hasText: "Save"}).first().click();
    const started = page.waitForEvent("download");
    await page.getByRole("button", {name: "SVG picture"}).first().click();
    const text = readFileSync(await (await started).path(), "utf8");
    expect(text).toMatch(/<style>@font-face \{ font-family: "Inter Variable";[^}]*url\("data:font\/woff2/);
  });

  it("replaces the symbol by what is typed, also after a second click", async () => {
    const page = await show("prices");
    const picker = page.getByRole("combobox", {name: "Feed"});
    await picker.click();
    await picker.click();
    await page.keyboard.type("ether");
    expect(await picker.inputValue()).toBe("ether");
  });

  it("says between two updates what the last one was", async () => {
    const page = await show("prices?zoom=2026-05-12T10:00:10Z..2026-05-12T10:00:50Z");
    const lines = page.locator("figure.fb-chart").first().locator("tspan");
    await lines.first().waitFor();
    expect(await lines.allTextContents()).toEqual([
      "no values in this range",
      expect.stringMatching(/^last value: [\d,.]+$/),
      "2026-05-12 10:00:00 UTC",
      ...["to load them:", "npm run -s feedbook -- load history", "--from 2026-05-12T10:00:10Z"],
      ...["--to 2026-05-12T10:00:50Z", "--every 1s --feeds 1"]
    ]);
  });

  it("zooms by the chart, keeps that in the URL, and comes back", async () => {
    const page = await show("prices");
    const box = await page.locator(".fb-surface").first().boundingBox();
    if (box === null) throw new Error("no chart");
    await page.mouse.move(box.x + box.width * 0.3, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + 100, {steps: 4});
    await page.mouse.up();
    await page.waitForURL(/zoom=/);
    await page.locator(".fb-zoomed").waitFor();
    await page.locator("html:not([data-busy])").waitFor({state: "attached"});
    await page.locator(".fb-zoomed").click();
    await page.waitForURL((url) => url.search === "");
  });

  it("keeps what is switched off in the URL, also for another feed", async () => {
    const page = await show("prices");
    await page.getByRole("button", {name: "EMA", exact: true}).click();
    await page.waitForURL(/\?hide=ema$/);
    await page.getByRole("combobox", {name: "Feed"}).fill("ether");
    await page.keyboard.press("Enter");
    await page.getByText("Crypto.ETH/USD price").waitFor();
    expect(await page.getByRole("button", {name: "EMA", exact: true}).getAttribute("aria-pressed")).toBe("false");
  });

  it("is drawn anew with fewer points where the window becomes that of a phone, and not at every pixel", async () => {
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

  it("compares feeds, each indexed to 100 where the view begins, as the URL says", async () => {
    const page = await show("prices");
    const chart = page.locator("figure", {hasText: "Indexed to 100"});
    expect(await chart.count()).toBe(0);
    const field = page.getByRole("combobox", {name: "Compare with"});
    await field.fill("ether");
    await field.press("Enter");
    await page.waitForURL(/with=/);
    expect(new URL(page.url()).search).toBe("?with=2");
    await chart.locator("svg path").first().waitFor();
    expect(await chart.locator(".fb-key").allTextContents()).toEqual(["Crypto.BTC/USD", "Crypto.ETH/USD"]);
    const value = await chart.locator(".fb-value").nth(1).textContent();
    expect(value).toMatch(/^\d+\.\d\d \([+−]\d+\.\d+ %\)$/);
    await page.getByRole("button", {name: "Remove Crypto.ETH/USD"}).click();
    await page.waitForURL(/prices$/);
    await chart.waitFor({state: "detached"});
    await page.goBack();
    await chart.locator("svg path").first().waitFor();
    expect(await chart.locator(".fb-value").nth(1).textContent()).toBe(value);
  });

  it("shows the SQL of a chart in a dialog by keyboard, and gives the focus back", async () => {
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
    expect(await page.locator("#observablehq-footer code").first().textContent()).toBe("src/prices.md");
  });

  it("has its named query on Data, which runs it in place, and saves tables", async () => {
    const page = await show("prices");
    await page.goto(new URL("data#candles", page.url()).href);
    await page.getByRole("button", {name: "Run the example of candles"}).click();
    await page.locator("#candles .fb-result tbody tr").first().waitFor();
    await page.locator("#feeds > summary").click();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", {name: "Save all of feeds as CSV"}).click();
    expect(readFileSync(await (await saved).path(), "utf8")).toMatch(/^priceFeedId,symbol.*\r\n1,Crypto\.BTC\/USD/);
    const snapshot = await page
      .getByRole("link", {name: "the whole snapshot"})
      .evaluate((link: HTMLAnchorElement) => link.href);
    expect((await page.request.get(snapshot)).headers()["content-length"]).toMatch(/^\d{5,}$/);
  });

  it("takes names as text", async () => {
    const page = await show("prices?feed=8");
    await page.getByText("Crypto.USDT/USD price").waitFor();
    await page.getByRole("combobox", {name: "Feed"}).click();
    expect(await page.locator(".fb-options").first().textContent()).toContain("<img src=x onerror=alert(1)>");
  });

  it("keeps feed and range on the way to another page", async () => {
    const page = await show("prices?feed=2&range=6h");
    await page.getByRole("link", {name: "Spreads"}).click();
    await page.getByText("Crypto.ETH/USD spread distribution").first().waitFor();
    expect(new URL(page.url()).search).toBe("?feed=2&range=6h");
  });
});

describe("controls of /prices", () => {
  it("are in the URL: time zone, candles, band, scale and what is below; a link reproduces them", async () => {
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
    await page.getByRole("button", {name: "Confidence × 2.12"}).first().waitFor();
    await page.reload();
    await page.getByRole("button", {name: "Candles", exact: true}).waitFor();
    expect(await page.locator("figure.fb-chart").count()).toBe(1);
    expect(await page.locator(".fb-body > svg rect[stroke]").count()).toBeGreaterThan(40);
    expect(await page.getByRole("combobox", {name: "Time zone"}).inputValue()).toBe("new-york");
    await page.goBack();
    await page.goBack();
    await page.getByRole("radio", {name: "Linear"}).and(page.locator(":checked")).waitFor({state: "attached"});
  });

  it("open a table of what a chart shows", async () => {
    const page = await show("prices");
    await page.getByRole("button", {name: "Table of Crypto.BTC/USD price"}).click();
    const table = page.getByRole("region", {name: "Table of Crypto.BTC/USD price"});
    expect(await table.getByRole("row").count()).toBe(201);
    expect(await table.getByRole("columnheader").allTextContents()).toEqual(expect.arrayContaining(["Time", "Price"]));
  });
});

async function pathsOf(chart: Locator): Promise<(string | null)[]> {
  return await chart.locator("svg path").evaluateAll((paths) => paths.map((path) => path.getAttribute("d")));
}
