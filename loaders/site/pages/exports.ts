import {createRequire} from "node:module";
import {join, resolve} from "node:path/posix";
import {findModule, readJavaScriptSync} from "@observablehq/framework/dist/javascript/module.js";
import {parseProgram, type Statement} from "@observablehq/framework/dist/javascript/parse.js";
import {resolvePath} from "@observablehq/framework/dist/path.js";
import {mtime} from "../data-loaders/outputs.js";

/** The names that a module of the site exports; null if unknown: of a module that is being edited. */
export function exportsOf(path: string, root: string): string[] | null {
  const module = moduleAt(path, root);
  return module === null ? null : namesIn(module, new Set());
}

/** The names in a namespace that a module of the site exports, such as `d3`; null if it is none, or they are unknown. */
export function membersOf(path: string, name: string, root: string): string[] | null {
  const module = moduleAt(path, root);
  for (const statement of (module && parse(module.file)) ?? []) {
    if (statement.type !== "ExportAllDeclaration" || module === null) continue;
    const next = module.find(statement.source.value);
    if (statement.exported?.name === name) return next && namesIn(next, new Set());
  }
  return null;
}

/** A module's file, and how it finds those that it names: of the site, or of installed packages. */
interface Module {
  file: string;
  find(name: string): Module | null;
}

function moduleAt(path: string, root: string): Module | null {
  const found = findModule(root, path);
  if (found === undefined) return null;
  const find = (name: string) =>
    name.startsWith(".") ? moduleAt(resolvePath(path, name), root) : installed(resolve(root, "_"), name);
  return {file: join(root, found.path), find};
}

function installed(from: string, name: string): Module | null {
  try {
    const file = createRequire(from).resolve(name);
    return {file, find: (next) => installed(file, next)};
  } catch {
    return null;
  }
}

function namesIn({file, find}: Module, seen: Set<string>): string[] | null {
  if (seen.has(file)) return [];
  seen.add(file);
  const names: string[] = [];
  for (const statement of parse(file) ?? [null]) {
    if (statement === null) return null;
    if (statement.type === "ExportDefaultDeclaration") names.push("default");
    if (statement.type === "ExportNamedDeclaration") names.push(...namesOf(statement));
    if (statement.type !== "ExportAllDeclaration") continue;
    const {exported, source} = statement;
    const next = exported ? null : find(source.value);
    const more = exported ? [exported.name] : next && namesIn(next, seen);
    if (more === null) return null;
    names.push(...more);
  }
  return names;
}

// By path, as all pages import the same modules.
const parsed = new Map<string, {writtenAt: number; statements: Statement[] | null}>();

function parse(path: string): Statement[] | null {
  const writtenAt = mtime(path);
  const known = parsed.get(path);
  if (known?.writtenAt === writtenAt) return known.statements;
  const statements = statementsOf(path);
  parsed.set(path, {writtenAt, statements});
  return statements;
}

function statementsOf(path: string): Statement[] | null {
  try {
    return parseProgram(readJavaScriptSync(path)).body;
  } catch {
    return null; // its syntax error is reported when it is loaded
  }
}

function namesOf({declaration, specifiers}: Extract<Statement, {type: "ExportNamedDeclaration"}>): string[] {
  const declared = declaration?.declarations?.map(({id}) => id.name) ?? [];
  const named = declaration?.id ? [declaration.id.name] : [];
  return [...declared.filter((name) => name !== undefined), ...named, ...specifiers.map(({exported}) => exported.name)];
}
