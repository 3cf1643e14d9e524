import {readFileSync} from "node:fs";
import type {MarkdownIt} from "@observablehq/framework/dist/markdown.js";
import {readSettings} from "./loaders/config/settings.js";
import {shipExtensions} from "./loaders/site/data-loaders/extensions.js";
import {markBlocks} from "./loaders/site/edit/blocks.js";
import {editSecret} from "./loaders/site/edit/server.js";
import {prepareOffline} from "./loaders/site/framework/offline.js";
import {patchFramework} from "./loaders/site/framework/patch-framework.js";
import {showInvalid} from "./loaders/site/pages/expressions.js";
import {type BarEntry, closeMenus, destinations, headerOf, sourceOf} from "./loaders/site/pages/navigation.js";
import {keepOptionsWhole} from "./loaders/site/pages/whole-options.js";

const {site, snapshotPath: published} = await readSettings();
const snapshotPath = process.env.FEEDBOOK_COPY || published; // an export reads its own copy

process.env.FEEDBOOK_SNAPSHOT = snapshotPath; // for the loaders in src/data
process.env.OBSERVABLE_TELEMETRY_DISABLE = "true";
const preview = process.argv[2] === "preview";
prepareOffline("src");
const extensions = shipExtensions("src", site.extensions, {preview});
await patchFramework({snapshotPath, preview, allowErrors: process.env.FEEDBOOK_ALLOW_ERRORS === "1"});

const run = [process.execPath, "--no-warnings", "loaders/run.mjs"];
// The bar on top, and the menu after it: pages that there are, and folders, whose pages are found there.
const bar: BarEntry[] = [
  {name: "Feeds", path: "/index", below: ["/feed"]},
  {name: "Prices", path: "/prices"},
  {name: "Spreads", path: "/spreads"},
  {name: "Funding", path: "/funding"},
  {name: "Quality", path: "/quality"},
  {name: "Events", path: "/events"},
  {name: "Compare", path: "/compare"}
];
const more: BarEntry[] = [
  {name: "Data", path: "/data"},
  {name: "SQL", path: "/sql"},
  {name: "Desk", path: "/desk"},
  {name: "Components", path: "/components"},
  {name: "Notebooks", folder: "notebooks"},
  {name: "Guide", folder: "guide"}
];
// Other pages of src are an author's own.
const named = [...bar, ...more].flatMap((entry) => ("path" in entry ? [entry.path, ...(entry.below ?? [])] : []));
more.splice(-2, 0, {name: "Pages", folder: ".", except: ["/404", ...named]});

// In the page: a browser would ask for its file again at each new address, such as of each query that the console runs.
const icon = `data:image/svg+xml,${encodeURIComponent(readFileSync("src/favicon.svg", "utf8"))}`;

// For `pageLink`, which makes addresses in the browser as Framework does in the build.
const pagesHead = '<meta name="feedbook-pages" content=".html">';

// Only a preview has these: no built page says that pages can be edited.
const previewHead = `
<meta name="feedbook-edit" content="${editSecret}">
<link rel="stylesheet" href="/edit/edit.css">
<script type="module" src="/preview/failures.js"></script>
<script type="module" src="/edit/edit.js"></script>`;

export default {
  root: "src",
  output: process.env.FEEDBOOK_OUTPUT || "dist",
  title: site.title,
  base: process.env.FEEDBOOK_BASE || site.base,
  style: "style.css",
  globalStylesheets: [], // fonts come from lib/inter.css.ts, not from a CDN
  duckdb: {extensions: {json: null, parquet: null}}, // else each is fetched; ours is src/duckdb/engine.ts
  interpreters: {".ts": run, ".sql": ["sql"]}, // patchFramework runs SQL itself
  preserveExtension: !preview, // hosts of plain files find no page by its name alone
  dynamicPaths: extensions.paths,
  pages: [], // Framework lists them in its sidebar and pager, which are off
  sidebar: false,
  pager: false,
  toc: false,
  search: false,
  markdownIt: (md: MarkdownIt) => showInvalid(keepOptionsWhole(preview ? markBlocks(md) : md)),
  head: `<meta name="color-scheme" content="light dark">${preview ? "" : pagesHead}${extensions.head}
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/inter.css">
<script type="module" src="/find/start.js"></script>
<script>{
const root = document.documentElement;
// Framework's pages name no language and forbid to enlarge them.
root.lang = "en";
const embed = new URLSearchParams(location.search).get("embed");
if (embed) root.dataset.embed = embed; // hides all but a chart from the start
document.querySelector("meta[name=viewport]").content = "width=device-width, initial-scale=1";
// In another font text would stand elsewhere first, and then move.
root.dataset.font = "loading";
document.fonts.load('15px "Inter Variable"').finally(() => delete root.dataset.font);
}
${closeMenus}</script>${preview ? previewHead : ""}`,
  header: ({path}: {path: string}) => headerOf(listed(bar), listed(more), {shown: path, title: site.title}),
  footer
};

function listed(entries: readonly BarEntry[]) {
  return destinations("src", entries, {drafts: preview});
}

function footer({path}: {path: string}): string {
  const text = `From the parsed updates of the price feed service, each kept as one row. Prices are mantissa × 10<sup>exponent</sup>,
times are UTC.`;
  // The build makes the file when Framework is done, which would call it missing were it not external.
  const up = "../".repeat(path.split("/").length - 2) || "./";
  return preview
    ? `${text} ${sourceOf(path, {preview})}`
    : `${text} ${sourceOf(path)} <a href="${up}licenses.txt" rel="external">Licences</a>.`;
}
