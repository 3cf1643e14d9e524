import {symlinkSync} from "node:fs";
import {join, resolve} from "node:path";

/** Gives a folder of pages the rules of Feedbook's own: a build follows those of the site that it builds. */
export function linkRules(root: string): void {
  for (const name of ["components", "lib"]) symlinkSync(resolve("src", name), join(root, name), "junction");
}
