import {describe, expect, it} from "vitest";
import {describeSettings} from "../../loaders/config/described.js";
import {guidePages} from "../helpers/samples.js";
import {faultsOf, usePage, useUsual} from "../helpers/site/site.js";

const site = useUsual();
const {load} = usePage(site, {ready: "h1"});

describe("guide", () => {
  it("is searched without another host, in its pages and all settings; axe finds nothing", async () => {
    const page = await load("guide/");
    const field = page.getByRole("searchbox", {name: "Search the guide"});
    const found = page.locator(".fb-guide-found");
    await field.fill("maxBodyBytes");
    await expect.poll(() => found.innerText()).toContain("Settings: service.maxBodyBytes");
    expect(await found.innerText()).toContain("Troubleshooting: a body is longer than");
    await field.fill("xyzzy");
    await expect.poll(() => found.innerText()).toBe("Nothing in the guide has all of these words.");
    expect(await faultsOf(page)).toEqual([]);
    await field.fill("retention STORE small");
    await page.getByRole("link", {name: "Loads, watch, retention: Keeping a store small"}).click();
    await page.waitForURL(/guide\/loads(?:\.html)?#keeping-a-store-small$/);
  });

  it("has every setting and every name of SQL", async () => {
    const names = async (path: string) => (await load(path)).locator(".fb-glossary dt").allTextContents();
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
