import {existsSync, realpathSync, statSync} from "node:fs";
import {isAbsolute, join, relative} from "node:path";
import type {PreviewServer} from "@observablehq/framework/dist/preview.js";
import {compiled} from "../config/compile.mjs";
import {messageOf} from "../config/errors.js";

const source = "observablehq.config.ts";

/**
 * Options that give Framework its configuration compiled, if that finds the same packages as Framework: it would compile each
 * file that its configuration imports anew, which takes a second. Framework itself reports a mistake in it.
 */
export async function configOption(project: string): Promise<string[]> {
  const config = await compiled(join(project, source)).catch(() => null);
  const packages = join(project, "node_modules");
  if (config === null || !existsSync(packages)) return [];
  const path = relative(realpathSync(packages), realpathSync(config));
  return path.startsWith("..") || isAbsolute(path) ? [] : ["--config", join("node_modules", path)];
}

/**
 * Has a preview follow edits of its configuration where it was given that compiled, and tell mistakes in them. `shared` has
 * modules of this process by path, which the edited configuration must not have twice.
 */
export function followConfig({prototype}: typeof PreviewServer, shared: Readonly<Record<string, object>>): void {
  const {_readConfig} = prototype;
  const stateOf = () => statSync(source, {throwIfNoEntry: false})?.mtimeMs;
  let read = stateOf();
  let following = Promise.resolve(); // of the last edit, which all requests wait for
  async function follow(server: PreviewServer): Promise<void> {
    const former = server._config;
    try {
      server._config = await compiled(source, {shared});
      await _readConfig.call(server);
    } catch (error) {
      process.stderr.write(`${messageOf(error)}\n`);
      server._config = former;
    }
  }
  prototype._readConfig = async function () {
    if (this._config === undefined) return _readConfig.call(this);
    const state = stateOf();
    if (state !== read) {
      read = state;
      following = following.then(() => follow(this));
    }
    await following;
    return Object.assign(await _readConfig.call(this), {watchPath: source}); // whose edits make open pages load again
  };
}
