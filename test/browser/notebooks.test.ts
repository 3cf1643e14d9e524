import {describe, expect, it} from "vitest";
import {notebooks} from "../helpers/notebook.js";
import {faultsOf, usePage, useUsual} from "../helpers/site/site.js";

const {load} = usePage(useUsual(), {ready: ".fb-finding"});

describe("notebooks", () => {
  it.each(notebooks)("%s states and draws its finding, and satisfies axe", async (name) => {
    const page = await load(`notebooks/${name}`);
    expect(await page.locator(".fb-finding").innerText()).toMatch(/^(?!.*(?:NaN|undefined|null)).+\.$/);
    expect(await page.locator("figure.fb-chart").count()).toBe(1);
    expect(await page.locator(".observablehq--error").count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
  });

  it("recompute their finding for a feed of the URL", async () => {
    const page = await load("notebooks/spread-hours?feed=1");
    expect(await page.locator(".fb-finding").innerText()).toContain("Crypto.BTC/USD");
  });
});
