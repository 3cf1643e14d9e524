import {readdirSync, readFileSync} from "node:fs";
import type {Locator, Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {besides, faultsOf, shiftOf, usePage, useUsual} from "../helpers/site/site.js";
import {casesOf} from "../helpers/soak.js";

const site = useUsual();
const permissions = ["clipboard-read", "clipboard-write"];
const {show} = usePage(site, {permissions});
const source = readFileSync("src/components.md", "utf8");
const titles = [...source.matchAll(/\btitle: "([^"]+)"/g)].map(([, title = ""]) => title);

const marks = ".fb-body > svg :is(path[d], rect, circle):not([d='']), tbody tr";

describe("components", () => {
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
  )("are drawn, all of them, move nothing, and axe finds nothing, with %o", async (view) => {
    const {width, colorScheme, blocked} = view;
    await site.visit("components", {viewport: {width, height: 844}, colorScheme, blocked}, async (watched) => {
      const {page, errors, outside} = watched;
      expect(await shiftOf(page)).toBeLessThan(0.001);
      expect(titles.length).toBeGreaterThan(6);
      for (const title of titles) {
        const figure = figureOf(page, title);
        expect(await figure.locator(marks).count(), title).toBeGreaterThan(1);
        expect(Math.round((await figure.boundingBox())?.width ?? 0), title).toBe(await mainWidth(page));
      }
      expect(await page.locator(".fb-stats").count()).toBe(4);
      expect(await page.locator("label", {hasText: "Confidences"}).isVisible()).toBe(true);
      expect(await page.locator("observablehq-loading").count()).toBe(0);
      expect(await page.locator(".observablehq--error").count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await faultsOf(page)).toEqual([]);
      expect({errors: besides(errors, blocked), outside}).toEqual({errors: [], outside: []});
    });
  });

  it("show the code that they were made by", async () => {
    const page = await show("components");
    const blocks = [...source.matchAll(/^```(?:js|sql) .*\becho\n([\s\S]*?)^```/gm)].map(([, code = ""]) =>
      code.trim()
    );
    const shown = await page.locator("pre[data-language]").allTextContents();
    expect(shown.map((text) => text.trim())).toEqual(blocks);
  });

  it("zoom together, share their cursor, and are as before after a reset", async () => {
    const page = await show("components");
    const [candles, band] = titles.slice(0, 2).map((title) => figureOf(page, title));
    await expect.poll(() => timesOf(band)).not.toEqual([]);
    const before = await timesOf(band);
    await drag(page, candles?.locator(".fb-surface"), [0.3, 0.6]);
    await expect.poll(() => timesOf(band)).not.toEqual(before);
    expect(await timesOf(candles)).toEqual(await timesOf(band));
    await page.mouse.move(400, (await surfaceOf(candles)).y + 50);
    const clock = await candles?.locator(".fb-clock").textContent();
    expect(clock).toMatch(/^\d{4}-\d\d-\d\d \d\d:00:00 UTC$/);
    expect(await band?.locator(".fb-clock").textContent()).toContain(clock?.slice(0, 14)); // a candle stands for its hour
    await candles?.getByRole("button", {name: "Reset zoom"}).click();
    await expect.poll(() => timesOf(band)).toEqual(before);
  });

  it("tell the cell under the keyboard", async () => {
    const page = await show("components");
    const matrix = figureOf(page, "Correlation of hourly returns");
    await matrix.getByRole("slider").focus();
    await page.keyboard.press("Home");
    expect(await matrix.locator(".fb-heat-readout").textContent()).toMatch(/^\S+, \S+: −?\d\.\d\d$/);
  });

  it("sort, search, copy and save the table, with all digits", async () => {
    const page = await show("components");
    const table = figureOf(page, "Feeds today");
    await table.getByRole("searchbox").fill("crypto btc");
    await table.getByRole("button", {name: "symbol", exact: true}).click();
    const names = await table.locator("tbody th").allTextContents();
    expect(names.length).toBeGreaterThan(0);
    expect(names.every((name) => /BTC/.test(name))).toBe(true);
    await table.getByRole("button", {name: "Copy"}).click();
    await expect.poll(() => table.getByText("Copied").count()).toBe(1);
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const lines = copied.trimEnd().split("\n");
    expect(lines[0]).toBe("symbol\tassetType\tclose\tmedianSpreadBps");
    expect(lines.slice(1).map((line) => line.split("\t")[0])).toEqual(names);
    const saving = page.waitForEvent("download");
    await table.getByRole("button", {name: "Save Feeds today as CSV"}).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe("feeds-today.csv");
    expect(readFileSync(await saved.path(), "utf8")).toBe(`${lines.join("\r\n").replaceAll("\t", ",")}\r\n`);
  });
});

// What the rows of an example say, by what is known of the data.
const answers: Readonly<Record<string, (rows: string[][]) => void>> = {
  volatility(rows) {
    const hours = (symbol: string) => rows.filter(([name]) => name === symbol).map(([, hour]) => Number(hour));
    expect(["Crypto.BTC/USD", "Crypto.ETH/USD"].map((symbol) => new Set(hours(symbol)).size)).toEqual([24, 24]);
    expect(hours("Equity.US.AAPL/USD").toSorted((a, b) => a - b)).toEqual([9, 10, 11, 12, 13, 14, 15]); // its session
    expect(rows.length).toBe(24 + 24 + 7);
  },
  correlation(rows) {
    const of = new Map(rows.map(([a, b, value]) => [`${a} ${b}`, value]));
    expect([rows.length, of.size]).toEqual([36, 36]);
    for (const [a, b, value] of rows) {
      expect(of.get(`${b} ${a}`)).toBe(value);
      if (a === b) expect(value).toBe("1");
    }
  },
  calibration(rows) {
    expect(rows.map(([, factor]) => factor)).toEqual(rows.map((_, i) => (i % 2 === 0 ? "1.00" : "2.12")));
    expect(new Set(rows.map(([symbol]) => symbol)).size).toBe(6);
    expect(rows.length).toBe(12);
  },
  lags: (rows) => expect(best(rows)[1]).toBeLessThanOrEqual(1),
  wbtc: (rows) => expect(rows.length).toBeGreaterThanOrEqual(26) // the hours of the data
};

// The lag with the highest correlation.
function best(rows: readonly string[][]): (string | number | undefined)[] {
  const [[lag, value] = []] = rows
    .map(([, x, y]) => [x, Number(y)] as const)
    .toSorted((a, b) => Number(b[1]) - Number(a[1]));
  return [lag, value];
}

// The rows that a figure shows, or those of the table that it has for screen readers.
async function rowsOf(figure: Locator): Promise<string[][]> {
  return await figure
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => Array.from((row as HTMLTableRowElement).cells, (cell) => cell.textContent ?? ""))
    );
}

describe("examples", () => {
  const names = readdirSync("src/examples").map((name) => name.replace(".md", ""));

  it.each(names)("%s draws its answer with DuckDB, and axe finds nothing", async (name) => {
    const page = await show(`examples/${name}`);
    const title = /\btitle: "([^"]+)"/.exec(readFileSync(`src/examples/${name}.md`, "utf8"))?.[1] ?? "";
    expect(await page.locator("pre[data-language]").count()).toBeGreaterThan(1);
    const figure = figureOf(page, title);
    expect(await figure.locator(marks).count()).toBeGreaterThan(0);
    expect(await figure.getByText(/^no /i).count()).toBe(0);
    answers[name]?.(await rowsOf(figure));
    expect(await page.locator(".observablehq--error").count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
  });

  it("lags follows its two feeds, and a feed goes with itself best at once", async () => {
    const page = await show("examples/lags");
    const figure = figureOf(page, "Correlation by lag");
    const before = await rowsOf(figure);
    const [feed, other] = [page.getByLabel("Feed", {exact: true}), page.getByLabel("Other", {exact: true})];
    await other.selectOption({label: "Crypto.SOL/USD"});
    await expect.poll(() => rowsOf(figure), {timeout: 30_000}).not.toEqual(before);
    await feed.selectOption({label: "Crypto.SOL/USD"});
    await expect.poll(async () => best(await rowsOf(figure)), {timeout: 30_000}).toEqual(["0", 1]);
    expect(new URL(page.url()).searchParams.get("pair")).toBe('{"feed":6,"other":6}');
  });

  it("carry follows its input", async () => {
    const page = await show("examples/carry");
    const last = async (): Promise<number> => {
      const text = await figureOf(page, "Carry").locator(".fb-value").first().textContent();
      return Number(text?.replace("−", "-").replace(" bps", ""));
    };
    const before = await last();
    await page.getByRole("combobox", {name: "Costs, bps"}).selectOption({label: "5"});
    await expect.poll(last, {timeout: 30_000}).toBeCloseTo(before - 3, 1);
  });
});

function figureOf(page: Page, title: string): Locator {
  return page.locator("figure.fb-chart", {has: page.locator("figcaption", {hasText: title})}).first();
}

async function mainWidth(page: Page): Promise<number> {
  return await page.evaluate(() => Math.round(document.querySelector("#observablehq-main")?.clientWidth ?? 0));
}

async function timesOf(figure: Locator | undefined): Promise<string[]> {
  return (await figure?.locator(".fb-body > svg > g[text-anchor=middle] text").allTextContents()) ?? [];
}

async function surfaceOf(figure: Locator | undefined) {
  const box = await figure?.locator(".fb-surface").boundingBox();
  return box ?? {x: 0, y: 0, width: 0, height: 0};
}

async function drag(page: Page, surface: Locator | undefined, [from, to]: [number, number]): Promise<void> {
  await surface?.scrollIntoViewIfNeeded();
  const {x, y, width} = (await surface?.boundingBox()) ?? {x: 0, y: 0, width: 0};
  await page.mouse.move(x + from * width, y + 60);
  await page.mouse.down();
  await page.mouse.move(x + to * width, y + 60, {steps: 4});
  await page.mouse.up();
}
