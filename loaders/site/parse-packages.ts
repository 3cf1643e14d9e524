import {Parser} from "acorn";

/** What a package's file begins with, if what looks like an import in it is one. */
export const packageMark = "/*feedbook:package*/";

/** A package's file, which imports the files at `paths`, with the mark if it may have it: a text may look like an import. */
export function markPackage(text: string, paths: readonly string[]): string {
  const found = new Set(Array.from(text.matchAll(imports), ([each]) => /"(\.[^"]*)"\)?$/.exec(each)?.[1] ?? ""));
  const known = new Set(paths);
  return found.size === known.size && paths.every((path) => found.has(path)) ? packageMark + text : text;
}

/**
 * Has Framework parse of a package's file no more than what imports other files. It parses each three times, to find what it
 * imports, which files of the site it reads, and where addresses of a built site belong.
 */
export function parsePackagesFast(): void {
  const {parse} = Parser;
  Parser.parse = function (input, options) {
    if (input.startsWith(packageMark)) {
      try {
        return parse.call(this, importsAlone(input), options);
      } catch {
        // A text in it looks like an import.
      }
    }
    return parse.call(this, input, options);
  };
}

// As esbuild writes them: without semicolons, brackets and texts before the path, but for names that are texts.
const imports =
  /\b(?:import|export)\b(?!\.)(?:[^"'`;()]|"[^"]*"(?= ?as\b)|(?<=\bas ?)"[^"]*")*"\.[^"]*"|\bimport\("\.[^"]*"\)/g;

// Each at its place; line ends in place of all else.
function importsAlone(text: string): string {
  let alone = "";
  for (const {0: found, index} of text.matchAll(imports)) alone = alone.padEnd(index, "\n") + found;
  return alone.padEnd(text.length, "\n");
}
