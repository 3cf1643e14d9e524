import type {Page} from "playwright-core";
import {expect, it} from "vitest";
import {usePage, useUsual} from "../helpers/site/site.js";
import {casesOf} from "../helpers/soak.js";

const {show} = usePage(useUsual(), {ready: ".fb-chart, .fb-feeds table, .fb-catalog details"});
const widths = casesOf(
  [320, 390, 560, 800, 1280, 1920],
  [400, 480, 640, 720, 880, 960, 1040, 1120, 1200, 1360, 1440, 1520, 1600, 1680, 1760, 1840]
);
const zoom = "zoom=2026-05-12T10:00:00Z..2026-05-12T12:00:00Z";

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
  "/%s scrolls only down, and cuts and overlaps no text, from 320 to 1,920 px",
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

// Charts have the page's width, and all queries have answered.
async function isQuiet(): Promise<boolean> {
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
  return !document.documentElement.hasAttribute("data-busy");
}

// Texts that readers cannot read, a line each: the page scrolls sideways, texts overlap, or a text is cut without a title
// that has all of it.
async function layoutFaults(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element): CSSStyleDeclaration => {
      const style = styles.get(element) ?? getComputedStyle(element);
      styles.set(element, style);
      return style;
    };
    const around = (element: Element): Element[] =>
      element.parentElement === null ? [element] : [element, ...around(element.parentElement)];
    const clips = (element: Element): boolean => {
      const {overflowX, contain, display} = styleOf(element);
      return display !== "inline" && (overflowX !== "visible" || /paint|strict|content/.test(contain));
    };
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({opacityProperty: true, visibilityProperty: true}) &&
      element.closest("script, style, title, option, select, .fb-running") === null &&
      !around(element).some((one) => styleOf(one).clipPath !== "none" || one.matches("defs, clipPath"));
    const hasTitle = (element: Element, by: Element): boolean =>
      element.closest("summary") !== null ||
      ((styleOf(by).textOverflow === "ellipsis" || by instanceof SVGElement) &&
        (by.closest("[title]") ?? by.querySelector("[title], title")) !== null);

    const faults = new Set<string>();
    const {scrollWidth, clientWidth} = document.documentElement;
    if (scrollWidth > clientWidth) faults.add(`the page scrolls sideways: ${scrollWidth} px in ${clientWidth} px`);

    // The part of each text that its ancestors leave.
    const shown: {element: Element; text: string; left: number; right: number; top: number; bottom: number}[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const [element, text] = [node.parentElement, node.data.trim().slice(0, 40)];
      if (element === null || text === "" || !isSeen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const isTurned = element instanceof SVGGraphicsElement && element.getScreenCTM()?.b !== 0;
      if (isTurned) continue; // the box of turned text is larger than its letters
      for (const box of element instanceof SVGElement ? [element.getBoundingClientRect()] : range.getClientRects()) {
        let {left, right, top, bottom} = box;
        for (const one of around(element).filter(clips)) {
          const edge = one.getBoundingClientRect();
          const isScrolled =
            /auto|scroll/.test(styleOf(one).overflowX) && one.matches("[tabindex='0'], [role=listbox]");
          const isCut = left < edge.left - 1 || right > edge.right + 1;
          if (right - left > 1 && isCut && !isScrolled && !hasTitle(element, one)) faults.add(`cut: ${text}`);
          [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
          [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
        }
        if (right - left > 1 && bottom - top > 1) shown.push({element, text, left, right, top, bottom});
      }
    }

    shown.sort((a, b) => a.top - b.top);
    shown.forEach((a, index) => {
      for (const b of shown.slice(index + 1)) {
        if (b.top > a.bottom) break;
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - b.top;
        const least = 0.4 * Math.min(a.bottom - a.top, b.bottom - b.top); // letters leave room above and below them
        if (wide > 2 && high > least && !a.element.contains(b.element) && !b.element.contains(a.element))
          faults.add(`on each other: ${a.text} and ${b.text}`);
      }
    });
    return [...faults];
  });
}
