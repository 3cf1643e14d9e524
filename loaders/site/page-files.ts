import {readdirSync} from "node:fs";
import {basename, dirname, join} from "node:path/posix";
import {findAssets} from "@observablehq/framework/dist/html.js";
import {getModuleInfo} from "@observablehq/framework/dist/javascript/module.js";
import type {Page} from "@observablehq/framework/dist/markdown.js";
import {resolvePath} from "@observablehq/framework/dist/path.js";
import {nearest} from "../config/errors.js";
import type {Missing} from "./page-checks.js";

/**
 * Finds files that a page or one of its modules names and that do not exist, or whose names are no addresses. `has` tells whether
 * there is a file, or a data loader for it, at a path under the root.
 */
export function findMissingFiles(page: Page, source: string, root: string, has: (path: string) => boolean): Missing[] {
  const named = page.code.flatMap(({id, node}) => node.files.map(({name}) => ({name, blocks: [id]})));
  const assets = [...findAssets(page.body, page.path).files].map((name) => ({name, blocks: []}));
  const style = [page.data.style ?? []]
    .flat()
    .filter((name) => !/^\w+:/.test(name))
    .map((name) => ({name, blocks: []}));
  const own = [...named, ...assets, ...style].flatMap(({name, blocks}) => {
    const text = faultOf(resolvePath(page.path, name), root, has);
    const at = source.indexOf(basename(name));
    return text === null ? [] : [{text, blocks, line: source.slice(0, Math.max(0, at)).split("\n").length}];
  });
  const modules = page.code
    .flatMap(({id, node}) => node.imports.map(({name}) => ({name, id})))
    .filter(({name}) => /^\.{0,2}\/.*\.js$/.test(name));
  return [...own, ...modules.flatMap(({name, id}) => inModule(name, id))];

  function inModule(name: string, id: string): Missing[] {
    const path = resolvePath(page.path, name);
    const files = [...(getModuleInfo(root, path)?.files ?? [])];
    const texts = files.flatMap((file) => faultOf(resolvePath(path, file), root, has) ?? []);
    const line = source.slice(0, Math.max(0, source.indexOf(name))).split("\n").length;
    return texts.map((text) => ({line, text: `${text}, in ${join(root, path)}`, blocks: [id]}));
  }
}

function faultOf(path: string, root: string, has: (path: string) => boolean): string | null {
  if (/[#?%]/.test(path)) return `${join(root, path)} ${noAddress}`;
  if (has(path)) return null;
  const meant = nearest(basename(path), namesIn(join(root, dirname(path))));
  return `no such file: ${join(root, path)}${meant === null ? "" : `: did you mean ${meant}?`}`;
}

const noAddress = "has #, ? or % in its name, which cannot be in an address: rename it";

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => name.replace(/(\.\w+)\.(?:sql|js|ts|py|sh|r)$/i, "$1"));
  } catch {
    return [];
  }
}

/** What is wrong with the names of pages: some are no addresses, others are one where case does not count. */
export function faultsOfNames(root: string): string[] {
  const files = readdirSync(root, {recursive: true, encoding: "utf8"}).filter((name) => /^(?!\.).*\.md$/.test(name));
  const same = (file: string) => files.find((other) => other < file && other.toLowerCase() === file.toLowerCase());
  return files.flatMap((file) => {
    if (/[#?%]/.test(file)) return [`${join(root, file)} ${noAddress}`];
    const other = same(file);
    return other === undefined ? [] : [`${join(root, file)} and ${other} differ by case alone: rename one of them`];
  });
}
