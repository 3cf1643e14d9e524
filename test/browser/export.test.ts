import {appendFileSync, cpSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import type {Browser} from "playwright-core";
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from "vitest";
import {exportPages, type PageFile} from "../../loaders/site/export/pages.js";
import {printPdf} from "../../loaders/site/export/pdf.js";
import {feedbook} from "../helpers/cli.js";
import {findBrowser, leaveChromium, sharedChromium, watch} from "../helpers/site/chromium.js";
import {makeSnapshot} from "../helpers/snapshot.js";
import {makeWorkspace} from "../helpers/workspace.js";
import {commandSamples} from "../pages/samples.js";
import {files, leak} from "./exported-pages.js";

const views = {
  ...{index: "", prices: "?feed=2&range=6h", spreads: "", funding: "", feed: "?feed=2", quality: ""},
  ...{"notebooks/highs-and-lows": "", rows: "?feed=2", "mes données": "?k=3&mine=4"}
};

const {root, snapshotPath, env, remove} = makeWorkspace();
const options = {cwd: root, env, snapshotPath, now: new Date("2026-05-13T10:00:00Z")};
const made = new Map<string, PageFile>();
let browser: Browser;

beforeAll(async () => {
  await makeSnapshot(snapshotPath, {long: true});
  cpSync(`${snapshotPath}.store`, join(root, "data/feeds.duckdb"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, "src", name), text);
  cpSync("test/fixtures/cases/pages/own.parquet", join(root, "src/own.parquet"));
  const asked = Object.entries(views).map(([page, search]) => ({page, search}));
  for (const file of await exportPages(asked, options)) save(file);
  const whole = await exportPages([{page: "sql", search: "?feed=2&range=6h"}], {...options, withData: true});
  for (const file of whole) save(file);
  browser = await sharedChromium();
});

afterAll(async () => {
  await leaveChromium(browser);
  remove();
});

const save = (file: PageFile) => {
  made.set(file.page, file);
  writeFileSync(pathOf(file.page), file.html);
};
const pathOf = (page: string) => join(root, `${page.replace("/", "-")}.html`);

async function open(page: string, {width = 1280, colorScheme = "light" as "dark" | "light"} = {}) {
  const context = await browser.newContext({viewport: {width, height: 900}, colorScheme, offline: true});
  onTestFinished(() => context.close());
  const watched = await watch(context, "null");
  await watched.page.goto(pathToFileURL(pathOf(page)).href);
  await watched.page.waitForFunction(isDone, null, {polling: 50});
  return watched;
}

const isDone = () => document.querySelector("observablehq-loading") === null;
const sideways = () => document.documentElement.scrollWidth - innerWidth;

describe("one file of a page, opened from the disk without a network", () => {
  it.each(Object.keys(views))("shows %s in both widths and colours, and asks for nothing", async (name) => {
    for (const [width, colorScheme] of [
      [1280, "dark"],
      [390, "light"]
    ] as const) {
      const {page, errors, requests} = await open(name, {width, colorScheme});
      const drawn = name === "index" ? ".fb-board tbody tr" : "main svg path, main svg rect";
      await expect.poll(() => page.locator(drawn).count()).toBeGreaterThan(3);
      expect(await page.locator("main .observablehq--error:visible").count()).toBe(0);
      await expect.poll(() => page.evaluate(sideways)).toBeLessThanOrEqual(0);
      expect({errors, asked: requests.filter((url) => !url.startsWith("data:")).length}).toEqual({
        errors: [],
        asked: 1
      });
    }
    const {html} = made.get(name) ?? {html: ""};
    expect(html).toMatch(
      /One view of simulated data of Feedbook’s sandbox, 2026-05-11 12:\d\d to 2026-05-12 14:00 UTC\. Made 2026-05-13 10:00 UTC/
    );
    expect(html.length).toBeLessThan(3e6);
  });

  it("shows the view of its address: zoomed, read, as a table and saved from its own rows", async () => {
    const {page, errors} = await open("prices");
    await expect.poll(() => page.title()).toContain("ETH/USD");
    const chart = page.locator("figure").first();
    const picture = chart.locator(".fb-body > svg");
    await expect.poll(() => picture.getAttribute("aria-label")).toMatch(/ETH\/USD price, 2026-05-12 08:00/);
    const surface = chart.locator(".fb-surface");
    await surface.focus();
    await surface.press("Home");
    await expect.poll(() => surface.getAttribute("aria-valuetext")).toMatch(/^2026-05-12 08:/);
    await surface.press("+");
    await expect.poll(() => picture.getAttribute("aria-label")).not.toMatch(/ to 2026-05-12 14:00/);
    await chart.getByLabel("Menu of Crypto.ETH/USD price").click();
    await chart.getByRole("button", {name: "Table"}).click();
    await expect.poll(() => chart.locator(".fb-data-table tbody tr").count()).toBeGreaterThan(5);
    const [saved] = await Promise.all([page.waitForEvent("download"), saveCsv(chart)]);
    expect(readFileSync(await saved.path(), "utf8")).toMatch(/^time,priceUSD,[\s\S]*\n2026-05-12T0/);
    expect(errors).toEqual([]);
  });

  it("has no link to another page, and no choice that needs other rows", async () => {
    const {page} = await open("prices");
    await expect.poll(() => page.locator("form.fb-controls").getAttribute("inert")).toBe("");
    expect(await page.locator("a[href]:not([href^='#'])").count()).toBe(0);
    expect(await page.locator(".fb-made").textContent()).toContain("Choices that need other rows are off");
    const board = await open("index");
    expect(await board.page.locator("main a[href]:not([href^='#'])").count()).toBe(0);
  });

  it("runs no script that data bring, and allows no address", async () => {
    const {page, errors} = await open("rows");
    await expect.poll(() => page.locator("table").textContent()).toContain("</script><script>document.titl");
    expect(await page.title()).toBe("Rows | Feedbook");
    const blocked = await page.evaluate(tryAddress);
    expect(blocked).toEqual(["script-src-attr", "connect-src", "img-src", "script-src-elem"].toSorted());
    expect(errors.length).toBeGreaterThan(0); // of the policy
  });

  it("contains the files beside its page, and names pictures of other hosts", async () => {
    const {page} = await open("mes données");
    const text = () => page.locator("main").textContent();
    await expect.poll(text).toContain("21 and 22 of 3, 4 and true");
    await expect.poll(text).toContain("1 row at 2026-05-13 <!-- \\d<script of a width");
    const dot = page.locator("img").first();
    await expect.poll(() => dot.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    expect(made.get("mes données")?.problems).toEqual([
      "it has a frame of ./rows, which a file cannot show",
      "it shows https://example.com/far.png, which is another origin: the file has no copy of it",
      "a block failed: lost"
    ]);
    await page.getByRole("spinbutton").fill("5");
    await expect.poll(text).toContain("this file holds one view");
  });

  it("is not made of a feed that is not there, nor of a parameter that the page does not read", async () => {
    const asked = exportPages(
      [{page: "prices", search: "?feed=99999&range=7d&draw=candles&step=300&candle=3600&rage=8"}],
      options
    );
    await expect(asked).rejects.toThrow(
      /^the page does not read rage: it reads .*range.*\nit has no such view: Feed 99999 is not in the store/
    );
  });

  it("becomes a PDF of whole charts with their queries, without controls", async () => {
    const pdf = join(root, "prices.pdf");
    await printPdf(pathOf("prices"), pdf, {chromium: await findBrowser()});
    expect(readFileSync(pdf, "latin1").match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(2);
    const {page} = await open("prices", {colorScheme: "dark"});
    await page.emulateMedia({media: "print"});
    await expect.poll(() => page.evaluate(printed)).toEqual({controls: 0, cut: 0, paper: "rgb(255, 255, 255)"});
    const query = await page
      .locator("figure")
      .first()
      .evaluate((each) => getComputedStyle(each, "::after").content);
    expect(query).toContain("FROM price_line(2, '2026-05-12T08:00");
  });
});

describe("one file with its data", () => {
  it("answers any SQL from the rows of the feeds and times named, and nothing from elsewhere", async () => {
    const {page, errors, requests} = await open("sql");
    const ask = async (query: string) => {
      await page.evaluate((sql) => location.assign(`#sql=${encodeURIComponent(sql)}`), query);
      await page.locator(".cm-content", {hasText: query}).waitFor();
      await page.getByRole("button", {name: "Run"}).click();
    };
    const outcome = () => page.locator(".fb-console-outcome").textContent();
    const cut = "SELECT count(DISTINCT priceFeedId) || ' feed since ' || min(publishedAt) AS found FROM prices";
    await ask(cut);
    await expect.poll(outcome, {timeout: 60_000}).toContain("1 feed since 2026-05-12 08:0");
    expect({errors, outside: requests.filter((url) => !/^(?:data|blob|file):/.test(url))}).toEqual({
      errors: [],
      outside: []
    });
    await ask("FROM 'https://example.com/a.parquet'");
    await expect.poll(outcome).toMatch(/SQL on a page reads the tables/);
    expect(requests.filter((url) => /^http/.test(url))).toEqual([]);
  });
});

describe("feedbook export page", () => {
  beforeAll(() => appendFileSync(join(root, "src/prices.md"), leak));

  it.each(commandSamples.filter((shown) => shown.startsWith("export page ")))("works as shown: %s", async (shown) => {
    const args = [...shown.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word = ""]) => quoted ?? word);
    const {exitCode, stderr} = await feedbook(args, {
      cwd: root,
      env: {...env, FEEDBOOK_TOKEN: "an-invented-secret", CHROMIUM_PATH: await findBrowser()}
    });
    expect(stderr).toMatch(/wrote btc\.(?:html|pdf): [\d.]+ [kM]B/);
    expect(exitCode).toBe(0);
    const html = readFileSync(join(root, "btc.html"), "utf8");
    expect(html.includes('"params":["no token"]')).toBe(true);
  });
});

async function saveCsv(chart: ReturnType<Awaited<ReturnType<typeof open>>["page"]["locator"]>): Promise<void> {
  await chart.getByLabel("Menu of Crypto.ETH/USD price").click();
  await chart.getByRole("button", {name: "CSV"}).click();
}

function printed() {
  const shown = [...document.querySelectorAll<HTMLElement>("main :is(button:not(.fb-key), input, select)")];
  const charts = [...document.querySelectorAll("main figure")];
  return {
    controls: shown.filter((each) => each.checkVisibility() && !each.closest(".fb-heading")).length,
    cut: charts.filter((each) => getComputedStyle(each).breakInside !== "avoid").length,
    paper: getComputedStyle(document.documentElement).backgroundColor
  };
}

async function tryAddress(): Promise<string[]> {
  const blocked = new Set<string>();
  document.addEventListener("securitypolicyviolation", (event) => blocked.add(event.effectiveDirective));
  document.body.insertAdjacentHTML("beforeend", '<img src="https://example.com/a.png" onerror="document.title = 1">');
  const script = document.createElement("script");
  script.textContent = "document.title = 2";
  document.body.append(script);
  await fetch("https://example.com/").catch(() => {});
  for (let i = 0; i < 100 && blocked.size < 4; i++) await new Promise((resolve) => setTimeout(resolve, 50));
  return [...blocked].toSorted();
}
