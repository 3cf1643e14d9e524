import {existsSync, readdirSync} from "node:fs";
import {join, relative} from "node:path/posix";
import {findModule, readJavaScriptSync} from "@observablehq/framework/dist/javascript/module.js";
import {type Import, parseProgram, type Statement} from "@observablehq/framework/dist/javascript/parse.js";
import type {Page} from "@observablehq/framework/dist/markdown.js";
import {resolvePath} from "@observablehq/framework/dist/path.js";
import {nearest} from "../config/errors.js";
import {lineAt, type Missing} from "./missing.js";

/** Finds what a parsed page imports from local modules that are not there, or that do not have it, and what was probably meant. */
export function findUnknownImports(page: Page, source: string, root: string): Missing[] {
  return page.code.flatMap(({node}) =>
    statementsOf(node.body)
      .filter((statement) => statement.type === "ImportDeclaration")
      .filter((statement) => /^\.{0,2}\/.*\.js$/.test(statement.source.value))
      .flatMap((statement) => problemsOf(statement, page.path, root))
      .map(({text, start}) => ({line: lineAt(source, node, start), text}))
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

// As a page at `path` would write them.
function modulesOf(root: string, path: string): string[] {
  return readdirSync(root, {recursive: true, encoding: "utf8"})
    .filter((name) => /\.[jt]s$/.test(name) && !name.startsWith(".observablehq") && !/\.\w+\.[jt]s$/.test(name))
    .map((name) => relative(join("/", path, ".."), join("/", name.replaceAll("\\", "/"))).replace(/\.ts$/, ".js"))
    .map((name) => (name.startsWith(".") ? name : `./${name}`));
}

// Null where nobody knows: of a package, or of a module that is being written.
function exportsOf(path: string, root: string, seen = new Set<string>()): string[] | null {
  const module = findModule(root, path);
  if (module === undefined) return null;
  if (seen.has(path)) return [];
  seen.add(path);
  const names: string[] = [];
  for (const statement of parse(join(root, module.path)) ?? [null]) {
    if (statement === null) return null;
    if (statement.type === "ExportDefaultDeclaration") names.push("default");
    if (statement.type === "ExportNamedDeclaration") names.push(...namesOf(statement));
    if (statement.type !== "ExportAllDeclaration") continue;
    const {exported, source} = statement;
    const more = exported ? [exported.name] : source.value.startsWith(".") ? within(source.value) : null;
    if (more === null) return null;
    names.push(...more);
  }
  return names;

  function within(name: string): string[] | null {
    return exportsOf(resolvePath(path, name), root, seen);
  }
}

function parse(path: string): Statement[] | null {
  try {
    return parseProgram(readJavaScriptSync(path)).body;
  } catch {
    return null; // its own mistake is reported where it is loaded
  }
}

function namesOf({declaration, specifiers}: Extract<Statement, {type: "ExportNamedDeclaration"}>): string[] {
  const declared = declaration?.declarations?.map(({id}) => id.name) ?? [];
  const named = declaration?.id ? [declaration.id.name] : [];
  return [...declared.filter((name) => name !== undefined), ...named, ...specifiers.map(({exported}) => exported.name)];
}

function statementsOf(body: Page["code"][number]["node"]["body"]): Statement[] {
  return Array.isArray(body?.body) ? body.body : [];
}
