import {existsSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync} from "node:fs";
import {basename, dirname, isAbsolute, join, relative, resolve} from "node:path";
import {ConfigError} from "../../config/errors.js";
import {readSettings} from "../../config/settings.js";
import {countText, sizeText} from "../../config/size.js";
import {isAlive} from "../../store/database/files.js";
import {answeredPages, answerFeeds, type Openings, writeOpenings} from "../answers/openings.js";
import {type FrameworkOptions, startFramework} from "../framework/framework.js";
import {writePolicies} from "../policy.js";
import {bundleModules} from "./bundle.js";
import {writeLicenses} from "./licenses.js";
import {writeLlms} from "./llms.js";

/** Options of `buildSite`. */
export interface BuildOptions extends FrameworkOptions {
  /** The path that the site will be served under; default: `site.base` of the configuration. */
  base?: string;
  /** Whether to build pages whose queries do not bind; they show the error. Default: such a page fails the build. */
  allowErrors?: boolean;
  /** Called with a line for each stage; `log` gets the whole output of Framework. */
  stage?: (text: string) => void;
}

/**
 * Builds the static site from the snapshot into `dist/`; the old site stays until the new one is complete. Returns the
 * output. @throws an error with Framework's warnings; ConfigError if the store is in `dist/`
 */
export async function buildSite({base, allowErrors = false, env = {}, ...options}: BuildOptions = {}): Promise<string> {
  const {stage = () => {}, warn = () => {}, signal, cwd: project = process.cwd()} = options;
  const dist = resolve(project, "dist");
  const {site, snapshotPath, storePath} = await readSettings({cwd: project, env: {...process.env, ...env}});
  if (env.FEEDBOOK_STORE !== undefined) assertOutside(dist, storePath);
  removeLeftovers(dist);
  const made = `${dist}.new-${process.pid}`; // only this process writes it
  const settings = {FEEDBOOK_ALLOW_ERRORS: allowErrors ? "1" : "", ...(base !== undefined && {FEEDBOOK_BASE: base})};
  const root = join(project, "src");
  try {
    stage("making pages");
    const output = await runFramework({...options, env: {...env, ...settings, FEEDBOOK_OUTPUT: made}});
    stage("bundling modules");
    writeLicenses(made, project);
    await bundleModules(made);
    const openings = await answerFeeds({
      ...{root, snapshotPath, budgetBytes: site.openingBytes, ...(signal && {signal})},
      warn: (text) => warn(`${text}\n`)
    });
    writeOpenings(made, answeredPages(root), openings);
    writePolicies(made);
    await writeLlms(made, {root, snapshotPath, title: site.title});
    writeFileSync(join(made, ".nojekyll"), ""); // else GitHub Pages leaves out folders that begin with an underscore
    swap(made, dist);
    const summary = openingsText(openings, site.openingBytes);
    stage(summary);
    return `${output}${summary}\n`;
  } finally {
    removeLeftovers(dist);
  }
}

/** Runs Framework's own build. Returns its output. @throws an error with its warnings */
export async function runFramework(options: BuildOptions): Promise<string> {
  const {stage = () => {}, warn = () => {}, log = () => {}, signal} = options;
  const running = startFramework(["build"], {
    ...options,
    warn: () => {}, // after a failure, the error has the warnings
    log(text) {
      log(text);
      for (const [link] of text.matchAll(/^\u21b3.*/gm)) stage(link); // a broken one
    }
  });
  const code = await running.exited;
  const {said, warned} = running;
  if (code === 0) {
    if (warned !== "") warn(warned);
    return said;
  }
  const reason = warned
    .replace(outputRoot, "")
    .replace(advice, "")
    .replace(unexpected, () => pageIn(said))
    .trim();
  const text = signal?.aborted ? "interrupted" : reason || `exit code ${code}\n${said}`.trimEnd();
  throw new Error(`cannot build the site: ${text}`);
}

function openingsText({files, bytes, feeds}: Openings, budget: number): string {
  if (budget === 0) return "opening views of no feed: site.openingBytes is 0";
  const left = files.size < feeds ? ", the most active first" : "";
  const [size, most] = [bytes, budget].map((each) => sizeText(each));
  return `opening views of ${files.size} of ${countText(feeds, "feed")}${left}: ${size} of at most ${most} (site.openingBytes)`;
}

function assertOutside(dist: string, store: string): void {
  const way = relative(physical(dist), physical(dirname(store)));
  if (isAbsolute(way) || /^\.\.(?:[/\\]|$)/.test(way)) return; // absolute: on another drive
  throw new ConfigError(`store ${store} is in dist/, which a build replaces: move it, or name another with --store`);
}

function physical(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

// Framework's prefix for other errors than its own; the name of the page replaces it.
const unexpected = /^Unexpected error: /m;

function pageIn(said: string): string {
  const [, page] = [...said.matchAll(/^(?:load|render) (\/.+?)(?: in \d+ms| \u2192 .*| *)$/gm)].at(-1) ?? [];
  return page === undefined ? "" : `src${page}.md: `;
}

// An export builds into a folder elsewhere.
const outputRoot = /^Warning: the output root .*\n?/gm;

// Framework's advice about itself.
const advice = /\n+(?:Tip: To see|If you think this is a bug)[\s\S]*$/;

// Replaces `folder` by `made` through renames, so that it is never a mixture.
function swap(made: string, folder: string): void {
  const old = `${folder}.old-${process.pid}`;
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(made, folder);
  rmSync(old, {recursive: true, force: true});
}

// Removes folders that this and ended processes left beside `folder`, and undoes an interrupted `swap`.
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(dirname(folder))) {
    const [, kind, pid] = /\.(new|old)-(\d+)$/.exec(name) ?? [];
    const isOwn = Number(pid) === process.pid;
    if (kind === undefined || !name.startsWith(`${basename(folder)}.`) || (!isOwn && isAlive(Number(pid)))) continue;
    const path = join(dirname(folder), name);
    if (kind === "old" && !existsSync(folder)) renameSync(path, folder);
    else rmSync(path, {recursive: true, force: true});
  }
}
