import type {Route} from "playwright-core";
import {describe, expect, it} from "vitest";
import {describeSettings} from "../../loaders/config/described.js";
import {guidePages} from "../helpers/samples.js";
import {faultsOf, usePage, useUsual} from "../helpers/site/site.js";

const site = useUsual();
const {load} = usePage(site, {ready: "h1"});

const nothing = "The guide has none of these words. Try another word, or choose a page from the list below.";
// Searches of new readers, and the part of the guide that must come first.
const questions = [
  ["how to publish", "Publish and refresh"],
  ["save chart as png", "Sharing: A picture or its rows"],
  ["token", "Troubleshooting: missing FEEDBOOK_TOKEN"],
  ["csv import", "Own data and other loaders: A file of yours on a page"],
  ["change colours", "How a page works: Colours"],
  ["retention", "Loads, watch, retention: Keeping a store small"],
  ["why is a feed silent", "SQL vocabulary: Habits that help"]
] as const;

describe("guide", () => {
  it("is searched in pages and settings, without another host, and satisfies axe", async () => {
    const page = await load("guide/");
    const field = page.getByRole("searchbox", {name: "Search the guide"});
    const [found, status] = [page.locator(".fb-guide-found"), page.locator(".fb-guide-search [role=status]")];
    const held: Route[] = [];
    await page.route("**/guide/sharing*", (route) => void held.push(route), {times: 1});
    await field.fill("maxBodyBytes");
    await expect.poll(() => held.length).toBe(1);
    expect(await status.innerText()).toBe("Reading the guide…");
    for (const route of held) await route.continue();
    await expect.poll(() => found.innerText()).toContain("Settings: service.maxBodyBytes");
    expect(await found.innerText()).toContain("Troubleshooting: a body is longer than");
    await field.fill("xyzzy");
    await expect.poll(() => status.innerText()).toBe(nothing);
    expect(await found.innerText()).toBe("");
    expect(await faultsOf(page)).toEqual([]);
    await field.fill("retention STORE small");
    await page.getByRole("link", {name: "Loads, watch, retention: Keeping a store small"}).click();
    await page.waitForURL(/guide\/loads(?:\.html)?#keeping-a-store-small$/);
  });

  it("finds the right part for each question", async () => {
    const page = await load("guide/");
    const field = page.getByRole("searchbox", {name: "Search the guide"});
    const links = page.locator(".fb-guide-found a");
    const missed: string[] = [];
    for (const [question, expected] of questions) {
      await field.fill(question);
      await links.first().waitFor();
      const first = (await links.first().textContent()) ?? "";
      if (!first.startsWith(expected)) missed.push(`${question}: ${first}`);
    }
    expect(missed).toEqual([]);
  });

  it("lists every setting, and the names of SQL", async () => {
    const names = async (path: string) => (await load(path)).locator("main dt").allTextContents();
    expect(await names("guide/settings")).toEqual(describeSettings().map(({name}) => name));
    expect(await names("guide/vocabulary")).toEqual(expect.arrayContaining(["candles", "prices", "familiar_feeds"]));
  });

  it.each(Object.keys(guidePages))("shows a page that works: %s", async (name) => {
    const page = await load(name);
    await page.locator(":is(.fb-chart, .fb-finding)").first().waitFor();
    expect(await page.locator(".observablehq--error").count()).toBe(0);
    expect(await page.locator("figure.fb-chart :is(path[d], tbody tr)").count()).toBeGreaterThan(0);
  });
});
