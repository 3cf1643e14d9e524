import {existsSync, mkdirSync} from "node:fs";
import {createRequire} from "node:module";
import {join, resolve} from "node:path";
import {execa} from "execa";

const flags = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/**
 * The exports of a package outside of package.json: it is installed into a cache when a test first needs it. `size` is shown
 * meanwhile. @throws Error without a network
 */
export async function requireOnDemand(name: string, version: string, size: string): Promise<unknown> {
  const folder = resolve(`node_modules/.cache/feedbook/${name}-${version}`);
  const main = join(folder, "node_modules", name, "package.json");
  if (!existsSync(main)) {
    console.log(`installing ${name} ${version} into ${folder}: ${size}, once`);
    mkdirSync(folder, {recursive: true});
    const args = ["install", ...flags, `${name}@${version}`, "--prefix", folder];
    const {exitCode, stderr} = await execa("npm", args, {reject: false});
    const problem = stderr.split("\n", 3).join(", ");
    if (exitCode !== 0)
      throw new Error(`cannot install ${name} ${version}: ${problem}: this test needs the registry once`);
  }
  return createRequire(main)(name);
}
