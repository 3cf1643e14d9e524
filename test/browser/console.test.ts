import {readFileSync} from "node:fs";
import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {consoleHash} from "../../src/url/console.js";
import {usePage, useUsual} from "../helpers/site/site.js";

const site = useUsual();
const editor = ".cm-content";
const {load, show} = usePage(site, {
  ...{ready: `${editor}, .fb-catalog summary`, permissions: ["clipboard-read", "clipboard-write"]}
});

const endless = "SELECT count(*) AS n FROM range(10000000) a, range(10000000) b, range(10000000) c";
const lines = ".fb-console-result figure .fb-surface";

// By keyboard alone.
async function run(page: Page, sql: string): Promise<void> {
  await page.locator(editor).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(sql);
  await page.keyboard.press("Control+Enter");
}

async function saved(page: Page, name: string): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", {name}).click()]);
  return readFileSync(await download.path());
}

describe("the console", () => {
  it("completes a name, runs the query, and lets Tab leave the editor", async () => {
    const page = await load("sql");
    await page.locator("#funding_accrual").waitFor(); // the list of names
    await run(page, "SELECT symbol, updates FROM fe");
    await page.getByRole("alert").getByText("Table with name fe does not exist").waitFor();
    await page.locator(editor).focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("e");
    await page.locator("[role=option]", {hasText: /^feedstable$/}).waitFor();
    await page.waitForTimeout(300); // a new list ignores keys for a moment
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(editor).innerText()).toMatch(/^SELECT symbol, updates FROM feed\w+/);
    await run(page, "SELECT symbol, updates FROM feeds WHERE updates > 0 LIMIT 5");
    await page.getByText(/^5 rows in [\d.]+ m?s$/).waitFor();
    const heads = page.locator(".fb-console-result .fb-list thead th");
    await expect.poll(() => heads.allInnerTexts()).toEqual(["symbol\nVARCHAR", "updates\nBIGINT"]);
    await page.locator(editor).focus();
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Run");
  });

  it("cancels an endless query at Escape and runs the next one", async () => {
    const page = await show("sql");
    await run(page, "SELECT 41 AS before");
    await page.getByText(/^1 row in/).waitFor();
    await run(page, endless);
    await page.locator("[data-running]").waitFor();
    await page.waitForTimeout(300);
    await page.keyboard.press("Escape");
    await page.getByText(/^cancelled after [\d.]+ m?s/).waitFor();
    const opacity = () => page.locator(".fb-console-outcome").evaluate((element) => getComputedStyle(element).opacity);
    await expect.poll(opacity).toBe("0.5");
    await run(page, "SELECT 42 AS answer");
    await page.getByText(/^1 row in/).waitFor();
    await expect.poll(opacity).toBe("1");
  });

  it("saves rows as CSV, JSON and Arrow, and copies a page", async () => {
    const page = await show("sql");
    await run(page, "SELECT 1 AS n, 'a,\"b' AS text, TIMESTAMP '2026-05-12' AS at");
    await page.getByText('a,"b', {exact: true}).waitFor();
    expect(String(await saved(page, "Save Rows as CSV"))).toBe('n,text,at\r\n1,"a,""b",2026-05-12T00:00:00.000Z\r\n');
    const rows = [{n: 1, text: 'a,"b', at: "2026-05-12T00:00:00.000Z"}];
    expect(JSON.parse(String(await saved(page, "Save all rows as JSON")))).toEqual(rows);
    expect((await saved(page, "Save all rows as Arrow")).readInt32LE(0)).toBe(-1); // of an Arrow stream
    await page.getByRole("button", {name: "Copy as a page"}).click();
    await page.getByText(/^Copied: save it as src\/notebooks\/mine.md/).waitFor();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain("```sql id=rows\nSELECT 1 AS n");
  });

  it("runs statements other than SELECT, cuts long results off, and refuses writes and several statements", async () => {
    const page = await show("sql");
    for (const [sql, message] of [
      // Each has another message than the query before it.
      ["SUMMARIZE feeds", /^1[5-9] rows in/],
      ["PIVOT (SELECT assetType FROM feeds) ON assetType USING count(*)", /^1 row in/],
      ["FROM range(200000); -- all", /^the first 100,000 rows in .*: add a LIMIT or a WHERE$/],
      ["EXPLAIN FROM feeds", /^1 row in/],
      ["SELECT 1; SELECT 2", /run one query at a time/],
      ["SELECT\n  'a'::INT AS n", /Could not convert string 'a'/],
      ["FROM read_csv('http://example.com/a.csv')", /reads the tables of this site's data, and no file or other host/],
      ["COPY feeds TO 'feeds.csv'", /^COPY: a page writes no files: .*save its rows by CSV, JSON or Arrow/],
      ["/* a */ INSTALL httpfs;", /^INSTALL: a page loads no other extension: list it in site.extensions/]
    ] as const) {
      await run(page, sql);
      await page.getByText(message).first().waitFor();
    }
  });

  it("opens a link with its query and chart on a phone, and loads nothing into other pages", async () => {
    const sql = "SELECT publishedAt, price, ema FROM prices WHERE priceFeedId = 1";
    const path = `sql${consoleHash(sql, {draw: "time", y: "ema"})}`;
    await site.visit(path, {ready: lines, viewport: {width: 390, height: 844}, colorScheme: "dark"}, async (opened) => {
      const {page, errors, outside} = opened;
      const written = () => page.locator(editor).innerText();
      await expect.poll(written).toBe(sql);
      const checked = (name: string) => page.getByRole("checkbox", {name}).isChecked();
      await expect.poll(async () => [await checked("price"), await checked("ema")]).toEqual([false, true]);
      await page.getByRole("checkbox", {name: "price"}).check({force: true});
      await expect.poll(() => new URL(page.url()).hash).toBe(consoleHash(sql, {draw: "time", y: ["price", "ema"]}));
      await page.getByRole("radio", {name: "None"}).check({force: true});
      await page.locator(lines).waitFor({state: "detached"});
      await page.locator("#prices summary").click();
      await page.getByRole("button", {name: "Insert prices", exact: true}).click();
      await expect.poll(written).toMatch(/prices[\s\S]*prices/);
      expect({errors, outside}).toEqual({errors: [], outside: []});
    });
    const page = await load("data");
    const requested = await page.evaluate(() => performance.getEntriesByType("resource").map(({name}) => name));
    expect(requested.filter((name) => /console|codemirror/i.test(name))).toEqual([]);
  });
});
