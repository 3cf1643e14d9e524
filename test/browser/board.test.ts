import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {faultsOf, type SharedPage, shiftOf, useMany, usePage} from "../helpers/site/site.js";
import {casesOf} from "../helpers/soak.js";

const site = useMany();
const ready = ".fb-feeds tbody tr, .fb-chart";
const desktop = usePage(site, {ready, colorScheme: "light"});
const phone = usePage(site, {ready, viewport: {width: 390, height: 844}, isMobile: true, hasTouch: true});
const {show} = desktop;

describe("the board of 2 500 feeds", () => {
  it.each([
    ["1280 px", desktop],
    ["390 px, by touch", phone]
  ])(
    "moves nothing while it loads at %s, and has but a part of its rows wherever the reader scrolls",
    async (_width, one) => {
      const page = await one.show("");
      expect(await shiftOf(page)).toBeLessThan(0.001);
      expect(await page.getByRole("grid", {name: "Prices"}).getAttribute("aria-rowcount")).toBe("2252");
      expect(await page.getByRole("status").first().textContent()).toBe("2,503 feeds");
      for (const y of [400, 3000, 40_000, 41_000, 20_000, 1e6]) {
        await page.evaluate(`scrollTo(0, ${y})`);
        await frames(page);
        const {shown, there, edges} = await look(page);
        expect(there).toBeLessThan(90);
        expect(shown).toBeGreaterThan(2);
        expect(edges).toBe(0);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        page.viewportSize()?.width ?? 0
      );
    }
  );

  it.each(
    casesOf<["dark" | "light", SharedPage]>(
      [
        ["light", desktop],
        ["dark", phone]
      ],
      [
        ["dark", desktop],
        ["light", phone]
      ]
    )
  )("has nothing that axe finds fault with, %s", async (colorScheme, one) => {
    const page = await one.show("");
    await page.emulateMedia({colorScheme});
    expect(await faultsOf(page)).toEqual([]);
  });

  it("is searched, filtered and sorted, the URL says so, and Back undoes each", async () => {
    const page = await show("");
    const count = page.getByRole("status").first();
    await page.getByRole("searchbox", {name: "Search feeds"}).pressSequentially("usd c12");
    await page.waitForURL(/\?search=usd\+c12$/);
    const searched = await count.textContent();
    await page
      .locator(".fb-feeds")
      .getByText(/^metal/)
      .click();
    await page.waitForURL(/class=metal/);
    const filtered = await count.textContent();
    expect(Number(filtered?.split(" ")[0])).toBeLessThan(Number(searched?.split(" ")[0]));
    expect(await page.getByRole("grid", {name: "Funding rates"}).count()).toBe(0);
    await page.getByRole("button", {name: "Price", exact: true}).click();
    await page.waitForURL(/sort=-price/);
    const prices = (await column(page, "price")).map((text) => Number(text.replaceAll(",", "")));
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    await page.goBack();
    expect(await page.locator("[aria-sort]").first().textContent()).toBe("Symbol");
    await page.goBack();
    expect(await count.textContent()).toBe(searched);
    await page.goBack();
    expect([await count.textContent(), new URL(page.url()).search]).toEqual(["2,503 feeds", ""]);
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
    await page.goForward();
    expect(await count.textContent()).toBe(searched);
  });

  it("sorts by a header wherever in its cell it is hit", async () => {
    const page = await show("");
    const header = page.locator("thead .fb-is-price").first();
    const {width = 0, height = 0} = (await header.boundingBox()) ?? {};
    await header.click({position: {x: 2, y: 2}, timeout: 5000});
    await page.waitForURL(/sort=-price$/);
    await header.click({position: {x: width - 2, y: height - 2}});
    await page.waitForURL(/sort=price$/);
  });

  it("counts down to the next funding", async () => {
    const page = await show("?class=funding-rate");
    const first = page.locator(".fb-left").first();
    const before = await first.textContent();
    expect(before).toMatch(/^[0-8]:[0-5]\d:[0-5]\d$/);
    await page.waitForFunction(([text]) => document.querySelector(".fb-left")?.textContent !== text, [before]);
  });

  it("colours an age by the session: old and regular is stale, old and closed is not", async () => {
    const page = await show("?search=feed+107");
    const row = page.locator("tbody tr", {has: page.locator(".fb-id", {hasText: /^107$/})});
    expect(await row.locator("[data-tone=warn]").textContent()).toBe("5 h");
    expect(await row.locator(".fb-badge").textContent()).toBe("stale");
    await show("?class=equity");
    await page.locator("[data-tone=quiet]").first().waitFor();
    expect(await page.locator(".fb-prices [data-tone=warn]").count()).toBe(0);
  });

  it("opens as a link says", async () => {
    const page = await desktop.load("?class=fx&sort=-ageSeconds&search=c10");
    expect(await page.getByRole("searchbox").inputValue()).toBe("c10");
    expect(await page.locator(".fb-segments input:checked").getAttribute("value")).toBe("fx");
    expect(new Set(await column(page, "assetType"))).toEqual(new Set(["fx"]));
    await show("?search=no+such+feed");
    await page.getByText("No feed matches.").waitFor();
  });

  it("is used by keyboard alone: to a row far down, and to its page and back", async () => {
    const page = await show("");
    await page.getByRole("searchbox").focus();
    for (let i = 0; i < 30 && !(await page.evaluate(isOnRow)); i++) await page.keyboard.press("Tab");
    await page.keyboard.press("End");
    await frames(page);
    expect(await focused(page)).toMatchObject({index: 2252, isOnScreen: true});
    await page.keyboard.press("PageUp");
    await page.keyboard.press("ArrowUp");
    await frames(page);
    const {index, isOnScreen} = await focused(page);
    expect([index > 2200 && index < 2246, isOnScreen]).toEqual([true, true]);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await frames(page);
    expect(await focused(page)).toMatchObject({index: 3, isOnScreen: true});
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/notebook\/feed\.html\?feed=\d+$/);
    await page.waitForLoadState("networkidle");
    await page.goBack();
    await page.getByRole("grid", {name: "Prices"}).waitFor();
  });

  it("lets the mouse select a price; beside it the row is a link", async () => {
    const page = await show("");
    const price = page.locator("tbody .fb-is-price").first();
    const {width = 0} = (await price.boundingBox()) ?? {};
    await price.dblclick({position: {x: width - 10, y: 10}});
    expect(await price.textContent()).toContain(await page.evaluate("getSelection().toString().trim() || 'nothing'"));
    await page.locator("tbody .fb-is-spark").first().click({force: true}); // the link is above it
    await page.waitForURL(/feed\.html\?feed=/);
  });
});

describe("the page of a feed", () => {
  it("is at feed.html?feed=ID, and feeds/ID leads to it, under the base", async () => {
    const {page, errors} = desktop.watched;
    await page.goto(`${site.url}feeds/3?range=6h`);
    await page.getByText("metal.C3/USD price").waitFor();
    expect(page.url()).toBe(`${site.url}feed.html?feed=3&range=6h`);
    const said = errors.splice(0).filter((text) => !text.startsWith("net::ERR_ABORTED")); // as it led on
    expect(said).toEqual([expect.stringMatching(/^404 .*feeds\/3/), expect.stringContaining("404")]);
    expect(await page.getByRole("row", {name: /^Best bid/}).textContent()).toMatch(/× 10⁻⁸$/);
  });

  it("has of a funding feed the rate, and its price as a mark price", async () => {
    const page = await show("feed?feed=10");
    await page.getByText("mark price").first().waitFor();
    expect(await page.locator(".fb-stat dt").allTextContents()).toContain("Next payment in");
    expect(await page.getByRole("main").getByRole("link", {name: "Funding"}).getAttribute("href")).toBe(
      "./funding.html?feeds=10"
    );
  });

  it("leads to what other pages have of it", async () => {
    const page = await show("feed?feed=3");
    await page.getByText("metal.C3/USD price").waitFor();
    await page.getByRole("main").getByRole("link", {name: "Spreads"}).click();
    await page.getByText("metal.C3/USD spread distribution").first().waitFor();
  });
});

// How many rows are on the screen and in the document, and whether the screen shows a place between them where one lacks.
async function look(page: Page): Promise<{shown: number; there: number; edges: number}> {
  return await page.evaluate(() => {
    const boxes = Array.from(document.querySelectorAll(".fb-feeds tbody tr"), (row) => row.getBoundingClientRect());
    const shown = boxes.filter(({bottom, top}) => bottom > 0 && top < innerHeight);
    const bodies = Array.from(document.querySelectorAll(".fb-feeds tbody"), (body) => body.getBoundingClientRect());
    const room = bodies.map(({top, bottom}) => Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)));
    const filled = shown.map(({top, bottom}) => Math.min(bottom, innerHeight) - Math.max(top, 0));
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
    return {shown: shown.length, there: boxes.length, edges: Math.round(sum(room) - sum(filled))};
  });
}

async function column(page: Page, name: string): Promise<string[]> {
  return await page.locator(`.fb-prices tbody .fb-is-${name}`).allTextContents();
}

async function focused(page: Page): Promise<{index: number; isOnScreen: boolean}> {
  return await page.evaluate(() => {
    const row = document.activeElement?.closest("tr");
    const {top = -1, bottom = Infinity} = row?.getBoundingClientRect() ?? {};
    return {index: Number(row?.getAttribute("aria-rowindex")), isOnScreen: top >= 30 && bottom <= innerHeight};
  });
}

function isOnRow(): boolean {
  return document.activeElement?.closest("tbody tr") !== null;
}

async function frames(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let i = 0; i < 6; i++) await new Promise(requestAnimationFrame);
  });
}
