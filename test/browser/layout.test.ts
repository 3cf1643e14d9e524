import {describe, expect, it} from "vitest";
import {usePage, useUsual} from "../helpers/site/site.js";
import {casesOf} from "../helpers/soak.js";
import {layoutFaults} from "./layout.js";

const {show} = usePage(useUsual(), {ready: ".fb-chart, .fb-feeds table, details"});
const widths = casesOf(
  [320, 390, 560, 800, 1280, 1920],
  [400, 480, 640, 720, 880, 960, 1040, 1120, 1200, 1360, 1440, 1520, 1600, 1680, 1760, 1840]
);
const zoom = "zoom=2026-05-12T10:00:00Z..2026-05-12T12:00:00Z";

describe("the layout of a page", () => {
  it.each([
    "",
    "feed?feed=11",
    "feed?feed=115",
    "data#prices",
    `prices?feed=103&with=1,11&${zoom}`,
    `spreads?feed=11&${zoom}`,
    `funding?feeds=112,113,115&${zoom}`,
    "quality",
    "components"
  ])(
    "/%s shows all that it says, from 320 to 1,920 px",
    async (path) => {
      const page = await show(path);
      const faults = new Map<string, number[]>();
      for (const width of widths) {
        await page.setViewportSize({width, height: 900});
        await page.waitForFunction(isQuiet);
        for (const fault of await layoutFaults(page)) faults.set(fault, [...(faults.get(fault) ?? []), width]);
      }
      expect(Array.from(faults, ([fault, at]) => `${fault}, ${at.join(" ")} px`)).toEqual([]);
    },
    300_000
  );
});

// Charts are as wide as the page now, and show what they asked for.
async function isQuiet(): Promise<boolean> {
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
  return !document.documentElement.hasAttribute("data-busy");
}
