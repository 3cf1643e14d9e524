import {createRequire} from "node:module";
import {dirname, join, relative, resolve} from "node:path/posix";
import {findModule, readJavaScriptSync} from "@observablehq/framework/dist/javascript/module.js";
import {parseProgram, type Statement} from "@observablehq/framework/dist/javascript/parse.js";
import {mtime} from "../data-loaders/outputs.js";

/** The names that a module of the site exports; null if unknown: of a module that is being edited. */
export function exportsOf(path: string, root: string): string[] | null {
  return namesIn(fileOf(path, root), root);
}

function fileOf(path: string, root: string): string | null {
  const found = findModule(root, path);
  return found === undefined ? null : join(root, found.path);
}

function importedBy(file: string, name: string, root: string): string | null {
  const own = name.startsWith(".") ? fileOf(relative(root, join(dirname(file), name)), root) : null;
  if (own !== null) return own;
  try {
    return createRequire(resolve(file)).resolve(name);
  } catch {
    return null;
  }
}

function namesIn(file: string | null, root: string, visited = new Set<string>()): string[] | null {
  if (file === null) return null;
  if (visited.has(file)) return [];
  visited.add(file);
  const allOf = (name: string) => namesIn(importedBy(file, name, root), root, visited);
  const names = parse(file)?.map((statement) => namesOf(statement, allOf)) ?? [null];
  return names.every((some) => some !== null) ? names.flat() : null;
}

function namesOf(statement: Statement, allOf: (name: string) => string[] | null): string[] | null {
  if (statement.type === "ExportDefaultDeclaration") return ["default"];
  if (statement.type === "ExportAllDeclaration")
    return statement.exported ? [statement.exported.name] : allOf(statement.source.value);
  if (statement.type !== "ExportNamedDeclaration") return [];
  const {declaration, specifiers} = statement;
  const declared = [declaration?.id?.name, ...(declaration?.declarations ?? []).map(({id}) => id.name)];
  return [...declared.filter((name) => name !== undefined), ...specifiers.map(({exported}) => exported.name)];
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
