import {existsSync, realpathSync} from "node:fs";
import {dirname, isAbsolute, relative, resolve} from "node:path";
import {ConfigError} from "../config/errors.js";
import {bundleModules} from "./bundle.js";
import {type FrameworkOptions, startFramework} from "./framework.js";
import {writeLicenses} from "./licenses.js";
import {writePolicies} from "./policy.js";
import {newFolder, removeLeftovers, swap} from "./swap.js";

/** Options of `buildSite`. */
export interface BuildOptions extends FrameworkOptions {
  /** The path that the site will be served under; default: `site.base` of the configuration. */
  base?: string;
}

/**
 * Builds the static site from the snapshot into `dist/`, without network; what is there stays until the new one is
 * whole. Gives what Framework said. @throws with what it complained of, if it fails; ConfigError if that is the store's place
 */
export async function buildSite({base, env = {}, ...options}: BuildOptions = {}): Promise<string> {
  const project = options.cwd ?? process.cwd();
  const dist = resolve(project, "dist");
  if (env.FEEDBOOK_STORE !== undefined) assertOutside(dist, resolve(project, env.FEEDBOOK_STORE));
  removeLeftovers(dist);
  const made = newFolder(dist);
  const given = {...env, FEEDBOOK_OUTPUT: made, ...(base === undefined ? {} : {FEEDBOOK_BASE: base})};
  const running = startFramework(["build"], {...options, env: given});
  try {
    const code = await running.exited;
    const reason = running.warned.replace(advice, "").trim() || `exit code ${code}\n${running.said}`.trimEnd();
    if (code !== 0) throw new Error(`cannot build the site: ${options.signal?.aborted ? "interrupted" : reason}`);
    writeLicenses(made, project);
    await bundleModules(made);
    writePolicies(made);
    swap(made, dist);
    return running.said;
  } finally {
    removeLeftovers(dist);
  }
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
