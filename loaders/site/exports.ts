import {join} from "node:path/posix";
import {findModule, readJavaScriptSync} from "@observablehq/framework/dist/javascript/module.js";
import {parseProgram, type Statement} from "@observablehq/framework/dist/javascript/parse.js";
import {resolvePath} from "@observablehq/framework/dist/path.js";
import {mtime} from "./outputs.js";

/** The names that a module of the site exports; null if unknown: of a package, or of a module that is being edited. */
export function exportsOf(path: string, root: string, seen = new Set<string>()): string[] | null {
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
