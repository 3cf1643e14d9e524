import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {max, median, quantile} from "d3-array";
import type {Browser} from "playwright-core";
import {buildSite} from "../../loaders/site/build/build.js";
import {serveSite} from "../../loaders/site/serve/serve.js";
import {publish} from "../../loaders/snapshot/publish.js";
import {derive} from "../../loaders/sql/derive.js";
import {readStore, useStore} from "../../loaders/store/open.js";
import {startChromium} from "../helpers/site/chromium.js";
import {inputsPage, ownPage} from "../helpers/site/own-pages.js";
import {makeWorkspace} from "../helpers/workspace.js";
import {type Opened, open} from "./felt.js";
import {makeHistory} from "./history.js";
import {numberOption} from "./measure.js";

// The wait of a reader of the built site in Chromium, served on this machine, with nothing cached, until the first chart of each
// page: our pages, own pages, links to a feed, and a page that asks SQL for all rows and plots them, as a plain notebook would.
// Limit: 500 ms, except by SQL. Run: npm run bench pages [-- --rows=1000000 --feeds=20 --times=9]

const [rows, feeds, times] = [numberOption("rows", 1_000_000), numberOption("feeds", 20), numberOption("times", 9)];
const pages = ["plain", "", "feed", "prices", "spreads", "funding", "quality", "data", "mine", "inputs"];
const links = ["prices?feed=2", "feed?feed=2", "funding?feeds=20", "prices?feed=2&range=6h"];

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
  for (const [name, text] of Object.entries({plain, mine: ownPage, inputs: inputsPage}))
    writeFileSync(join(root, "src", `${name}.md`), text);
  await buildSite({cwd: root, env});
  const serving = await serveSite({root: join(root, "dist"), port: 0});
  console.log(`${rows} updates of ${feeds} feeds, all of them in the snapshot: ${(bytes / 1e6).toFixed(1)} MB`);
  const browser = await startChromium();
  for (const page of [...pages, ...links]) report(`/${page}`, await openOften(browser, `${serving.url}${page}`));
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
