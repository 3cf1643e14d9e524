import {existsSync, readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import type {Locator} from "playwright-core";
import {describe, expect, it} from "vitest";
import {base} from "../helpers/site/built.js";
import {watch} from "../helpers/site/chromium.js";
import {faultsOf, shiftOf, useUsual} from "../helpers/site/site.js";
import {servePlainly} from "./hosts.js";

const site = useUsual();
const dist = () => `${site.root}/dist`;
const engine = /engine-worker|duckdb-|arrow/;

describe("the bar on top", () => {
  it.each([
    {width: 1280, colorScheme: "light"},
    {width: 390, colorScheme: "dark"}
  ] as const)("opens its menu over the page by keyboard, and Escape closes it, with %o", async (view) => {
    const options = {viewport: {width: view.width, height: 700}, colorScheme: view.colorScheme, blocked: engine};
    const ready = "figure.fb-chart rect";
    await site.visit("notebooks/weekend-gaps", {...options, ready}, async ({page, outside}) => {
      const menu = page.locator("summary", {hasText: "More"});
      const link = page.getByRole("navigation").getByRole("link", {name: "Is an old update a fault?"});
      await menu.press("Enter");
      await link.waitFor();
      expect(await page.locator("nav [aria-current]").textContent()).toBe("Do shares jump over a weekend?");
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(view.width);
      expect(await faultsOf(page)).toEqual([]);
      await link.focus();
      await page.keyboard.press("Escape");
      await link.waitFor({state: "hidden"});
      await expect.poll(() => menu.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await shiftOf(page)).toBeLessThan(0.001);
      await menu.press("Enter");
      await link.press("Enter");
      await page.waitForURL("**/notebook/notebooks/session-staleness.html");
      expect(outside).toEqual([]);
    });
  });

  it("works without scripts, also on the page for a missing page", async () => {
    const context = await site.browser.newContext({javaScriptEnabled: false});
    try {
      const {page} = await watch(context, new URL(site.url).origin);
      await page.goto(`${site.url}no/such/page`);
      await page.locator("summary", {hasText: "More"}).click();
      await page.getByRole("link", {name: "Which feed leads?"}).click();
      await page.waitForURL("**/notebook/notebooks/lead-lag.html");
    } finally {
      await context.close();
    }
  });
});

// Such as a bucket: it sends files by their exact names, without our headers.
describe("a built site on a host that only sends files", () => {
  it("links to files that are there, by their names", () => {
    const pages = readdirSync(dist(), {recursive: true, encoding: "utf8"}).filter((name) => name.endsWith(".html"));
    const missing = pages.flatMap((page) => {
      // A missing page can have any address: links of 404.html start at the base.
      const from = page === "404.html" ? base : `${base}${page}`;
      const text = readFileSync(join(dist(), page), "utf8").replaceAll(/<(script|code|pre)\b[^>]*>[\s\S]*?<\/\1>/g, "");
      return [...text.matchAll(/<a\b[^>]* href="([^"]*)"/g)]
        .map(([, link = ""]) => new URL(link, `http://site${from}`))
        .filter(({host, pathname}) => host === "site" && !isFile(pathname))
        .map(({pathname}) => `${page}: ${pathname}`);
    });
    expect(pages.length).toBeGreaterThan(25);
    expect(missing).toEqual([]);
    expect(existsSync(join(dist(), ".nojekyll"))).toBe(true);
  });

  it("leads from page to page, searches the guide, and queries in the console", async () => {
    const serving = await servePlainly(dist(), base);
    const context = await site.browser.newContext();
    const {page, errors, outside} = await watch(context, new URL(serving.url).origin);
    try {
      await page.goto(serving.url);
      await page.locator("tbody .fb-is-spark").first().click({force: true}); // the row is a link
      await page.waitForURL(/feed\.html\?feed=\d+/);
      await followLink(page.getByRole("main"), "Prices", /prices\.html\?feed=\d+/);
      await page.locator("summary[aria-label^='Menu of'][aria-label$=price]").click();
      await page.getByRole("button", {name: /^SQL of .* price$/}).click();
      await followLink(page.getByRole("dialog"), "Open in the console", /sql\.html#sql=/);
      await page
        .getByText(/^[\d,]+ rows/)
        .first()
        .waitFor();
      await page.goto(`${serving.url}guide/`);
      await page.getByRole("button", {name: "Search the guide"}).click();
      await page.getByRole("combobox", {name: "Find"}).fill("retention STORE small");
      await page.getByRole("option", {name: "Loads, watch, retention: Keeping a store small"}).click();
      await page.waitForURL(/guide\/loads\.html#keeping/);
      const failed = errors.filter((error) => !error.startsWith("net::ERR_ABORTED")); // of pages that were left
      expect({failed, outside}).toEqual({failed: [], outside: []});
    } finally {
      await context.close();
      await serving.close();
    }
  });
});

async function followLink(place: Locator, name: string, address: RegExp): Promise<void> {
  await place.getByRole("link", {name, exact: true}).first().click();
  await place.page().waitForURL(address);
}

function isFile(pathname: string): boolean {
  const path = pathname.slice(base.length - 1);
  return pathname.startsWith(base) && existsSync(join(dist(), path.endsWith("/") ? `${path}index.html` : path));
}
