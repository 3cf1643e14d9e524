import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {base} from "../helpers/site/built.js";
import {watch} from "../helpers/site/chromium.js";
import {servePlainly} from "../helpers/site/plain-host.js";
import {countShifts, faultsOf, shiftOf, useUsual} from "../helpers/site/site.js";

const site = useUsual();
const path = "notebooks/weekend-gaps";
const engine = /engine-worker|duckdb-|arrow/;

describe("the bar on top", () => {
  it.each([
    {width: 1280, colorScheme: "light"},
    {width: 390, colorScheme: "dark"}
  ] as const)("opens a group by keyboard over the page, with %o, and closes it by Escape", async (view) => {
    const options = {viewport: {width: view.width, height: 700}, colorScheme: view.colorScheme, blocked: engine};
    await site.visit(path, {...options, ready: "figure.fb-chart rect"}, async ({page, outside}) => {
      const group = page.locator("summary", {hasText: "Notebooks"});
      const pages = page.getByRole("navigation").getByRole("link", {name: "Is an old update a fault?"});
      await group.press("Enter");
      expect(await page.locator("nav [aria-current]").textContent()).toBe("Do shares jump over a weekend?");
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(view.width);
      expect(await isOnTop(page)).toBe(true);
      expect(await faultsOf(page)).toEqual([]);
      await pages.focus();
      await page.keyboard.press("Escape");
      expect(await pages.isVisible()).toBe(false);
      expect(await group.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await shiftOf(page)).toBeLessThan(0.001);
      await group.press("Enter");
      await pages.press("Enter");
      await page.waitForURL("**/notebook/notebooks/session-staleness.html");
      expect(outside).toEqual([]);
    });
  });

  it("shows its links in their places, also when a page arrives in two pieces", async () => {
    let sendRest = () => {};
    const until = new Promise<void>((resolve) => {
      sendRest = resolve;
    });
    const serving = await servePlainly(`${site.root}/dist`, base, {before: ">Quality</a>", until});
    const page = await site.browser.newPage({viewport: {width: 1280, height: 844}});
    try {
      await page.addInitScript(countShifts);
      await page.goto(`${serving.url}funding.html`, {waitUntil: "commit"});
      await page.getByRole("link", {name: "Feedbook"}).waitFor();
      expect(await page.locator("nav a").count()).toBeGreaterThan(2);
      await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
      sendRest();
      await page.getByRole("navigation").getByRole("link", {name: "SQL"}).waitFor();
      await page.getByText("longs pay shorts").first().waitFor();
      expect(await shiftOf(page)).toBeLessThan(0.001);
    } finally {
      await page.close();
      await serving.close();
    }
  });

  it("opens without scripts, and leads on from below a missing page", async () => {
    const context = await site.browser.newContext({javaScriptEnabled: false});
    try {
      const {page} = await watch(context, new URL(site.url).origin);
      await page.goto(`${site.url}no/such/page`);
      await page.locator("summary", {hasText: "Notebooks"}).click();
      await page.getByRole("link", {name: "Which feed leads?"}).click();
      await page.waitForURL("**/notebook/notebooks/lead-lag.html");
    } finally {
      await context.close();
    }
  });
});

async function isOnTop(page: Page): Promise<boolean> {
  return await page.locator("details[open] > div > a").evaluateAll((links) =>
    links.every((link) => {
      const {left, right, top, bottom} = link.getBoundingClientRect();
      return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === link;
    })
  );
}
