import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {settled, usePage, useUsual} from "../helpers/site/site.js";

const site = useUsual();
const {show} = usePage(site);
const phone = usePage(site, {viewport: {width: 390, height: 844}, isMobile: true, hasTouch: true});

describe("time charts of /prices", () => {
  it("keep the keyboard focus while the page replaces them", async () => {
    const page = await show("prices");
    const cursor = page.getByRole("slider", {name: "Time cursor of Crypto.BTC/USD price"});
    await cursor.focus();
    for (const key of ["+", "+", "Shift+ArrowLeft"]) {
      const before = page.url();
      await page.keyboard.press(key);
      await page.waitForURL((url) => url.href !== before);
      await focused(page, "Time cursor of Crypto.BTC/USD price");
    }
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => page.locator("[aria-live]").first().textContent()).toMatch(/^Price [\d,.]+, EMA /);
    await page.keyboard.press("Escape");
    await page.waitForURL((url) => url.search === "");
  });
});

describe("the time axis of /prices", () => {
  it("is dragged into older data, which the page loads, and Back and a double click undo it", async () => {
    const page = await show("prices");
    const {x, y, width, height} = await boxOf(page, ".fb-surface");
    const chart = page.locator("figure.fb-flat").first();
    await page.mouse.move(x + width / 4, y + height - 10);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height - 10, {steps: 5});
    await chart.locator(".fb-body > svg > svg > path[stroke*=line]").waitFor(); // the edge is hatched
    await page.mouse.up();
    await page.waitForURL(/zoom=/);
    const [from, until] = zoomOf(page);
    expect(from).toBeLessThan(Date.parse("2026-05-11T14:00:00Z"));
    expect(until - from).toBe(86.4e6);
    await settled(page);
    await page.waitForFunction(
      () => document.querySelector("figure .fb-body > svg > svg > path[stroke*=line]") === null
    );
    await page.goBack();
    await page.waitForURL((url) => url.search === "");
    await page.goForward();
    await page.waitForURL(/zoom=/);
    await settled(page);
    await page.mouse.dblclick(x + width / 2, y + 60);
    await page.waitForURL((url) => url.search === "");
  });
});

describe("a phone", () => {
  it("drags the strip with a finger, and does not scroll sideways", async () => {
    const page = await phone.show("prices");
    await page.locator(".fb-strip").first().scrollIntoViewIfNeeded();
    const {x, y, width} = await boxOf(page, ".fb-brush-start");
    const touch = await toucher(page);
    await touch("touchStart", [[x + width / 2, y + 20]]);
    for (const far of [20, 60, 100]) await touch("touchMove", [[x + width / 2 + far, y + 20]]);
    await touch("touchEnd", []);
    await page.waitForURL(/zoom=/);
    await expect.poll(() => zoomOf(page)[1]).toBe(Date.parse("2026-05-12T14:00:00Z"));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});

// The time that a page is zoomed to, as its URL says.
function zoomOf(page: Page): [number, number] {
  const [from = "", until = ""] = new URL(page.url()).searchParams.get("zoom")?.split("..") ?? [];
  return [Date.parse(from), Date.parse(until)];
}

// Where the first element that a selector finds is, once it is in view.
async function boxOf(page: Page, selector: string) {
  const element = page.locator(selector).first();
  await element.scrollIntoViewIfNeeded();
  return (await element.boundingBox()) ?? {x: NaN, y: NaN, width: NaN, height: NaN};
}

async function focused(page: Page, name: string): Promise<void> {
  await settled(page);
  await page.waitForFunction((label) => document.activeElement?.getAttribute("aria-label") === label, name);
}

async function toucher(page: Page) {
  const session = await page.context().newCDPSession(page);
  return async (type: "touchStart" | "touchMove" | "touchEnd", places: [number, number][]): Promise<void> => {
    const touchPoints = places.map(([x, y], id) => ({x, y, id}));
    await session.send("Input.dispatchTouchEvent", {type, touchPoints});
  };
}
