import type {BrowserContextOptions, Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {useSite} from "../helpers/site.js";
import {makeSnapshot} from "../helpers/snapshot.js";
import {boxOf, settled, zoomOf} from "../helpers/view.js";

const site = useSite("usual", makeSnapshot);

// The market is open from 13:00 to 20:00: in the time shown 6 h, and 1 h after the night.
describe("closed hours", () => {
  it("are skipped when that is picked: a drag over the night, and the wheel beside it, zoom to what they cover", async () => {
    await visit("prices?feed=922", {}, async (page) => {
      await page.getByRole("radio", {name: "Skipped"}).check({force: true});
      await page.waitForURL((url) => url.search === "?feed=922&closed=skipped");
      await page.locator(".fb-body line[stroke-opacity]").nth(1).waitFor({state: "attached"}); // of both charts
      const {x, y, width} = await boxOf(page, ".fb-surface");
      const at = (hours: number) => x + 4 + ((width - 8) * hours) / 7;
      await page.mouse.move(at(3), y + 100);
      await page.mouse.down();
      await page.mouse.move(at(6.5), y + 100, {steps: 5});
      await page.mouse.up();
      await page.waitForURL(/zoom=/);
      const [from, until] = zoomOf(page);
      expect((from - Date.parse("2026-05-11T17:00:00Z")) / 60_000).toBeCloseTo(0, -1);
      expect((until - Date.parse("2026-05-12T13:30:00Z")) / 60_000).toBeCloseTo(0, -1);
      await settled(page);
      await page.mouse.move(at(5), y + 100); // of 3.5 h: 19:30
      await page.keyboard.down("Control");
      await page.mouse.wheel(0, -100);
      await page.keyboard.up("Control");
      await page.waitForURL((url) => !url.href.includes(new Date(from).toISOString().slice(0, 19)));
      const [closer, later] = zoomOf(page);
      const open = (later - closer) / 3.6e6 - 17;
      expect(open).toBeCloseTo(3.5 * 2 ** -0.4, 1);
      expect((Date.parse("2026-05-11T19:30:00Z") - closer) / 3.6e6 / open).toBeCloseTo(5 / 7, 1);
      await settled(page);
      for (const search of [/closed=skipped&zoom=/, /closed=skipped$/, /^\?feed=922$/]) {
        await page.goBack();
        await page.waitForURL((url) => search.test(url.search));
      }
      await page.getByText("closed", {exact: true}).first().waitFor();
      expect(await page.locator(".fb-body line[stroke-opacity]").count()).toBe(0);
    });
  });

  it("are told where there is nothing else; where there are none, there is nothing to pick", async () => {
    await visit("prices?feed=922&closed=skipped&zoom=2026-05-11T22:00:00Z..2026-05-12T04:00:00Z", {}, async (page) => {
      await page.getByText("nothing but closed hours, which are skipped").first().waitFor();
      expect(await page.getByRole("radio", {name: "Skipped"}).isEnabled()).toBe(true);
    });
    for (const path of ["prices?feed=1", "spreads?feed=1", "feed?feed=1"])
      await visit(path, {}, async (page) => {
        await page.getByRole("radio", {name: "Skipped", disabled: true}).waitFor({state: "attached"});
      });
  });
});

async function visit(path: string, options: BrowserContextOptions, look: (page: Page) => Promise<void>): Promise<void> {
  await site.visit(path, options, async ({page, errors, outside}) => {
    await look(page);
    expect({errors, outside}).toEqual({errors: [], outside: []});
  });
}
