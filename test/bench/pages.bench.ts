import {cpSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {max, median, quantile} from "d3-array";
import type {Browser} from "playwright-core";
import {buildSite} from "../../loaders/site/build/build.js";
import {serveSite} from "../../loaders/site/serve/serve.js";
import {publish} from "../../loaders/snapshot/publish.js";
import {derive} from "../../loaders/sql/derive.js";
import {readStore, useStore} from "../../loaders/store/open.js";
import {startChromium} from "../helpers/site/chromium.js";
import {ownPage} from "../helpers/site/own-pages.js";
import {makeWorkspace} from "../helpers/workspace.js";
import {type Opened, open, type Switched, searchBoard, switchThrough} from "./felt.js";
import {makeHistory} from "./history.js";
import {numberOption} from "./measure.js";

// The wait of a reader of the built site in Chromium, served on this machine, with nothing cached, until the first chart of each
// page: our pages, own pages, links to a feed, and a page that asks SQL for all rows and plots them, as a plain notebook would.
// Limit: 500 ms, except by SQL. Then the wait after each switch of feed, range or basis, and each letter of a search, once
// DuckDB-Wasm is warm. Limit: 300 ms in the median. Run: npm run bench pages [-- --rows=1000000 --feeds=20 --times=9]

const [rows, feeds, times] = [numberOption("rows", 1_000_000), numberOption("feeds", 20), numberOption("times", 9)];
const pages = ["plain", "", "feed", "prices", "spreads", "funding", "quality", "data", "mine", "examples/inputs"];
const links = ["prices?feed=2", "feed?feed=2", "funding?feeds=20", "prices?feed=2&range=6h"];
const states: Record<string, string[]> = {
  prices: [
    "feed=2",
    "feed=2&range=1h",
    "feed=4&range=1h",
    "feed=4&range=6h",
    "feed=4&range=6h&draw=candles",
    "range=1h&band=2.12"
  ],
  spreads: ["feed=2", "feed=2&range=1h", "feed=4&range=1h", "feed=4&range=6h", "feed=5&range=6h", "range=1h"],
  funding: [
    "feeds=20",
    "feeds=20&range=1h",
    "feeds=20&range=1h&basis=8h",
    "feeds=10,20&range=6h",
    "basis=1h",
    "range=1h"
  ],
  feed: ["feed=2", "feed=20", "feed=4", "feed=5", "feed=10", "feed=7"],
  quality: ["range=1h", "range=6h", "range=1h", "range=6h"]
};

// Its query depends on the time of day, so a build does not answer it.
const plain = `# Plain
\`\`\`js
import {Plot, sql} from "./notebook.js";
\`\`\`
\`\`\`sql id=prices display=false
SELECT publishedAt, price FROM prices WHERE priceFeedId = 1 AND publishedAt <= now()::TIMESTAMP ORDER BY publishedAt
\`\`\`
<figure>\${Plot.lineY(prices, {x: "publishedAt", y: "price"}).plot({width: 1000})}</figure>
`;

const workspace = makeWorkspace();
try {
  const {root, snapshotPath, env} = workspace;
  const store = join(root, "data", "bench.duckdb");
  await useStore(store, {}, (opened) => makeHistory(opened, {rows, feeds}));
  await derive((work) => useStore(store, {}, work), {rebuild: true});
  const {bytes} = await readStore(store, (opened) => publish(opened, snapshotPath, {budgetBytes: 1e9}));
  for (const [name, text] of Object.entries({plain, mine: ownPage}))
    writeFileSync(join(root, "src", `${name}.md`), text);
  cpSync("test/fixtures/cases/pages/inputs.md", join(root, "src/examples/inputs.md"));
  await buildSite({cwd: root, env});
  const serving = await serveSite({root: join(root, "dist"), port: 0});
  console.log(`${rows} updates of ${feeds} feeds, all of them in the snapshot: ${(bytes / 1e6).toFixed(1)} MB`);
  const browser = await startChromium();
  if (times > 0)
    for (const page of [...pages, ...links]) report(`/${page}`, await openOften(browser, `${serving.url}${page}`));
  for (const [page, queries] of Object.entries(states)) {
    const paths = queries.map((query) => `${serving.url}${page}?${query}`);
    reportSwitches(`/${page}`, await switchThrough(browser, `${serving.url}${page}`, paths));
  }
  reportSwitches("search on the board", await searchBoard(browser, serving.url, "feed 1"));
  await browser.close();
  await serving.close();
} finally {
  workspace.remove();
}

async function openOften(browser: Browser, url: string): Promise<Opened[]> {
  const opened: Opened[] = [];
  for (let i = 0; i < times; i++) opened.push(await open(browser, url));
  return opened;
}

function report(page: string, opened: Opened[]): void {
  const ms = opened.map(({firstMs}) => firstMs);
  const engine = opened.some(({engineBefore}) => engineBefore) ? "with" : "before";
  console.log(
    `${page}:\n  first picture after ${median(ms)?.toFixed(0)} ms (p95 ${quantile(ms, 0.95)?.toFixed(0)} ms), ` +
      `${engine} DuckDB-Wasm; layout shift ${max(opened, ({shift}) => shift)?.toFixed(3)}`
  );
}

function reportSwitches(page: string, switched: Switched[]): void {
  const middle = (part: keyof Switched) => median(switched, (each) => each[part])?.toFixed(0);
  const all = switched.map(({firstMs}) => firstMs.toFixed(0)).join(" ");
  console.log(`${page}: a switch takes ${middle("firstMs")} ms, its whole page ${middle("allMs")} ms (${all})`);
}
