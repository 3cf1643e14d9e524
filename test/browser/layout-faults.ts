import type {Page} from "playwright-core";

/**
 * Texts that readers cannot read, a line each: the page scrolls sideways, texts overlap, a text is cut without a title
 * that has all of it, or a number is cut at all.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done))); // a new chart fits itself before it is painted
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
    const isNumber = (text: string): boolean => /^[^a-z]?\d[\d,.]*\b(?! *[a-z]{4})/i.test(text);
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
          if (right - left > 1 && isCut && !isScrolled && (isNumber(text) || !hasTitle(element, one)))
            faults.add(`cut: ${text}`);
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
