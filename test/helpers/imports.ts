import {readFileSync} from "node:fs";
import {dirname, join, normalize} from "node:path";

/** What a file imports: another file of the project, or a package. */
export interface Import {
  from: string;
  to: string;
  types: boolean;
}

/** A source without its comments. */
export function codeOf(file: string): string {
  return readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}

/** The imports and re-exports of a file of the project; files are named by their paths from its root. */
export function importsOf(from: string): Import[] {
  const named = /(?:import|export)(?:\s+(type\s)?(?:[\w*\s{},$]*\sfrom\s*)?|\()["']([^"']+)["']/g; // also where it is imported late
  const statements = codeOf(from).matchAll(named);
  return [...statements].map(([, types, to = ""]) => ({from, to: resolve(from, to), types: types !== undefined}));
}

function resolve(from: string, to: string): string {
  return to.startsWith(".")
    ? normalize(join(dirname(from), to))
        .replaceAll("\\", "/")
        .replace(/\.js$/, ".ts")
    : to;
}
