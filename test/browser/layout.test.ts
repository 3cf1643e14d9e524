import type {Page} from "playwright-core";
import {expect, it} from "vitest";
import {usePage, useUsual} from "../helpers/site/site.js";
import {casesOf} from "../helpers/soak.js";

const {show} = usePage(useUsual(), {ready: ".fb-chart, .fb-feeds table, details"});
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

// Texts that readers cannot read, a line each: the page scrolls sideways, texts or controls overlap, or a text is cut
// without a title that has all of it.
async function layoutFaults(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    interface Box {
      element: Element;
      text: string;
      isText: boolean;
      left: number;
      right: number;
      top: number;
      bottom: number;
    }

    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element): CSSStyleDeclaration => {
      const style = styles.get(element) ?? getComputedStyle(element);
      styles.set(element, style);
      return style;
    };
    const around = (element: Element): Element[] => {
      const parent = element.parentElement;
      return parent === null ? [element] : [element, ...around(parent)];
    };
    const clips = (element: Element): boolean => {
      const {overflowX, contain, display} = styleOf(element);
      return display !== "inline" && (overflowX !== "visible" || /paint|strict|content/.test(contain));
    };
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({opacityProperty: true, visibilityProperty: true}) &&
      !around(element).some((one) => styleOf(one).clipPath !== "none" || one.matches("defs, clipPath"));
    const name = ({element, text}: Box): string => {
      const place = element.closest("[class]");
      return `“${text.slice(0, 40)}” (${place?.tagName.toLowerCase()}.${place?.getAttribute("class")?.split(" ").join(".")})`;
    };

    const texts: Box[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const element = node.parentElement;
      if (element === null || node.data.trim() === "" || element.closest("script, style, title, option, select"))
        continue;
      if (!isSeen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const isTurned = element instanceof SVGGraphicsElement && element.getScreenCTM()?.b !== 0;
      if (isTurned) continue; // the box of turned text is larger than its letters
      const rects = element instanceof SVGElement ? [element.getBoundingClientRect()] : range.getClientRects();
      for (const {left, right, top, bottom} of rects)
        if (right - left > 1) texts.push({element, text: node.data.trim(), isText: true, left, right, top, bottom});
    }

    const faults: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) {
      const widest = Array.from(document.body.querySelectorAll("*")).filter(
        (one) => one.getBoundingClientRect().right > root.clientWidth + 1
      );
      const at = widest.slice(-3).map((one) => `${one.tagName.toLowerCase()}.${one.getAttribute("class")}`);
      faults.push(`the page scrolls sideways: ${root.scrollWidth} px in ${root.clientWidth} px: ${at}`);
    }

    // Clips each text by its ancestors.
    const shown: Box[] = [];
    for (const box of texts) {
      if (box.element.closest(".fb-running")) continue; // above the page, for a moment
      let [left, right, top, bottom] = [box.left, box.right, box.top, box.bottom];
      for (const one of around(box.element)) {
        if (!clips(one)) continue;
        const edge = one.getBoundingClientRect();
        const {overflowX, textOverflow} = styleOf(one);
        const isScrolled = /auto|scroll/.test(overflowX) && one.matches("[tabindex='0'], [role=listbox]");
        const isCut = left < edge.left - 1 || right > edge.right + 1;
        const hasTitle =
          box.element.closest("summary") !== null ||
          ((textOverflow === "ellipsis" || one instanceof SVGElement) &&
            (one.closest("[title]") ?? one.querySelector("[title], title")) !== null);
        if (isCut && !isScrolled && !hasTitle) faults.push(`cut: ${name(box)}`);
        [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      }
      if (right - left > 1 && bottom - top > 1) shown.push({...box, left, right, top, bottom});
    }

    for (const {element, right, bottom, ...box} of shown) {
      const edge = element.closest("button, summary, .fb-segments span")?.getBoundingClientRect();
      if (edge !== undefined && (right > edge.right + 1 || bottom > edge.bottom + 2))
        faults.push(`beyond its control: ${name({element, right, bottom, ...box})}`);
    }

    // A control counts with its whole area.
    for (const element of document.querySelectorAll("button, input, select, summary, .fb-segments span")) {
      const {left, right, top, bottom} = element.getBoundingClientRect();
      const text = element.getAttribute("aria-label") ?? element.textContent ?? "";
      if (isSeen(element) && !element.closest(".fb-strip, .fb-running"))
        shown.push({element, text, isText: false, left, right, top, bottom});
    }

    const overlap = (a: Box, b: Box): boolean => {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const isText = a.isText && b.isText; // letters leave room above and below them
      return wide > 2 && high > (isText ? 0.4 * Math.min(a.bottom - a.top, b.bottom - b.top) : 1);
    };
    shown.sort((a, b) => a.top - b.top);
    shown.forEach((box, index) => {
      for (const other of shown.slice(index + 1)) {
        if (other.top > box.bottom) break;
        if (box.element.contains(other.element) || other.element.contains(box.element) || !overlap(box, other))
          continue;
        faults.push(`on each other: ${name(box)} and ${name(other)}`);
      }
    });
    return [...new Set(faults)];
  });
}
