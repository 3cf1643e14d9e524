import {existsSync, mkdirSync} from "node:fs";
import {createRequire} from "node:module";
import {join, resolve} from "node:path";
import {execa} from "execa";

const flags = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/**
 * What a package exports that is no dependency: it is installed into a cache when it is first needed, and no other command
 * has it. `size` is told while that takes its time. @throws Error without a network
 */
export async function requireOnDemand(name: string, version: string, size: string): Promise<unknown> {
  const folder = resolve(`node_modules/.cache/feedbook/${name}-${version}`);
  const main = join(folder, "node_modules", name, "package.json");
  if (!existsSync(main)) {
    console.log(`installing ${name} ${version} into ${folder}: ${size}, once`);
    mkdirSync(folder, {recursive: true});
    const args = ["install", ...flags, `${name}@${version}`, "--prefix", folder];
    const {exitCode, stderr} = await execa("npm", args, {reject: false});
    if (exitCode !== 0)
      throw new Error(
        `cannot install ${name} ${version}: ${stderr.split("\n", 3).join(", ")}: this test needs a registry of packages once`
      );
  }
  return createRequire(main)(name);
}
