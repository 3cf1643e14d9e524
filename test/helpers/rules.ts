import {readdirSync, symlinkSync} from "node:fs";
import {join, resolve} from "node:path";

/** Gives a folder of pages the modules of Feedbook's own: a build follows the rules of the site that it builds. */
export function linkRules(root: string): void {
  for (const {name} of readdirSync("src", {withFileTypes: true}))
    if (/^(?:duckdb|format|inputs|url|charts|ui|views|\w+\.ts)$/.test(name))
      symlinkSync(resolve("src", name), join(root, name));
}
