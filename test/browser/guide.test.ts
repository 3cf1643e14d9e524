import {describe, expect, it} from "vitest";
import {describeSettings} from "../../loaders/config/described.js";
import {usePage, useUsual} from "../helpers/site/site.js";
import {guidePages} from "../pages/samples.js";

const site = useUsual();
const {load} = usePage(site, {ready: "h1"});

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
  it("has a search that finds the right part for each question, and settings", async () => {
    const page = await load("guide/");
    await page.getByRole("button", {name: "Search the guide"}).click();
    const field = page.getByRole("combobox", {name: "Find"});
    const first = page.getByRole("group", {name: "Guide"}).getByRole("option").first();
    for (const [question, expected] of questions) {
      await field.fill(question);
      await expect
        .poll(async () => (await first.textContent())?.slice(0, expected.length), {message: question})
        .toBe(expected);
    }
    await field.fill("maxBodyBytes");
    await page.getByRole("option", {name: "Settings: service.maxBodyBytes"}).waitFor();
  });

  it("lists every setting, and the names of SQL", async () => {
    const page = await load("guide/settings");
    const names = () => page.locator("main dt").allTextContents();
    await expect.poll(names).toEqual(describeSettings().map(({name}) => name));
    await load("guide/vocabulary");
    await expect.poll(names).toEqual(expect.arrayContaining(["candles", "prices", "familiar_feeds"]));
  });

  it.each(Object.keys(guidePages))("shows a page that works: %s", async (name) => {
    const page = await load(name);
    await page.locator(":is(.fb-chart, .fb-finding)").first().waitFor();
    await expect.poll(() => page.locator("figure.fb-chart :is(path[d], tbody tr)").count()).toBeGreaterThan(0);
    expect(await page.locator(".observablehq--error").count()).toBe(0);
  });
});
