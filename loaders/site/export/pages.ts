import {copyFileSync, readFileSync, rmSync, statSync} from "node:fs";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {ConfigError} from "../../config/errors.js";
import {cutSnapshot} from "../../snapshot/cut.js";
import {openSnapshot, type Snapshot} from "../../snapshot/snapshot.js";
import {inOwnFolder} from "../../store/database/files.js";
import {toRecords} from "../../store/database/query.js";
import {InterruptedError} from "../../store/database/store.js";
import {runFramework} from "../build/build.js";
import {outputPath} from "../data-loaders/outputs.js";
import type {FrameworkOptions} from "../framework/framework.js";
import {fileOf, readPage} from "./file.js";
import {runPage} from "./run.js";
import {engineFiles} from "./script.js";

/** A page of `src` at an address, such as `prices` with `?feed=1&range=7d`. */
export interface PageView {
  page: string;
  search: string;
}

/** A page as one HTML file. `problems` says, in sentences, which parts are missing from it. */
export interface PageFile extends PageView {
  html: string;
  problems: string[];
}

/** Options of `exportPages`; `withData`: whether the files have DuckDB-Wasm, and the data of the feeds and times named. */
export interface ExportOptions extends FrameworkOptions {
  snapshotPath: string;
  withData?: boolean;
  now?: Date;
}

/** Makes one HTML file of each page, from one build of these pages. @throws ConfigError for a page that is not in `src` */
export async function exportPages(views: readonly PageView[], options: ExportOptions): Promise<PageFile[]> {
  const {snapshotPath, withData = false, cwd = process.cwd(), env = {}, warn = () => {}, ...rest} = options;
  for (const {page} of views) assertPage(page, cwd);
  const pages = [...new Set(views.map(({page}) => page))].join("\n");
  return await inOwnFolder(async (folder) => {
    const root = join(folder, "site");
    const path = join(folder, "own.snapshot.duckdb"); // a load may publish another snapshot meanwhile
    if (withData) await cutTo(views, snapshotPath, path);
    else copyFileSync(snapshotPath, path);
    const own = {FEEDBOOK_PAGES: pages, FEEDBOOK_OUTPUT: root, FEEDBOOK_COPY: path};
    const warned = (text: string) => warn(text.replace(ofOutput, ""));
    try {
      await runFramework({...rest, cwd, warn: warned, env: {...env, ...own}});
      return await exportBuilt(views, {root, path, withData, now: options.now ?? new Date(), signal: options.signal});
    } finally {
      rmSync(join(cwd, "src", outputPath("", {snapshotPath: path})), {recursive: true, force: true});
    }
  });
}

// Warnings about a folder elsewhere, and about links to pages that are not built.
const ofOutput = /^Warning: (?:the output root|\d+ broken links?) .*\n?/gm;

// The feeds that addresses name, if each names some, and from the start of the longest of their ranges.
async function cutTo(views: readonly PageView[], source: string, target: string): Promise<void> {
  const params = views.map(({search}) => new URLSearchParams(search));
  const ids = params.map((each) => ["feed", "feeds", "with"].flatMap((name) => each.get(name)?.split(",") ?? []));
  const all = [...new Set(ids.flat().map(Number))].filter(Number.isSafeInteger);
  const feeds = all.length > 0 && ids.every((named) => named.length > 0) ? all : null;
  await cutSnapshot(source, target, {feeds, hours: Math.max(...params.map((each) => hoursOf(each.get("range"))))});
}

function hoursOf(range: string | null): number {
  const [, count, unit] = /^(\d+)([hd])$/.exec(range ?? "") ?? [];
  return count === undefined ? Infinity : Number(count) * (unit === "d" ? 24 : 1);
}

/** Refuses a name that no page of `src` has. @throws ConfigError */
export function assertPage(page: string, cwd = process.cwd()): void {
  const file = join(cwd, "src", `${page}.md`);
  const isName = /^(?!\.)[^/\\]+(?:\/(?!\.)[^/\\]+)*$/.test(page);
  if (isName && statSync(file, {throwIfNoEntry: false})?.isFile()) return;
  throw new ConfigError(`no page ${page}: give its name below src without .md, as in prices or notebooks/weekend-gaps`);
}

interface Built {
  root: string;
  path: string;
  withData: boolean;
  now: Date;
  signal: AbortSignal | undefined;
}

async function exportBuilt(views: readonly PageView[], built: Built): Promise<PageFile[]> {
  const {root, path, withData, now, signal} = built;
  const engine = withData ? {...(await engineFiles(root)), "fb-data": gzipSync(readFileSync(path))} : null;
  const snapshot = await openSnapshot(path, {threads: 1}); // more threads may change the order of rows
  try {
    const made = await aboutOf(snapshot, {now, withData});
    const files: PageFile[] = [];
    for (const {page, search} of views) {
      const parts = await readPage(join(root, `${page}.html`), root, withData);
      const {answers, problems} = await runPage(parts, {search, snapshot, withData, now, signal});
      if (signal?.aborted) throw new InterruptedError("interrupted: no file was written");
      const html = fileOf(parts, {made, now, answers, engine}, search);
      files.push({page, search, html, problems: [...parts.problems, ...problems]});
    }
    return files;
  } finally {
    snapshot.close();
  }
}

async function aboutOf(snapshot: Snapshot, {now, withData}: Pick<Built, "now" | "withData">): Promise<string> {
  const [meta = {}] = toRecords(await snapshot.query("FROM meta"));
  const time = (value: unknown) => String(value).slice(0, 16).replace("T", " ");
  const source = meta.simulated === true ? "simulated data of Feedbook’s sandbox" : "data of the price feed service";
  const span = meta.lastPublishedAt
    ? `${time(meta.firstPublishedAt)} to ${time(meta.lastPublishedAt)} UTC`
    : "no updates";
  const what = withData ? "A file" : "One view";
  const note = withData ? "" : " Choices that need other rows are off.";
  return `${what} of ${source}, ${span}. Made ${time(now.toISOString())} UTC.${note}`;
}
