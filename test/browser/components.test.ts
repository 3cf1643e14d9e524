import {readdirSync, readFileSync} from "node:fs";
import type {Locator, Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {besides, faultsOf, shiftOf, usePage, useUsual} from "../helpers/site/site.js";

const site = useUsual();
const permissions = ["clipboard-read", "clipboard-write"];
const {show} = usePage(site, {permissions});
const source = readFileSync("src/components.md", "utf8");
const titles = [...source.matchAll(/\btitle: "([^"]+)"/g)].map(([, title = ""]) => title);
const marks = ".fb-body > svg :is(path[d], rect, circle):not([d='']), tbody tr";

describe("components", () => {
  it.each<{width: number; colorScheme: "dark" | "light"; blocked?: RegExp}>([
    {width: 1280, colorScheme: "dark"},
    {width: 390, colorScheme: "light", blocked: /engine-worker|duckdb-|arrow/}
  ])("are all drawn, shift nothing and satisfy axe with %o", async (view) => {
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
      expect(await page.locator("observablehq-loading, .observablehq--error").count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await faultsOf(page)).toEqual([]);
      expect({errors: besides(errors, blocked), outside}).toEqual({errors: [], outside: []});
    });
  });

  it("copy and save the rows of a searched and sorted table, with all digits", async () => {
    const page = await show("components");
    const table = figureOf(page, "Feeds today");
    await table.getByRole("searchbox").fill("crypto btc");
    await table.getByRole("button", {name: "symbol", exact: true}).click();
    const names = await table.locator("tbody th").allTextContents();
    await table.getByRole("button", {name: "Copy"}).click();
    await expect.poll(() => table.getByText("Copied").count()).toBe(1);
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).trimEnd().split("\n");
    expect(lines[0]).toBe("symbol\tassetType\tclose\tmedianSpreadBps");
    expect(lines.slice(1).map((line) => line.split("\t")[0])).toEqual(names);
    const saving = page.waitForEvent("download");
    await table.getByRole("button", {name: "Save Feeds today as CSV"}).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe("feeds-today.csv");
    expect(readFileSync(await saved.path(), "utf8")).toBe(`${lines.join("\r\n").replaceAll("\t", ",")}\r\n`);
  });
});

// What the table of an example must contain, given the test's data.
const checks: Readonly<Record<string, (rows: string[][]) => void>> = {
  volatility(rows) {
    const hours = (symbol: string) => rows.filter(([name]) => name === symbol).map(([, hour]) => Number(hour));
    expect(["Crypto.BTC/USD", "Crypto.ETH/USD"].map((symbol) => new Set(hours(symbol)).size)).toEqual([24, 24]);
    expect(hours("Equity.US.AAPL/USD").toSorted((a, b) => a - b)).toEqual([9, 10, 11, 12, 13, 14, 15]); // its session
    expect(rows.length).toBe(24 + 24 + 7);
  },
  correlation(rows) {
    const values = new Map(rows.map(([a, b, value]) => [`${a} ${b}`, value]));
    expect([rows.length, values.size]).toEqual([36, 36]);
    for (const [a, b, value] of rows)
      expect([values.get(`${b} ${a}`), a !== b || value === "1"]).toEqual([value, true]);
  },
  calibration(rows) {
    expect(rows.map(([, factor]) => factor)).toEqual(rows.map((_, i) => (i % 2 === 0 ? "1.00" : "2.12")));
    expect([rows.length, new Set(rows.map(([symbol]) => symbol)).size]).toEqual([12, 6]);
  },
  lags: (rows) => expect(bestLag(rows)[1]).toBeLessThanOrEqual(1),
  wbtc: (rows) => expect(rows.length).toBeGreaterThanOrEqual(26) // the hours of the data
};

describe("examples", () => {
  const names = readdirSync("src/examples").map((name) => name.replace(".md", ""));

  it.each(names)("%s draws its answer with DuckDB and satisfies axe", async (name) => {
    const page = await show(`examples/${name}`);
    const title = /\btitle: "([^"]+)"/.exec(readFileSync(`src/examples/${name}.md`, "utf8"))?.[1] ?? "";
    expect(await page.locator("pre[data-language]").count()).toBeGreaterThan(1);
    const figure = figureOf(page, title);
    expect(await figure.locator(marks).count()).toBeGreaterThan(0);
    expect(await figure.getByText(/^no /i).count()).toBe(0);
    checks[name]?.(await rowsOf(figure));
    expect(await page.locator(".observablehq--error").count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
  });

  it("lags recomputes for another pair of feeds, and keeps the pair in the URL", async () => {
    const page = await show("examples/lags");
    const figure = figureOf(page, "Correlation by lag");
    for (const label of ["Other", "Feed"])
      await page.getByLabel(label, {exact: true}).selectOption({label: "Crypto.SOL/USD"});
    await expect.poll(async () => bestLag(await rowsOf(figure)), {timeout: 30_000}).toEqual(["0", 1]); // with itself
    expect(new URL(page.url()).searchParams.get("pair")).toBe('{"feed":6,"other":6}');
  });
});

// The lag with the highest correlation, and that correlation.
function bestLag(rows: readonly string[][]): (string | number | undefined)[] {
  const [[lag, value] = []] = rows
    .map(([, x, y]) => [x, Number(y)] as const)
    .toSorted((a, b) => Number(b[1]) - Number(a[1]));
  return [lag, value];
}

// The rows of a figure's table, which charts have for screen readers.
async function rowsOf(figure: Locator): Promise<string[][]> {
  return await figure
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => Array.from((row as HTMLTableRowElement).cells, (cell) => cell.textContent ?? ""))
    );
}

function figureOf(page: Page, title: string): Locator {
  return page.locator("figure.fb-chart", {has: page.locator("figcaption", {hasText: title})}).first();
}

async function mainWidth(page: Page): Promise<number> {
  return await page.evaluate(() => Math.round(document.querySelector("#observablehq-main")?.clientWidth ?? 0));
}
