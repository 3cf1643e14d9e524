import {describe, expect, it} from "vitest";
import {shiftOf, usePage, useUsual} from "../helpers/site/site.js";

const site = useUsual();
const {show} = usePage(site, {ready: ".fb-now"});
const phone = usePage(site, {ready: ".fb-now", viewport: {width: 390, height: 844}, isMobile: true, hasTouch: true});
const cellName = "Cell of Mean funding per 8 h";

describe("funding", () => {
  it("shows charts, figures and table on the basis of the URL, and Back undoes another basis", async () => {
    const page = await show("funding?basis=apr");
    const shown = async () => [
      (await page.locator("figure.fb-chart figcaption").allTextContents()).map(
        (title) => /per 1 h|APR|APY/.exec(title)?.[0] ?? ""
      ),
      await page.getByRole("columnheader", {name: /^Rate/}).textContent(),
      (await page.locator(".fb-stat .fb-detail").first().textContent())?.split("; ")[0]
    ];
    const asApr = [["APR", "APR", "", "APR"], "Rate as APR", "last, as APR"];
    expect(await shown()).toEqual(asApr);
    await page.getByRole("radio", {name: "1 h", exact: true}).check({force: true});
    await page.waitForURL(/basis=1h/);
    await page.getByRole("columnheader", {name: "Rate per 1 h"}).waitFor();
    expect(await shown()).toEqual([["per 1 h", "per 1 h", "", "per 1 h"], "Rate per 1 h", "last, per 1 h"]);
    await page.goBack();
    await page.getByRole("columnheader", {name: "Rate as APR"}).waitFor();
    expect(await shown()).toEqual(asApr);
  });

  it("counts down to the next payment from the time of the simulated data without shifting anything", async () => {
    const page = await show("funding");
    const [left, before] = [page.locator(".fb-left").first(), await shiftOf(page)];
    const [first, when] = [await left.textContent(), await left.getAttribute("datetime")];
    expect(when).toMatch(/^2026-05-12T1[56]:00:00.000Z$/); // after the last update, 14:00
    await page.waitForFunction((text) => document.querySelector(".fb-left")?.textContent !== text, first);
    const seconds = (text: string | null) => (text ?? "").split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
    expect(seconds(first) - seconds(await left.textContent())).toBeGreaterThan(0);
    expect(seconds(first)).toBeLessThanOrEqual(7200);
    expect(await shiftOf(page)).toBe(before);
  });

  it.each([1280, 390])("keeps its controls in place when the range changes, at %i px", async (width) => {
    const page = await show("funding", {width, height: 900});
    const places = async () =>
      await page
        .locator(".fb-controls > :not(.fb-zoomed)")
        .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
    const [before, resolution] = [await places(), page.locator(".fb-step option").first()];
    const first = await resolution.textContent();
    await page.getByRole("radio", {name: "1h", exact: true}).check({force: true});
    await page.waitForFunction((text) => document.querySelector(".fb-step option")?.textContent !== text, first);
    expect(await places()).toEqual(before);
  });

  it("shows the history of the underlying clicked in the table, and keeps the rest of the view", async () => {
    const page = await show("funding?basis=apr");
    await page.locator(".fb-now").getByRole("link", {name: "ETH"}).click();
    await page.getByText("ETH funding as APR").waitFor();
    expect(new URL(page.url()).search).toBe("?basis=apr&feeds=114");
    await page.goBack();
    await page.getByText("BTC funding as APR").waitFor();
  });

  it("names the heat map's cell at the keyboard and the pointer, and frames it at any width", async () => {
    const page = await show("funding");
    const cells = page.getByRole("slider", {name: cellName});
    await cells.focus();
    const last = await cells.getAttribute("aria-valuetext");
    expect(last).toMatch(/^Binance BTC, 2026-05-12 1\d:00 – 1\d:00 UTC: −?0\.\d+ % per 8 h, (longs|shorts) pay/);
    const edge = async () => {
      const [map, cell] = [await cells.boundingBox(), await cells.locator(".fb-heat-cursor").boundingBox()];
      return Math.abs((map?.x ?? 0) + (map?.width ?? 0) - (cell?.x ?? 0) - (cell?.width ?? 0));
    };
    expect(await edge()).toBeLessThan(2); // the last cell ends with the picture
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowLeft");
    expect(await cells.getAttribute("aria-valuetext")).toMatch(/^Hyperliquid BTC, 2026-05-12 1/);
    const box = await cells.boundingBox();
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 8, (box?.y ?? 0) + 10);
    expect(await page.locator(".fb-heat-readout").textContent()).toBe(last);
    await page.locator("figure", {has: cells}).evaluate((figure) => figure.style.setProperty("width", "500px"));
    await expect.poll(async () => (await cells.boundingBox())?.width).toBe(500);
    await expect.poll(edge).toBeLessThan(2);
  });

  it("wraps each row of the table into two lines on a phone, and a tap names a cell", async () => {
    const page = await phone.show("funding");
    const row = page.locator(".fb-now tr:not(.fb-market)").nth(1);
    const [box, payer] = [await row.boundingBox(), await row.locator(".fb-is-payer").boundingBox()];
    expect(box?.width).toBeLessThanOrEqual(358);
    expect(payer?.y).toBeGreaterThan((box?.y ?? 0) + 15);
    await page.locator(".fb-heat-surface").tap({position: {x: 250, y: 12}});
    await page.getByText(/^Binance BTC, 2026-05-1\d/).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
