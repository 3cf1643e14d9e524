import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {openSnapshot, type Snapshot} from "../../loaders/snapshot/snapshot.js";
import {toRecords} from "../../loaders/store/database/query.js";
import {notebooks} from "../helpers/notebook.js";
import {faultsOf, usePage, useUsual} from "../helpers/site/site.js";
import {expectedOf} from "../pages/findings.js";

const site = useUsual();
const {load} = usePage(site, {ready: ".fb-finding"});

let snapshot: Snapshot;
beforeAll(async () => {
  snapshot = await openSnapshot(`${site.root}/data/feeds.snapshot.duckdb`);
});
afterAll(() => snapshot?.close());

describe("notebooks", () => {
  it.each(notebooks)("%s opens with what native SQL finds, and draws it; axe finds nothing", async (name) => {
    const page = await load(`notebooks/${name}`);
    const found = await page.locator(".fb-finding").innerText();
    const ask = async (sql: string) => toRecords(await snapshot.query(sql));
    const expected = (await expectedOf[name]?.(ask)) ?? [];
    expect(expected.length).toBeGreaterThan(0);
    for (const part of expected) expect(found).toContain(part);
    expect(await page.locator("figure.fb-chart").count()).toBe(1);
    expect(await page.locator(".observablehq--error").count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
    expect(await faultsOf(page)).toEqual([]);
  });

  it("follow what a reader picks", async () => {
    const page = await load("notebooks/spread-hours?feed=1");
    expect(await page.locator(".fb-finding").innerText()).toContain("Crypto.BTC/USD");
  });
});
