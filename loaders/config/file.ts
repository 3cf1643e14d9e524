import {existsSync} from "node:fs";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {compiled} from "./compile.mjs";
import {ConfigError} from "./error.js";

const name = "feedbook.config.ts";

/** What `feedbook.config.ts` of a folder exports, unchecked; an empty configuration if there is no such file. @throws ConfigError */
export async function readConfigFile(folder: string): Promise<unknown> {
  const path = join(folder, name);
  if (!existsSync(path)) return {};
  const module = await load(path);
  if (!("default" in module))
    throw new ConfigError(`${name} exports nothing: end it with export default defineConfig({…})`);
  return module.default;
}

async function load(path: string): Promise<object> {
  try {
    return await import(pathToFileURL(await compiled(path)).href); // a URL: a Windows path is no module specifier
  } catch (error) {
    if (!(error instanceof Error)) throw new ConfigError(`cannot read ${path}: ${String(error)}`);
    if (error.name === "ConfigError") throw new ConfigError(error.message); // its copy may be another than this
    throw new ConfigError(`cannot read ${path}: ${error.message}`);
  }
}
