import type {Page} from "playwright-core";

/**
 * What readers cannot read on a page as it is laid out now, a line each: it scrolls sideways, texts or controls stand on
 * each other, or a text is cut without the whole of it in a title.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
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
      if (isTurned) continue; // its box is not where its letters are
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

    // What is left of each text within all that clips it.
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
        const isTold =
          box.element.closest("summary") !== null ||
          ((textOverflow === "ellipsis" || one instanceof SVGElement) &&
            (one.closest("[title]") ?? one.querySelector("[title], title")) !== null);
        if (isCut && !isScrolled && !isTold) faults.push(`cut: ${name(box)}`);
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

    // Controls count with all of their area.
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
