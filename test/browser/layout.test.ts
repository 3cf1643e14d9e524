import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {faultsOf, shiftOf, usePage, useUsual} from "../helpers/site/site.js";
import {casesOf} from "../helpers/soak.js";
import {notebooks} from "../pages/notebook.js";
import {layoutFaults} from "./layout-faults.js";

const site = useUsual();
const {show} = usePage(site, {ready: ".fb-chart, .fb-feeds table, details"});
const zoom = "zoom=2026-05-12T10:00:00Z..2026-05-12T12:00:00Z";
const plots = "main figure.fb-chart .fb-body > svg";

// The narrowest width of each layout, or some for notebooks, which have the same parts; the soak looks every 40 px.
const each40 = Array.from({length: 41}, (_, i) => 320 + 40 * i);
const widths = casesOf([320, 360, 481, 641, 761, 901, 961, 1041, 1201, 1341, 1920], each40);
const someWidths = casesOf([320, 641, 961, 1341], each40);

interface Case {
  path: string;
  /** What readers come for, and how far down it may start at 1280 × 900 and at 390 × 844 px. */
  lead?: string;
  tops?: [wide: number, phone: number];
}

const pages: Case[] = [
  {path: "", lead: ".fb-feeds tbody tr", tops: [140, 140]},
  {path: "feed?feed=11"},
  {path: "feed?feed=115"},
  {path: `prices?feed=103&with=1,11&${zoom}`},
  {path: `spreads?feed=11&${zoom}`, tops: [200, 200]},
  {path: `funding?feeds=112,113,115&${zoom}`},
  {path: "quality", lead: "main .fb-problems"},
  {path: "data#prices", lead: "h1", tops: [200, 200]},
  {path: "events"},
  {path: "compare"},
  {path: "desk", tops: [200, 240]},
  {path: "sql", lead: "h1", tops: [200, 200]},
  {path: "components", lead: "h1", tops: [200, 200]},
  ...notebooks.map((name) => ({path: `notebooks/${name}`}))
];

// Each colour scheme at one width; notebooks take turns, and so do the two pages with the catalogue.
const schemes = [
  ["light", 1280],
  ["dark", 390]
] as const;

describe.each(pages)("/$path", ({path, lead = plots, tops = [200, 180]}) => {
  const isNotebook = path.startsWith("notebooks/");

  it("shows at once what readers come for", async () => {
    const page = await show(path);
    await page.setViewportSize({width: 1280, height: 900});
    await expect.poll(() => topOf(page, lead)).toBeLessThanOrEqual(tops[0]);
    await page.setViewportSize({width: 390, height: 844});
    await expect.poll(() => topOf(page, lead)).toBeLessThanOrEqual(tops[1]);
  });

  it("scrolls only down, and cuts and overlaps no text, from 320 to 1,920 px", async () => {
    const page = await show(path);
    for (const width of isNotebook ? someWidths : widths) {
      await page.setViewportSize({width, height: 900});
      await quiet(page);
      await expect.poll(() => layoutFaults(page), {message: `${width} px`}).toEqual([]);
    }
  }, 300_000);

  const turn = pages.findIndex((one) => one.path === path) % 2;
  const axed = isNotebook || /^(?:data|sql)/.test(path) ? schemes.slice(turn, turn + 1) : schemes;
  it.each(axed)("satisfies axe with its menus open, %s at %d px", async (colorScheme, width) => {
    const page = await show(path);
    await page.emulateMedia({colorScheme});
    await page.setViewportSize({width, height: 900});
    await quiet(page);
    await page.evaluate(setMenus, true);
    await quiet(page, 10);
    expect(await faultsOf(page)).toEqual([]);
    await page.evaluate(setMenus, false);
  });
});

// `waitForFunction` would take the promise of `isQuiet` for its answer.
async function quiet(page: Page, frames = 3): Promise<void> {
  await expect.poll(() => page.evaluate(isQuiet, frames), {timeout: 60_000}).toBe(true);
}

// Charts have the page's width, colours have changed, and no query has run for some frames.
async function isQuiet(frames: number): Promise<boolean> {
  for (let i = 0; i < frames; i++) {
    await new Promise(requestAnimationFrame);
    if (document.documentElement.hasAttribute("data-busy")) return false;
  }
  const isMoving = document.getAnimations().some((animation) => animation instanceof CSSTransition);
  return !isMoving && document.querySelector("main observablehq-loading") === null;
}

async function topOf(page: Page, selector: string): Promise<number> {
  await quiet(page);
  return await page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().top + scrollY);
}

// Opens the first of each kind: a catalogue has a fold for each table.
function setMenus(isOpen: boolean): void {
  for (const kind of ["fb-menu", "fb-fold", "fb-how"]) {
    const menus = [...document.querySelectorAll<HTMLDetailsElement>(`details.${kind}`)];
    for (const menu of menus.slice(0, 8)) menu.open = isOpen;
  }
}

describe("a link that the build has not answered", () => {
  const opened = usePage(site, {viewport: {width: 1280, height: 900}});
  const feeds: Record<string, string> = {funding: "feeds=113,115", quality: "range=6h"};

  it.each(["prices", "spreads", "funding", "feed", "quality"])(
    "/%s is never blank, and moves nothing",
    async (name) => {
      const {page} = opened.watched;
      let answer = () => {};
      const asked = new Promise<void>((resolve) => (answer = resolve));
      await page.route(/engine-worker/, async (route) => {
        await asked;
        await route.continue();
      });
      await page.goto(`${site.url}${name}?${feeds[name] ?? "feed=11"}&${zoom}`);
      await page.locator("html[data-busy]").waitFor();
      const before = await page.evaluate(shownOf);
      answer();
      await quiet(page, 10);
      await expect.poll(async () => ({...(await page.evaluate(shownOf)), isHigh: true})).toEqual(before);
      expect(await shiftOf(page)).toBeLessThan(name === "quality" ? 0.03 : 0.005);
      await page.unroute(/engine-worker/);
    }
  );
});

// The texts before the first result, and whether each box of a chart has a chart's height.
function shownOf() {
  const seen = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility());
  const texts = seen("#observablehq-main > :is(h1, h2, p, .fb-picks):not(.fb-card ~ *)");
  return {
    texts: texts.map(({innerText}) => innerText),
    isHigh: seen(".fb-chart-card").every(({clientHeight}) => clientHeight >= 200)
  };
}
