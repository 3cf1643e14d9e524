import {statSync} from "node:fs";
import {join} from "node:path";
import {ConfigError} from "../../config/errors.js";
import {openSnapshot, type Snapshot} from "../../snapshot/snapshot.js";
import {inOwnFolder} from "../../store/database/files.js";
import {toRecords} from "../../store/database/query.js";
import {runFramework} from "../build/build.js";
import type {FrameworkOptions} from "../framework/framework.js";
import {fileOf, pageHtml, readPage} from "./file.js";
import {runPage} from "./run.js";

/** A page of `src` at an address, such as `prices` with `?feed=1&range=7d`. */
export interface PageView {
  page: string;
  search: string;
}

/** A page as one HTML file, and what it lacks, in sentences. */
export interface PageFile extends PageView {
  html: string;
  problems: string[];
}

/** Options of `exportPages`. */
export interface ExportOptions extends FrameworkOptions {
  snapshotPath: string;
  now?: Date;
}

/** Makes one HTML file of each page, from one build of these pages. @throws ConfigError for a page that is not in `src` */
export async function exportPages(views: readonly PageView[], options: ExportOptions): Promise<PageFile[]> {
  const {snapshotPath, cwd = process.cwd(), env = {}, now = new Date(), ...rest} = options;
  for (const {page} of views) assertPage(page, cwd);
  return inOwnFolder(async (root) => {
    const pages = [...new Set(views.map(({page}) => page))].join("\n");
    await runFramework({...rest, cwd, env: {...env, FEEDBOOK_PAGES: pages, FEEDBOOK_OUTPUT: root}});
    const snapshot = await openSnapshot(snapshotPath, {threads: 1}); // more threads may change the order of rows
    try {
      const made: PageFile[] = [];
      for (const view of views) made.push(await exportPage(view, {root, snapshot, now}));
      return made;
    } finally {
      snapshot.close();
    }
  });
}

/** Refuses a name that no page of `src` has. @throws ConfigError */
export function assertPage(page: string, cwd = process.cwd()): void {
  const file = join(cwd, "src", `${page}.md`);
  const isName = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(page);
  if (isName && statSync(file, {throwIfNoEntry: false})?.isFile()) return;
  throw new ConfigError(`no page ${page}: give its name below src without .md, as in prices or notebooks/weekend-gaps`);
}

interface Site {
  root: string;
  snapshot: Snapshot;
  now: Date;
}

async function exportPage({page, search}: PageView, {root, snapshot, now}: Site): Promise<PageFile> {
  const parts = await readPage(join(root, `${page}.html`), root);
  const {code, files} = parts;
  const {answers, problems} = await runPage({html: pageHtml(parts, false), code, files, search, snapshot});
  const about = await aboutOf(snapshot, {page, now});
  const html = fileOf(parts, answers, about, {search, hasEngine: false});
  return {page, search, html, problems: [...parts.problems, ...problems]};
}

async function aboutOf(snapshot: Snapshot, {page, now}: {page: string; now: Date}) {
  const [meta = {}] = toRecords(await snapshot.query("FROM meta"));
  const time = (value: unknown) => String(value).slice(0, 16).replace("T", " ");
  const source = meta.simulated === true ? "simulated data of Feedbook’s sandbox" : "data of the price feed service";
  const span = meta.lastPublishedAt
    ? `${time(meta.firstPublishedAt)} to ${time(meta.lastPublishedAt)} UTC`
    : "no updates yet";
  return {
    made: `One view of ${source}, ${span}. Made ${time(now.toISOString())} UTC. Choices that need other rows are off.`,
    notes: `Page ${page} of Feedbook, with the rows behind its pictures. Prices are mantissa × 10^exponent, times are UTC.`
  };
}
