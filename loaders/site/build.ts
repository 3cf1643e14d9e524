import {existsSync, readdirSync, realpathSync, renameSync, rmSync} from "node:fs";
import {basename, dirname, isAbsolute, join, relative, resolve} from "node:path";
import {ConfigError} from "../config/errors.js";
import {readSettings} from "../config/settings.js";
import {sizeText} from "../config/size.js";
import {isAlive} from "../database/files.js";
import {answeredPages, answerFeeds, type Openings, writeOpenings} from "../openings/openings.js";
import {bundleModules} from "./bundle.js";
import {type FrameworkOptions, startFramework} from "./framework.js";
import {writeLicenses} from "./licenses.js";
import {writePolicies} from "./policy.js";

/** Options of `buildSite`. */
export interface BuildOptions extends FrameworkOptions {
  /** The path that the site will be served under; default: `site.base` of the configuration. */
  base?: string;
  /** Builds pages whose queries do not bind, too: they show why. Default: they fail the build. */
  allowErrors?: boolean;
}

/**
 * Builds the static site from the snapshot into `dist/`, without network; what is there stays until the new one is
 * whole. Gives what Framework said, and what it made of the opening views of feeds. @throws with what it complained of, if it fails; ConfigError if that is the store's place
 */
export async function buildSite({base, allowErrors = false, env = {}, ...options}: BuildOptions = {}): Promise<string> {
  const project = options.cwd ?? process.cwd();
  const dist = resolve(project, "dist");
  const {site, snapshotPath} = await readSettings({cwd: project, env: {...process.env, ...env}});
  if (env.FEEDBOOK_STORE !== undefined) assertOutside(dist, resolve(project, env.FEEDBOOK_STORE));
  removeLeftovers(dist);
  const made = newFolder(dist);
  const errors = {FEEDBOOK_ALLOW_ERRORS: allowErrors ? "1" : ""};
  const given = {...env, ...errors, FEEDBOOK_OUTPUT: made, ...(base === undefined ? {} : {FEEDBOOK_BASE: base})};
  const root = join(project, "src");
  const running = startFramework(["build"], {...options, env: given});
  const ended = new AbortController();
  const answering = answerFeeds({root, snapshotPath, budgetBytes: site.openingBytes, signal: ended.signal});
  answering.catch(() => {}); // until it is waited for
  try {
    const code = await running.exited;
    const reason = running.warned.replace(advice, "").trim() || `exit code ${code}\n${running.said}`.trimEnd();
    if (code !== 0) throw new Error(`cannot build the site: ${options.signal?.aborted ? "interrupted" : reason}`);
    options.log?.(running.warned); // of a build that fails, its error says so
    writeLicenses(made, project);
    await bundleModules(made);
    const openings = await answering;
    writeOpenings(made, answeredPages(root), openings);
    writePolicies(made);
    swap(made, dist);
    const told = `${openingsText(openings, site.openingBytes)}\n`;
    options.log?.(told);
    return running.said + told;
  } finally {
    ended.abort();
    await answering.catch(() => {});
    removeLeftovers(dist);
  }
}

// What of the opening views is in the site, for who builds it.
function openingsText({files, bytes, feeds}: Openings, budget: number): string {
  if (budget === 0) return "opening views of no feed: site.openingBytes is 0";
  const left = files.size < feeds ? ", the most active first" : "";
  const [size, most] = [bytes, budget].map((each) => sizeText(each));
  return `opening views of ${files.size} of ${feeds} feeds${left}: ${size} of at most ${most} (site.openingBytes)`;
}

function assertOutside(dist: string, store: string): void {
  const way = relative(physical(dist), physical(dirname(store)));
  if (isAbsolute(way) || /^\.\.(?:[/\\]|$)/.test(way)) return; // absolute: on another drive
  throw new ConfigError(`store ${store} is in dist/, which a build replaces: move it, or name another with --store`);
}

function physical(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

// Of Framework, about itself.
const advice = /\n+(?:Tip: To see|If you think this is a bug)[\s\S]*$/;

/** A name for a folder in which this process makes what `folder` is going to be: beside it, and a sibling of no other's. */
export function newFolder(folder: string): string {
  return `${folder}.new-${process.pid}`;
}

/** Puts what was made in the place of `folder`, by renames: it is the old or the new one, never part of both. */
export function swap(made: string, folder: string): void {
  const old = `${folder}.old-${process.pid}`;
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(made, folder);
  rmSync(old, {recursive: true, force: true});
}

/** Removes what this process, and processes that are gone, left beside `folder`; one killed in `swap` is undone. */
export function removeLeftovers(folder: string): void {
  for (const name of readdirSync(dirname(folder))) {
    const [, kind, pid] = /\.(new|old)-(\d+)$/.exec(name) ?? [];
    if (kind === undefined || !name.startsWith(`${basename(folder)}.`) || isAnother(Number(pid))) continue;
    const path = join(dirname(folder), name);
    if (kind === "old" && !existsSync(folder)) renameSync(path, folder);
    else rmSync(path, {recursive: true, force: true});
  }
}

function isAnother(pid: number): boolean {
  return pid !== process.pid && isAlive(pid);
}
