import {type FrameworkOptions, startFramework} from "./framework.js";

/** Options of `buildSite`. */
export interface BuildOptions extends FrameworkOptions {
  /** The path that the site will be served under; default: `site.base` of the configuration. */
  base?: string;
}

/**
 * Builds the static site from the snapshot into `dist/`, without network. Gives what Framework said.
 * @throws with that, if it fails
 */
export async function buildSite({base, env = {}, ...options}: BuildOptions = {}): Promise<string> {
  const given = base === undefined ? env : {...env, FEEDBOOK_BASE: base};
  const running = startFramework(["build"], {...options, env: given});
  const code = await running.exited;
  if (code !== 0) throw new Error(`cannot build the site (exit code ${code})\n${running.said}`.trimEnd());
  return running.said;
}
