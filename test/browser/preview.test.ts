import {once} from "node:events";
import {writeFileSync} from "node:fs";
import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {notedAddresses} from "../../loaders/site/addresses.js";
import {publish} from "../../loaders/snapshot/publish.js";
import {feedbook} from "../helpers/cli.js";
import {reachPage, refusal, startElsewhere} from "../helpers/site/elsewhere.js";
import {usePreview} from "../helpers/site/preview.js";
import {makeSnapshot} from "../helpers/snapshot.js";
import {casesOf, soaking} from "../helpers/soak.js";
import {makeStore, recorded} from "../helpers/store.js";

const previewed = usePreview(({snapshotPath}) => makeSnapshot(snapshotPath, {hours: 0}));
const {workspace, open} = previewed;

// In this order: an empty store, the recorded answer of the real service, and a load while pages are open.
describe("preview", () => {
  it.each(
    casesOf(
      [
        ["", "No feeds in the store yet"],
        ["funding", "No funding rates in the store yet"]
      ],
      [
        ["prices", "No prices in the store yet"], // in the gate below, as a page is filled
        ["spreads", "No bid and ask prices in the store yet"]
      ]
    )
  )("shows what to do on page /%s of an empty store", async (path, text) => {
    await open(path, async ({page, errors}) => {
      await page.getByText(text).waitFor();
      expect(await page.locator(".fb-chart:visible, .fb-banner:visible").count()).toBe(0);
      expect(errors).toEqual([]);
    });
  });

  it("shows on page /data of an empty store what its tables mean", async () => {
    await open("data#prices", async ({page, errors}) => {
      await page.locator("#prices").getByRole("row", {name: "best bid"}).waitFor();
      expect(await page.locator("#prices .fb-rows").textContent()).toBe("0 rows");
      expect(errors).toEqual([]);
    });
  });

  it("fills a page by itself once there is something in the store", async () => {
    await open("prices", async ({page, errors}) => {
      await page.getByText("No prices in the store yet").waitFor();
      await publishRecorded();
      await page.getByText("80,639.53748222").first().waitFor();
      expect(errors).toEqual([]);
    });
  });

  it.each(
    casesOf<[string, string[]]>(
      [
        ["", ["80,639.53748222", "2,276.76960645", "0.003877 %"]],
        ["spreads?feed=1", ["0.733 bps"]]
      ],
      [
        ["prices?feed=2", ["2,276.76960645"]],
        ["funding?feed=112", ["0.003877 %"]]
      ]
    )
  )("shows on page /%s what the service really said, not marked as simulated", async (path, figures) => {
    await open(path, async ({page, errors}) => {
      for (const figure of figures) await page.getByText(figure).first().waitFor();
      expect(await page.locator(".fb-banner:visible").count()).toBe(0);
      expect(errors).toEqual([]);
    });
  });

  it("shows new rows on open pages after a load, without a reload", async () => {
    await makeSnapshot(workspace.snapshotPath, {hours: 2, until: "2026-05-12T14:00:00Z"});
    const paths = casesOf(["", "prices?feed=2&range=1h"], ["funding?basis=apr", "prices", "spreads"]);
    let ready = 0;
    let load: Promise<void>;
    const pages = paths.map((path) =>
      open(path, async ({page, errors}) => {
        page.setDefaultTimeout(240_000); // five pages at a time
        await upTo(page, "2026-05-12 14:00:00 UTC");
        await page.evaluate("globalThis.stays = true");
        await page.evaluate(watchLine);
        ready += 1;
        if (ready === paths.length)
          load = makeSnapshot(workspace.snapshotPath, {hours: 2, until: "2026-05-12T14:30:00Z"});
        await upTo(page, "2026-05-12 14:30:00 UTC");
        await load;
        expect({path, stays: await page.evaluate("stays"), lines: await page.evaluate("linesShown"), errors}).toEqual({
          ...{path, stays: true, lines: [1], errors: []}
        });
      })
    );
    await Promise.all(pages);
  }, 300_000);

  // In the gate above, with a load in this process.
  it.runIf(soaking)("shows the rows of a real load, marked, on an open page, without a reload", async () => {
    await makeSnapshot(workspace.snapshotPath, {hours: 0});
    await open("prices", async ({page, errors}) => {
      await page.getByText("No prices in the store yet").waitFor();
      expect(await page.locator(".fb-banner").count()).toBe(0);
      await page.evaluate("globalThis.stays = true");
      const load = await feedbook(["load", "latest", "--feeds", "1"], {cwd: workspace.root});
      expect(load).toMatchObject({exitCode: 0});
      await page.locator("figure.fb-chart").first().waitFor();
      expect(await page.locator(".fb-banner:visible").allTextContents()).toEqual([expect.stringMatching(/^Simulated/)]);
      expect(await page.evaluate("stays")).toBe(true);
      expect(errors).toEqual([]);
    });
  });

  it("notes its address, where `feedbook new` finds it", () => {
    expect(notedAddresses(`${workspace.root}/src`)).toContain(previewed.preview.url);
  });

  it("says nothing in the terminal of an open page that is not there", async () => {
    const said = previewed.preview.warned;
    const page = await previewed.context.newPage();
    const closed = page.waitForEvent("websocket").then((socket) => socket.waitForEvent("close"));
    expect((await page.goto(`${previewed.preview.url}nope`))?.status()).toBe(404);
    await closed;
    await page.close();
    expect(previewed.preview.warned).toBe(said);
  });

  it("lets no page of another origin read it, frame it or connect to it", async () => {
    const elsewhere = createServer((_, response) => response.setHeader("content-type", "text/html").end("<p>"));
    await once(elsewhere.listen(0, "127.0.0.1"), "listening");
    const page = await previewed.context.newPage();
    const before = previewed.preview.said.length;
    await page.goto(`http://localhost:${(elsewhere.address() as AddressInfo).port}`);
    expect(await page.evaluate(attack, previewed.preview.url)).toEqual(
      ["fetch", "script", "img", "socket"].map((way) => `${way}: no`)
    );
    expect(await page.frames()[1]?.title()).not.toContain("Feedbook");
    expect(previewed.preview.said.slice(before)).not.toContain("GET"); // nothing is made for it
    await page.close();
    elsewhere.close();
  });

  it("shows on the page why a data loader failed, and takes that away once it is mended", async () => {
    const [path, page] = ["src/data/odd.json.sql", "src/odd.md"].map((name) => `${workspace.root}/${name}`);
    writeFileSync(path ?? "", "SELECT 1,\n  nothing AS x");
    writeFileSync(page ?? "", `# Odd\n\n${"$"}{FileAttachment("data/odd.json").json().then(([{x}]) => "x is " + x)}\n`);
    await open("odd", async ({page}) => {
      await page.getByText("src/data/odd.json.sql:2: Binder Error").waitFor();
      expect(await page.getByRole("alert").count()).toBe(1);
      const mend = async () => {
        writeFileSync(path ?? "", "SELECT 5 AS x"); // seen only once the preview watches the page's files
        return page.getByText("x is 5").isVisible();
      };
      await expect.poll(mend, {interval: 2000, timeout: 90_000}).toBe(true);
      expect(await page.getByRole("alert").count()).toBe(0);
    });
  });

  // In the gate test/browser/policy.test.ts, of a built site.
  it.runIf(soaking)("reaches no other host by SQL, and says so", async () => {
    const elsewhere = await startElsewhere();
    writeFileSync(`${workspace.root}/src/reach.md`, reachPage);
    await open("reach", async ({page}) => {
      const told = await elsewhere.trySql(page);
      expect(Object.entries(told).filter(([, message]) => !refusal.test(message))).toEqual([]);
      expect(elsewhere.asked).toEqual([]);
    }).finally(elsewhere.close);
  });
});

// What a page elsewhere can try at an address of this machine.
async function attack(url: string): Promise<string[]> {
  const loaded = (name: "iframe" | "img" | "script", path: string) =>
    new Promise<string>((resolve) => {
      const element = Object.assign(document.createElement(name), {src: url + path});
      element.onload = () => resolve(`${name}: yes`);
      element.onerror = () => resolve(`${name}: no`);
      document.body.append(element);
    });
  const connected = new Promise<string>((resolve) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}_observablehq`);
    socket.onopen = () => resolve("socket: yes");
    socket.onerror = () => resolve("socket: no");
  });
  const fetched = fetch(`${url}_file/data/feeds.duckdb`, {mode: "no-cors"}).then(
    () => "fetch: yes",
    () => "fetch: no"
  );
  const tried = [fetched, loaded("script", "_import/lib/kit.js"), loaded("img", "favicon.svg"), connected];
  await loaded("iframe", "prices");
  return await Promise.all(tried);
}

// How many lines under the title the reader sees, in every frame.
const watchLine = `
  globalThis.linesShown = [];
  (function look() {
    const count = Array.from(document.querySelectorAll(".fb-note time")).filter((line) => line.checkVisibility()).length;
    if (!linesShown.includes(count)) linesShown.push(count);
    requestAnimationFrame(look);
  })();
`;

// The line under the title, and the chart's clock, which stands at its last row.
async function upTo(page: Page, time: string): Promise<void> {
  await page.locator(".fb-note time", {hasText: time}).waitFor();
  const clock = page.locator(".fb-clock").first();
  if (!page.url().endsWith("/")) await clock.filter({hasText: time}).waitFor();
}

async function publishRecorded(): Promise<void> {
  const {store, book, remove} = await makeStore();
  await book(recorded);
  await publish(store, workspace.snapshotPath);
  remove();
}
