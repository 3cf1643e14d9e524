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

/** Options of `buildSite`. */
export interface BuildOptions extends FrameworkOptions {
  /** The path that the site will be served under; default: `site.base` of the configuration. */
  base?: string;
  /** Also builds pages whose queries do not bind; they show the error. Default: such a page fails the build. */
  allowErrors?: boolean;
  /** Called with a line for each stage, where `log` gets all that Framework says. */
  stage?: (text: string) => void;
}

/**
 * Builds the static site from the snapshot into `dist/`, without network; the old site stays until the new one is complete.
 * Gives the output of Framework, and the number of opening views. @throws an error with Framework's warnings, if it fails;
 * ConfigError if the store is in `dist/`
 */
export async function buildSite({base, allowErrors = false, env = {}, ...given}: BuildOptions = {}): Promise<string> {
  const {stage = () => {}, warn = () => {}, log = () => {}, ...options} = given;
  const project = options.cwd ?? process.cwd();
  const dist = resolve(project, "dist");
  const {site, snapshotPath, storePath} = await readSettings({cwd: project, env: {...process.env, ...env}});
  if (env.FEEDBOOK_STORE !== undefined) assertOutside(dist, storePath);
  removeLeftovers(dist);
  const made = newFolder(dist);
  const errors = {FEEDBOOK_ALLOW_ERRORS: allowErrors ? "1" : ""};
  const variables = {...env, ...errors, FEEDBOOK_OUTPUT: made, ...(base === undefined ? {} : {FEEDBOOK_BASE: base})};
  const root = join(project, "src");
  const tellStage = stagesOf(stage);
  const running = startFramework(["build"], {
    ...options,
    env: variables,
    log(text) {
      log(text);
      tellStage(text);
    }
  });
  const ended = new AbortController();
  const answering = answerFeeds({
    ...{root, snapshotPath, budgetBytes: site.openingBytes, signal: ended.signal},
    warn: (text) => warn(`${text}\n`)
  });
  answering.catch(() => {}); // a failure is thrown where it is awaited
  try {
    const code = await running.exited;
    const reason =
      running.warned
        .replace(advice, "")
        .replace(unexpected, () => pageIn(running.said))
        .trim() || `exit code ${code}\n${running.said}`.trimEnd();
    if (code !== 0) throw new Error(`cannot build the site: ${options.signal?.aborted ? "interrupted" : reason}`);
    if (running.warned !== "") warn(running.warned); // if the build fails, its error has them
    stage("bundling modules");
    writeLicenses(made, project);
    await bundleModules(made);
    const openings = await answering;
    writeOpenings(made, answeredPages(root), openings);
    writePolicies(made);
    writeFileSync(join(made, ".nojekyll"), ""); // else GitHub Pages leaves out folders that begin with an underscore
    swap(made, dist);
    const told = openingsText(openings, site.openingBytes);
    stage(told);
    return `${running.said}${told}\n`;
  } finally {
    ended.abort();
    await answering.catch(() => {});
    removeLeftovers(dist);
  }
}

// Tells each stage of Framework as its first line comes, and all links that lead nowhere.
function stagesOf(tell: (text: string) => void): (text: string) => void {
  const left = [
    {first: /^load /m, told: "reading pages, and making what their code names"},
    {first: /^(?:build|bundle|copy) /m, told: "making files"},
    {first: /^render /m, told: "writing pages"}
  ];
  return (text) => {
    if (left[0]?.first.test(text)) tell(left.shift()?.told ?? "");
    for (const [link] of text.matchAll(/^\u21b3.*/gm)) tell(link);
  };
}

// A line for the user: how many opening views the site has.
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

// Framework's word for an error that it does not know; the page that it was at says more.
const unexpected = /^Unexpected error: /m;

function pageIn(said: string): string {
  const [, page] = [...said.matchAll(/^(?:load|render) (\/.+?)(?: in \d+ms| \u2192 .*| *)$/gm)].at(-1) ?? [];
  return page === undefined ? "" : `src${page}.md: `;
}

// Framework's advice about itself, which is left out.
const advice = /\n+(?:Tip: To see|If you think this is a bug)[\s\S]*$/;

/** A name for a folder beside `folder` in which this process makes its new content; no other process uses it. */
export function newFolder(folder: string): string {
  return `${folder}.new-${process.pid}`;
}

/** Replaces `folder` by the folder that was made, by renames: it is always the old or the new one, never a mixture. */
export function swap(made: string, folder: string): void {
  const old = `${folder}.old-${process.pid}`;
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(made, folder);
  rmSync(old, {recursive: true, force: true});
}

/** Removes folders that this process, and ended ones, left beside `folder`; undoes a `swap` that was killed halfway. */
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
