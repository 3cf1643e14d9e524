import {existsSync, readdirSync} from "node:fs";
import {basename, dirname, join, relative} from "node:path/posix";
import {findAssets} from "@observablehq/framework/dist/html.js";
import {findModule, getModuleInfo} from "@observablehq/framework/dist/javascript/module.js";
import type {Import, Statement} from "@observablehq/framework/dist/javascript/parse.js";
import type {Page} from "@observablehq/framework/dist/markdown.js";
import {resolvePath} from "@observablehq/framework/dist/path.js";
import {nearest} from "../../../src/format/nearest.js";
import {exportsOf} from "./exports.js";
import {lineAt, lineOf, type Missing} from "./page-checks.js";

/** Finds missing files of a page and its modules, and unusable names. `has`: whether a path has a file or loader. */
export function findMissingFiles(page: Page, source: string, root: string, has: (path: string) => boolean): Missing[] {
  const line = (text: string) => lineOf(source, source.indexOf(text));
  const styles = [page.data.style ?? []].flat().filter((name) => !/^\w+:/.test(name));
  const named = [
    ...page.code.flatMap(({id, node}) => node.files.map(({name}) => ({name, blocks: [id]}))),
    ...[...findAssets(page.body, page.path).files, ...styles].map((name) => ({name, blocks: []}))
  ];
  const own = named.flatMap(({name, blocks}) => {
    const text = faultOf(resolvePath(page.path, name), root, has);
    return text === null ? [] : [{line: line(basename(name)), text, blocks}];
  });
  const modules = page.code.flatMap(({id, node}) => node.imports.map(({name}) => ({name, blocks: [id]})));
  const inModules = modules.filter(isLocal).flatMap(({name, blocks}) => {
    const path = resolvePath(page.path, name);
    const texts = [...(getModuleInfo(root, path)?.files ?? [])].map((file) =>
      faultOf(resolvePath(path, file), root, has)
    );
    const faults = texts.filter((text) => text !== null);
    return faults.map((text) => ({line: line(name), text: `${text}, in ${join(root, path)}`, blocks}));
  });
  return [...own, ...inModules];
}

function isLocal({name}: {name: string}): boolean {
  return /^\.{0,2}\/.*\.js$/.test(name);
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

/** Faults of page names: characters that cannot be in an address, and names that differ by case alone. */
export function faultsOfNames(root: string): string[] {
  const files = readdirSync(root, {recursive: true, encoding: "utf8"}).filter((name) => /^(?!\.).*\.md$/.test(name));
  const same = (file: string) => files.find((other) => other < file && other.toLowerCase() === file.toLowerCase());
  return files.flatMap((file) => {
    if (/[#?%]/.test(file)) return [`${join(root, file)} ${noAddress}`];
    const other = same(file);
    return other === undefined ? [] : [`${join(root, file)} and ${other} differ by case alone: rename one of them`];
  });
}

/** Finds local imports of a page that do not exist, each with the most similar name. */
export function findUnknownImports(page: Page, source: string, root: string): Missing[] {
  const imports = page.code.flatMap(({node}) => {
    const statements: Statement[] = Array.isArray(node.body?.body) ? node.body.body : [];
    const ours = statements.filter((statement) => statement.type === "ImportDeclaration");
    return ours.filter(({source: {value}}) => isLocal({name: value})).map((statement) => ({node, statement}));
  });
  return imports.flatMap(({node, statement}) =>
    problemsOf(statement, page.path, root).map(({text, start}) => ({
      line: lineAt({...page, source}, node, start),
      text
    }))
  );
}

function problemsOf({source, specifiers, start}: Import, path: string, root: string): {text: string; start: number}[] {
  const target = resolvePath(path, source.value);
  if (findModule(root, target) === undefined && !existsSync(join(root, target))) {
    const meant = nearest(source.value, modulesOf(root, path));
    return [{start, text: `no such file: ${join(root, target)}${ask(meant)}`}];
  }
  const names = exportsOf(target, root);
  if (names === null) return [];
  return specifiers.flatMap(({imported, start}) => {
    if (imported === undefined || names.includes(imported.name)) return [];
    return [{start, text: `${join(root, target)} exports no ${imported.name}${ask(nearest(imported.name, names))}`}];
  });
}

function ask(meant: string | null): string {
  return meant === null ? "" : `: did you mean ${meant}?`;
}

function modulesOf(root: string, path: string): string[] {
  return readdirSync(root, {recursive: true, encoding: "utf8"})
    .filter((name) => /\.[jt]s$/.test(name) && !name.startsWith(".observablehq") && !/\.\w+\.[jt]s$/.test(name))
    .map((name) => relative(join("/", path, ".."), join("/", name.replaceAll("\\", "/"))).replace(/\.ts$/, ".js"))
    .map((name) => (name.startsWith(".") ? name : `./${name}`));
}
