import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {max, median, quantile} from "d3-array";
import type {Browser} from "playwright-core";
import {derive} from "../../loaders/derive/derive.js";
import {buildSite} from "../../loaders/site/build.js";
import {serveSite} from "../../loaders/site/serve.js";
import {publish} from "../../loaders/snapshot/publish.js";
import {readStore, useStore} from "../../loaders/store/open.js";
import {inputsPage, ownPage} from "../helpers/site/own-pages.js";
import {makeWorkspace} from "../helpers/workspace.js";
import {type Opened, open, withChromium, zoomOften} from "./felt.js";
import {makeHistory} from "./history.js";

// What a reader of the built site waits for in Chromium, served on this machine, with nothing cached: the first chart of
// each page, also of own ones and where a link names a feed, beside a page that asks SQL for all and plots it, as a plain
// notebook would (it has a query that depends on the time of day, which a build does not answer); and zooming, with many raw
// updates in the snapshot. Run: npm run bench pages [-- --rows=1000000 --feeds=20 --times=9 --zooms=40]

const option = (name: string, usual: number) =>
  Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual);
const [rows, feeds] = [option("rows", 1_000_000), option("feeds", 20)];
const [times, zooms] = [option("times", 9), option("zooms", 40)];
const pages = ["", "feed", "prices", "spreads", "funding", "quality", "data"];

const others: readonly (readonly [what: string, path: string])[] = [
  ["/mine, the page of the README", "mine"],
  ["/inputs, an own page with inputs of the kit", "inputs"],
  ["/prices?feed=2, as a link opens it", "prices?feed=2"],
  ["/feed?feed=2, as a link opens it", "feed?feed=2"],
  ["/funding?feeds=20, as a link opens it", "funding?feeds=20"],
  ["/prices?feed=2&range=6h, drawn by SQL", "prices?feed=2&range=6h"]
];

const plain = `# Plain
\`\`\`js
import {Plot, sql} from "./lib/notebook.js";
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
  console.log(`${rows} updates of ${feeds} feeds, all of them in the snapshot: ${megabytes(bytes)}`);
  await withChromium((browser) => measure(browser, serving.url)).finally(serving.close);
} finally {
  workspace.remove();
}

async function measure(browser: Browser, url: string): Promise<void> {
  const baseline = await openOften(browser, `${url}plain`);
  tell("all by SQL and Plot, as a plain notebook has it", baseline, baseline);
  for (const page of pages) tell(`/${page}`, await openOften(browser, `${url}${page}`), baseline);
  for (const [what, path] of others) tell(what, await openOften(browser, `${url}${path}`), baseline);
  for (const page of ["prices", "spreads"]) {
    const {redrawn, refined} = await zoomOften(browser, `${url}${page}`, zooms);
    console.log(
      `/${page}: zoomed ${zooms} times, drawn anew after ${spread(redrawn)}; by finer rows after ${spread(refined)}`
    );
  }
}

async function openOften(browser: Browser, url: string): Promise<Opened[]> {
  const opened: Opened[] = [];
  for (let i = 0; i < times; i++) opened.push(await open(browser, url));
  return opened;
}

function tell(what: string, opened: Opened[], baseline: Opened[]): void {
  const first = median(opened, ({firstMs}) => firstMs) ?? NaN;
  const ratio = first / (median(baseline, ({firstMs}) => firstMs) ?? NaN);
  const bytes = max(opened, ({firstBytes}) => firstBytes) ?? NaN;
  const before = opened.some(({engineBefore}) => engineBefore) ? "with" : "before";
  const shift = max(opened, (one) => one.shift) ?? NaN;
  const wasm = max(opened, ({wasmBytes}) => wasmBytes) ?? 0;
  console.log(`${what}:`);
  console.log(
    `  first picture after ${spread(opened.map(({firstMs}) => firstMs))}, ${ratio.toFixed(2)} × that of all by SQL,`
  );
  const ready = opened.flatMap(({sqlMs}) => sqlMs ?? []);
  if (ready.length > 0) console.log(`  SQL ready after ${spread(ready)}`);
  console.log(
    `  ${kilobytes(bytes)}, ${before} DuckDB-Wasm (${megabytes(wasm)} by then or later); layout shift ${shift.toFixed(3)}`
  );
}

function spread(ms: number[]): string {
  return `${(median(ms) ?? NaN).toFixed(0)} ms (p95 ${(quantile(ms, 0.95) ?? NaN).toFixed(0)} ms)`;
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
