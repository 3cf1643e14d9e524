import {describe, expect, it} from "vitest";
import {faultsOf, shiftOf, usePage, useUsual} from "../helpers/site/site.js";

const site = useUsual();
const {show} = usePage(site);

describe("spreads", () => {
  it("shows the hours of the week in New York, keeps the zone in the URL, and Back undoes it", async () => {
    const page = await show("spreads");
    const picture = page.locator("figure:has-text('hour of the week') svg[role=img]");
    const tightest = async () => / Tightest .*/.exec((await picture.getAttribute("aria-label")) ?? "")?.[0];
    const utc = await tightest();
    expect(utc).toMatch(/^ Tightest \w+day \d\d:00 with /);
    await page.getByRole("combobox", {name: "Time zone"}).selectOption("new-york");
    await page.waitForURL(/tz=new-york$/);
    await page.getByText("hour of the week, America/New_York").first().waitFor();
    expect(await tightest()).not.toBe(utc);
    await page.goBack();
    await page.getByText("hour of the week, UTC").first().waitFor();
    expect(await tightest()).toBe(utc);
  });

  it("reads its distribution and its confidence to fingers and keys without shifting anything", async () => {
    const phone = {viewport: {width: 390, height: 844}, isMobile: true, hasTouch: true, bypassCSP: true};
    await site.visit("spreads", phone, async ({page, errors}) => {
      const before = await shiftOf(page);
      for (const name of [
        "Bar of Crypto.BTC/USD spread distribution",
        "Cell of Crypto.BTC/USD spread against confidence"
      ]) {
        const surface = page.getByRole("slider", {name});
        const readout = page.locator("figure").filter({has: surface}).locator(".fb-legend");
        await surface.tap({position: {x: 100, y: 150}});
        const tapped = await readout.textContent();
        expect(tapped).toMatch(/ to .* bps: [\d.]+ % of the time$/);
        const {x, y} = (await surface.boundingBox()) ?? {x: NaN, y: NaN};
        const touches = await page.context().newCDPSession(page);
        for (const [type, ...places] of [
          ...([["touchStart", 150], ["touchMove", 200], ["touchMove", 250], ["touchEnd"]] as const)
        ]) {
          const touchPoints = places.map((far) => ({x: x + far, y: y + 150}));
          await touches.send("Input.dispatchTouchEvent", {type, touchPoints});
        }
        const dragged = await readout.textContent();
        expect(dragged).toMatch(/% of the time$/);
        expect(dragged).not.toBe(tapped);
        await surface.press("Home");
        await surface.press("ArrowRight");
        expect(await readout.textContent()).not.toBe(dragged);
        expect(await surface.getAttribute("aria-valuetext")).toBe(await readout.textContent());
      }
      expect(await faultsOf(page)).toEqual([]);
      expect(await shiftOf(page)).toBe(before);
      expect(errors).toEqual([]);
    });
  });

  it("links each feed of its searched and sorted ranking to the same view, without leaving the page", async () => {
    const page = await show("spreads?range=6h");
    const ranking = page.getByRole("region", {name: "Spreads by feed"});
    await ranking.waitFor();
    expect(await ranking.locator("tbody tr").count()).toBe(8);
    await page.getByRole("searchbox", {name: "Search feeds"}).fill("eth crypto");
    await page.waitForURL(/search=eth\+crypto$/);
    expect(await ranking.locator("tbody th").allTextContents()).toEqual(["Crypto.ETH/USD"]);
    await page.goBack();
    await page.waitForURL(/range=6h$/);
    await ranking.getByRole("button", {name: "Updates"}).click();
    await page.evaluate("globalThis.isSamePage = true");
    await ranking.getByRole("link", {name: "Crypto.ETH/USD"}).click();
    await page.getByText("Crypto.ETH/USD spread distribution").first().waitFor();
    expect(new URL(page.url()).search).toBe("?range=6h&ranking=-updates&feed=2");
    expect(await page.evaluate("isSamePage && scrollY > 0")).toBe(true);
    expect(await ranking.locator("[aria-current]").textContent()).toBe("Crypto.ETH/USD");
  });
});
