import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {faultsOf, shiftOf, useMany, usePage} from "../helpers/site/site.js";

const site = useMany();
const ready = ".fb-feeds tbody tr, .fb-chart";
const desktop = usePage(site, {ready, colorScheme: "light"});
const phone = usePage(site, {
  ...{ready, viewport: {width: 390, height: 844}, isMobile: true, hasTouch: true},
  colorScheme: "dark"
});
const {show} = desktop;

describe("the list of 2,500 feeds", () => {
  it.each([
    ["1280 px in the light", desktop],
    ["390 px by touch in the dark", phone]
  ])("draws only the rows on the screen, shifts nothing and satisfies axe at %s", async (_width, one) => {
    const page = await one.show("");
    expect(await shiftOf(page)).toBeLessThan(0.001);
    const count = () => page.getByRole("grid").evaluateAll(countRows);
    await expect.poll(count).toBe(2500);
    await expect.poll(() => page.getByRole("status").first().textContent()).toBe("2,500 feeds");
    expect(await faultsOf(page)).toEqual([]);
    for (const y of [400, 3000, 40_000, 20_000, 1e6]) {
      await page.evaluate(`scrollTo(0, ${y})`);
      await frames(page);
      const {shown, present, blank} = await rowsOnScreen(page);
      expect([present < 90, shown > 2, blank]).toEqual([true, true, 0]);
    }
  });

  it("starts its rows of 30 px above 140 px, and shows 24 of them and of headings", async () => {
    const page = await show("");
    await page.setViewportSize({width: 1280, height: 900});
    const rows = page.locator(".fb-feeds :is(thead, tbody) tr");
    const boxes = () => rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON()));
    const count = async () => (await boxes()).filter(({bottom}) => bottom <= 900).length;
    await expect.poll(count).toBeGreaterThanOrEqual(24);
    expect((await page.locator(".fb-feeds tbody tr").first().boundingBox())?.y).toBeLessThanOrEqual(140);
    expect((await boxes())[1]?.height).toBe(30);
  });

  it.each([
    ["a mouse", desktop],
    ["a finger", phone]
  ])("makes a feed a favourite by %s and keeps it for the next visit", async (_pointer, one) => {
    const page = await one.show("?search=metal.c1203");
    const star = page.getByRole("button", {name: "Favourite metal.C1203/USD", exact: true});
    await (one === phone ? star.tap() : star.click());
    const favourites = page.getByRole("grid", {name: "Favourites"});
    await favourites.locator("tbody tr").waitFor();
    await one.load("?search=metal.c1203");
    const kept = async () => [await favourites.locator("tbody tr").count(), await star.getAttribute("aria-pressed")];
    await expect.poll(kept).toEqual([1, "true"]);
    await star.press("Space");
    await expect.poll(kept).toEqual([0, "false"]);
    expect(await favourites.count()).toBe(0);
    await expect.poll(() => star.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it("reaches a row far down, opens its feed and comes back by keyboard alone", async () => {
    const page = await show("");
    await page.getByRole("searchbox").focus();
    for (let i = 0; i < 30 && !(await page.evaluate(isOnRow)); i++) await page.keyboard.press("Tab");
    await page.keyboard.press("End");
    await expect.poll(() => focusedRow(page)).toMatchObject({table: "Funding rates", isOnScreen: true});
    const end = await focusedRow(page);
    await page.keyboard.press("PageUp");
    await page.keyboard.press("ArrowUp");
    const isAbove = async () => {
      const {index, isOnScreen} = await focusedRow(page);
      return [index > end.index - 60 && index < end.index - 5, isOnScreen];
    };
    await expect.poll(isAbove).toEqual([true, true]);
    await page.keyboard.press("Home");
    for (let i = 0; i < 6; i++) await page.keyboard.press("ArrowDown"); // over the end of the favourites
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => focusedRow(page)).toMatchObject({table: "Commodity", index: 2, isOnScreen: true});
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/notebook\/feed\.html\?feed=\d+$/);
    await page.waitForLoadState("networkidle");
    await page.goBack();
    await page.getByRole("grid", {name: "Favourites"}).waitFor();
  });
});

it("feeds/ID leads to feed.html?feed=ID under the base", async () => {
  const {page, errors} = desktop.watched;
  await page.goto(`${site.url}feeds/3?range=6h`);
  await page.getByText("metal.C3/USD price").waitFor();
  expect(page.url()).toBe(`${site.url}feed.html?feed=3&range=6h`);
  const others = errors.splice(0).filter((text) => !text.startsWith("net::ERR_ABORTED")); // by the redirect
  expect(others).toEqual([expect.stringMatching(/^404 .*feeds\/3/), expect.stringContaining("404")]);
});

// How many rows are on the screen and in the document, and how many pixels of the table's place on the screen are blank.
async function rowsOnScreen(page: Page): Promise<{shown: number; present: number; blank: number}> {
  return await page.evaluate(() => {
    const boxesOf = (selector: string) =>
      Array.from(document.querySelectorAll(selector), (element) => element.getBoundingClientRect());
    const visible = ({top, bottom}: DOMRect) => Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
    const sum = (boxes: DOMRect[]) => boxes.reduce((total, box) => total + visible(box), 0);
    const [rows, bodies] = [boxesOf(".fb-feeds tbody tr"), boxesOf(".fb-feeds tbody")];
    const shown = rows.filter((box) => visible(box) > 0).length;
    return {shown, present: rows.length, blank: Math.round(sum(bodies) - sum(rows))};
  });
}

async function focusedRow(page: Page): Promise<{table: string; index: number; isOnScreen: boolean}> {
  return await page.evaluate(() => {
    const row = document.activeElement?.closest("tr");
    const {top = -1, bottom = Infinity} = row?.getBoundingClientRect() ?? {};
    const table = row?.closest("table")?.getAttribute("aria-label") ?? "";
    return {table, index: Number(row?.getAttribute("aria-rowindex")), isOnScreen: top >= 30 && bottom <= innerHeight};
  });
}

function countRows(grids: Element[]): number {
  return grids.reduce((sum, {ariaRowCount}) => sum + Number(ariaRowCount) - 1, 0);
}

function isOnRow(): boolean {
  return document.activeElement?.closest("tbody tr") !== null;
}

async function frames(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let i = 0; i < 6; i++) await new Promise(requestAnimationFrame);
  });
}
