import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {publish} from "../../loaders/snapshot/publish.js";
import {usePreview} from "../helpers/site/preview.js";
import {makeSnapshot} from "../helpers/snapshot.js";
import {makeStore, recorded} from "../helpers/store.js";

const previewed = usePreview(({snapshotPath}) => makeSnapshot(snapshotPath, {hours: 0}));
const {workspace} = previewed;

// These pages stay open over an empty store, the recorded response of the real service, and a load.
const pages = [
  {path: "", empty: "No feeds in the store yet", figures: ["80,639.54", "2,276.77"]},
  {path: "prices", empty: "No prices in the store yet", figures: ["80,639.54"]},
  {path: "spreads", empty: "No bid and ask prices in the store yet", figures: ["0.733 bps"]},
  {path: "funding", empty: "No funding rates in the store yet", figures: ["+0.0039 %"]}
];

describe("a page open in a preview", () => {
  const opened = pages.map(({path, ...expected}) => ({...expected, path, watched: previewed.opened(path)}));
  const errors = () => opened.flatMap(({watched}) => watched.errors);

  it("says what to do while the store is empty", async () => {
    for (const {empty, watched} of opened) {
      await watched.page.getByText(empty).waitFor();
      expect(await watched.page.locator(".fb-chart:visible, .fb-banner:visible, main h2:visible").count()).toBe(0);
      await watched.page.evaluate("globalThis.stays = true");
    }
    expect(errors()).toEqual([]);
  });

  it("shows the response of the real service by itself, unmarked", async () => {
    await publishRecorded();
    for (const {figures, watched} of opened) {
      for (const figure of figures) await watched.page.getByText(figure, {exact: true}).first().waitFor();
      expect(await watched.page.locator(".fb-banner:visible").count()).toBe(0);
      await watched.page.locator(".fb-age time:visible").waitFor();
    }
    expect(errors()).toEqual([]);
  });

  it("shows a simulated load by itself, marked", async () => {
    await makeSnapshot(workspace.snapshotPath, {hours: 2, until: "2026-05-12T14:30:00Z"});
    for (const {path, watched} of opened) {
      const {page} = watched;
      await upTo(page, "2026-05-12 14:30:00 UTC");
      expect(await page.locator(".fb-banner:visible").allTextContents()).toEqual([expect.stringMatching(/Simulated/)]);
      expect(await page.locator(".fb-age time:visible").count()).toBe(1);
      expect({path, stays: await page.evaluate("stays")}).toEqual({path, stays: true});
    }
    expect(errors()).toEqual([]);
  });
});

// The header's chip, and the chart's clock, which stands at its last row.
async function upTo(page: Page, time: string): Promise<void> {
  await page.locator(".fb-age div time", {hasText: time}).waitFor({state: "attached"});
  const clock = page.locator(".fb-clock").first();
  if (!page.url().endsWith("/")) await clock.filter({hasText: time}).waitFor();
}

async function publishRecorded(): Promise<void> {
  const {store, book, remove} = await makeStore();
  await book(recorded);
  await publish(store, workspace.snapshotPath);
  remove();
}
