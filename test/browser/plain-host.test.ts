import {existsSync, readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import type {Locator} from "playwright-core";
import {expect, it} from "vitest";
import {base} from "../helpers/site/built.js";
import {watch} from "../helpers/site/chromium.js";
import {servePlainly} from "../helpers/site/plain-host.js";
import {useUsual} from "../helpers/site/site.js";

// Such as a bucket, or a folder of another site: it finds no page by its name alone, and sends no header of ours.
const site = useUsual();
const dist = () => `${site.root}/dist`;

it("a built page links to files that are there, as they are named", () => {
  const pages = readdirSync(dist(), {recursive: true, encoding: "utf8"}).filter((name) => name.endsWith(".html"));
  const missing = pages.flatMap((page) => {
    // Of a missing page the address can be any; its links start at the base.
    const from = page === "404.html" ? base : `${base}${page}`;
    const text = readFileSync(join(dist(), page), "utf8").replaceAll(/<(script|code|pre)\b[^>]*>[\s\S]*?<\/\1>/g, "");
    return [...text.matchAll(/<a\b[^>]* href="([^"]*)"/g)]
      .map(([, link = ""]) => new URL(link, `http://site${from}`))
      .filter(({host, pathname}) => host === "site" && !isFile(pathname))
      .map(({pathname}) => `${page}: ${pathname}`);
  });
  expect(pages.length).toBeGreaterThan(25);
  expect(missing).toEqual([]);
  expect(existsSync(join(dist(), ".nojekyll"))).toBe(true);
});

it("a reader goes from page to page, searches, and asks in the console", async () => {
  const serving = await servePlainly(dist(), base);
  const context = await site.browser.newContext();
  const {page, errors, outside, requests} = await watch(context, new URL(serving.url).origin);
  try {
    await page.goto(serving.url);
    await page.locator("tbody .fb-is-spark").first().click({force: true}); // the row is a link
    await page.waitForURL(/feed\.html\?feed=\d+/);
    await goBy(page.getByRole("main"), "Prices", /prices\.html\?feed=\d+/);
    await page.getByRole("button", {name: /^SQL of .* price$/}).click();
    await goBy(page.getByRole("dialog"), "Open in the console", /sql\.html#sql=/);
    await page
      .getByText(/^[\d,]+ rows/)
      .first()
      .waitFor();
    await page.goto(`${serving.url}guide/`);
    await page.getByRole("searchbox", {name: "Search the guide"}).fill("retention STORE small");
    await goBy(page.getByRole("main"), "Loads, watch, retention: Keeping a store small", /guide\/loads\.html#keeping/);
    const failed = errors.filter((error) => !error.startsWith("net::ERR_ABORTED")); // of pages that were left
    expect({failed, outside}).toEqual({failed: [], outside: []});
    expect(requests.filter((url) => !url.startsWith(serving.url) && /^http/.test(url))).toEqual([]);
  } finally {
    await context.close();
    await serving.close();
  }
});

async function goBy(place: Locator, name: string, address: RegExp): Promise<void> {
  await place.getByRole("link", {name, exact: true}).first().click();
  await place.page().waitForURL(address);
}

function isFile(pathname: string): boolean {
  const path = pathname.slice(base.length - 1);
  return pathname.startsWith(base) && existsSync(join(dist(), path.endsWith("/") ? `${path}index.html` : path));
}
