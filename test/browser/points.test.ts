import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {useSite} from "../helpers/site.js";
import {casesOf} from "../helpers/soak.js";
import {makeSpike, spike} from "../helpers/spike.js";

const site = useSite("spike", makeSpike);

const picture = "figure.fb-chart .fb-body > svg";
const zoom = (hours: number) =>
  [-1, 1].map((sign) => new Date(Date.parse(spike.at) + sign * hours * 1.8e6).toJSON()).join("..");
const views = ["", "?range=all", `?zoom=${zoom(4)}`];
const shown = {prices: "highest 250", spreads: "highest 400 bps", funding: "highest 5.000000 %"};
const all = Object.entries(shown).flatMap(([page, text]) =>
  [1280, 390].flatMap((width) => views.map((view) => ({page, text, width, view})))
);
// Each page once whole and once by SQL, each view and each width.
const cases = casesOf(
  all.filter((_, i) => [0, 5, 7, 9, 14, 15].includes(i)),
  all.filter((_, i) => ![0, 5, 7, 9, 14, 15].includes(i))
);

describe("a chart of 100 000 updates", () => {
  it.each(cases)(
    "of /$page $view shows the one that stands out, at $width px",
    async ({page: path, text, width, view}) => {
      await visit(`${path}${view}`, width, async (page) => {
        expect(await page.locator(picture).first().getAttribute("aria-label")).toContain(text);
        const {points, pixels} = await drawn(page);
        expect(points).toBeGreaterThan(20);
        expect(points).toBeLessThanOrEqual(4 * pixels + 8);
      });
    }
  );

  it("is drawn anew with fewer points where the window becomes that of a phone, and not at every pixel", async () => {
    await visit(`prices?zoom=${zoom(4)}`, 1280, async (page) => {
      const [wide, chart] = [await drawn(page), await page.locator("figure.fb-chart").first().elementHandle()];
      await page.setViewportSize({width: 1240, height: 844});
      await page.waitForTimeout(1000);
      expect(await chart?.evaluate((element) => element.isConnected)).toBe(true);
      await page.setViewportSize({width: 390, height: 844});
      await page.waitForFunction((element) => !element?.isConnected, chart);
      await page.locator("html:not([data-busy])").waitFor({state: "attached"});
      const narrow = await drawn(page);
      expect(narrow.points).toBeLessThan(0.5 * wide.points);
      expect(narrow.points).toBeLessThanOrEqual(4 * narrow.pixels + 8);
    });
  });
});

/** The distinct places of the first chart's lines and bands along time, which are its rows, and its pixels. */
async function drawn(page: Page): Promise<{points: number; pixels: number}> {
  return await page
    .locator("figure.fb-chart")
    .first()
    .evaluate((figure) => {
      const points = Array.from(figure.querySelectorAll(".fb-body [data-key]"), (element) => {
        const path = element.matches("path") ? element : element.querySelector("path");
        const places = path?.getAttribute("d")?.match(/[ML]-?[\d.]+,-?[\d.]+/g) ?? [];
        return new Set(places).size;
      });
      return {points: Math.max(...points), pixels: figure.querySelector(".fb-surface")?.clientWidth ?? 0};
    });
}

async function visit(path: string, width: number, look: (page: Page) => Promise<void>): Promise<void> {
  await site.visit(path, {viewport: {width, height: 844}, ready: picture}, async ({page, errors}) => {
    await page.locator("html:not([data-busy])").waitFor({state: "attached"});
    await look(page);
    expect(errors).toEqual([]);
  });
}
