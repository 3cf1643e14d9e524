import type {Page} from "playwright-core";

/** The time that a page is zoomed to, as its URL says. */
export function zoomOf(page: Page): [number, number] {
  const [from = "", until = ""] = new URL(page.url()).searchParams.get("zoom")?.split("..") ?? [];
  return [Date.parse(from), Date.parse(until)];
}

/** Where the first element that a selector finds is, once it is in view. */
export async function boxOf(page: Page, selector: string) {
  const element = page.locator(selector).first();
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (box === null) throw new Error(`nothing to see of ${selector}`);
  return box;
}

/** Waits until a page has drawn its new state. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.locator("html:not([data-busy])").waitFor({state: "attached"});
}
