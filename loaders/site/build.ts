import {resolve} from "node:path";
import {bundleModules} from "./bundle.js";
import {type FrameworkOptions, startFramework} from "./framework.js";
import {writePolicies} from "./policy.js";
import {newFolder, removeLeftovers, swap} from "./swap.js";

/** Options of `buildSite`. */
export interface BuildOptions extends FrameworkOptions {
  /** The path that the site will be served under; default: `site.base` of the configuration. */
  base?: string;
  /** Ends the build when it is aborted. */
  signal?: AbortSignal;
}

/**
 * Builds the static site from the snapshot into `dist/`, without network; what is there stays until the new one is
 * whole. Gives what Framework said. @throws with what it complained of, if it fails
 */
export async function buildSite({base, env = {}, signal, ...options}: BuildOptions = {}): Promise<string> {
  const dist = resolve(options.cwd ?? process.cwd(), "dist");
  removeLeftovers(dist);
  const made = newFolder(dist);
  const given = {...env, FEEDBOOK_OUTPUT: made, ...(base === undefined ? {} : {FEEDBOOK_BASE: base})};
  const running = startFramework(["build"], {...options, env: given});
  const end = () => void running.close();
  signal?.addEventListener("abort", end);
  try {
    const code = await running.exited;
    const reason = running.warned.replace(advice, "").trim() || `exit code ${code}\n${running.said}`.trimEnd();
    if (code !== 0) throw new Error(`cannot build the site: ${signal?.aborted ? "interrupted" : reason}`);
    await bundleModules(made);
    writePolicies(made);
    swap(made, dist);
    return running.said;
  } finally {
    signal?.removeEventListener("abort", end);
    removeLeftovers(dist);
  }
}

// Of Framework, about itself.
const advice = /\n+(?:Tip: To see|If you think this is a bug)[\s\S]*$/;
