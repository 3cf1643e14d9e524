import {join} from "node:path/posix";
import {findModule, readJavaScriptSync} from "@observablehq/framework/dist/javascript/module.js";
import {parseProgram, type Statement} from "@observablehq/framework/dist/javascript/parse.js";
import {resolvePath} from "@observablehq/framework/dist/path.js";
import {mtime} from "../data-loaders/outputs.js";

/** The names that a module of the site exports; null if it cannot be parsed, or re-exports all of a package. */
export function exportsOf(path: string, root: string, visited = new Set<string>()): string[] | null {
  if (visited.has(path)) return [];
  visited.add(path);
  const found = findModule(root, path);
  const statements = found ? parse(join(root, found.path)) : null;
  const names = statements?.map((statement) => {
    if (statement.type === "ExportDefaultDeclaration") return ["default"];
    if (statement.type === "ExportNamedDeclaration") return namesOf(statement);
    if (statement.type !== "ExportAllDeclaration") return [];
    const {exported, source} = statement;
    if (exported) return [exported.name];
    return source.value.startsWith(".") ? exportsOf(resolvePath(path, source.value), root, visited) : null;
  });
  return names?.every((each) => each !== null) ? names.flat() : null;
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
    return null; // the page reports its syntax error
  }
}

function namesOf({declaration, specifiers}: Extract<Statement, {type: "ExportNamedDeclaration"}>): string[] {
  const declared = declaration?.declarations?.map(({id}) => id.name) ?? [];
  const named = declaration?.id ? [declaration.id.name] : [];
  return [...declared.filter((name) => name !== undefined), ...named, ...specifiers.map(({exported}) => exported.name)];
}
