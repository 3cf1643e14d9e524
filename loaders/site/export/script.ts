import {existsSync, readFileSync} from "node:fs";
import {dirname, join, relative, resolve} from "node:path";
import {build, type Plugin} from "esbuild";
import {typeOf} from "./types.js";

/** The one script of a page, and the files that it reads as `data:` addresses, by their paths in the site. */
export interface Script {
  code: string;
  files: Readonly<Record<string, string>>;
}

/**
 * Bundles the modules that a page of a site at `root` imports into one script, as a browser imports none from a disk.
 * `code` is the page's own module, and `file` its page. The code reads its files from `fbFiles`.
 */
export async function bundleScript(code: string, {root, file}: {root: string; file: string}): Promise<Script> {
  const paths = new Set<string>();
  const {outputFiles} = await build({
    ...{bundle: true, format: "esm", minify: true, charset: "utf8", legalComments: "eof", target: "es2022"},
    ...{absWorkingDir: root, write: false, logLevel: "silent"},
    define: {"import.meta.url": "document.baseURI", "import.meta.resolve": "String"},
    stdin: {contents: withFiles(code, dirname(file), {root, paths}), resolveDir: dirname(file), loader: "js"},
    plugins: [pageModules(root, paths)]
  });
  const files = Object.fromEntries(Array.from(paths, (path) => [path, dataUrl(join(root, path))]));
  return {code: outputFiles[0]?.text ?? "", files};
}

// A module that Framework's client would import on demand, for a built-in that the page does not use, is not in the site.
function pageModules(root: string, paths: Set<string>): Plugin {
  return {
    name: "page modules",
    setup({onResolve, onLoad}) {
      onResolve({filter: /^\./}, ({path, importer, resolveDir, kind}) => {
        const isThere = existsSync(resolve(importer === "<stdin>" ? resolveDir : dirname(importer), path));
        return !isThere && kind === "dynamic-import" ? {path, external: true} : null;
      });
      onLoad({filter: /[\\/]_node[\\/]@duckdb[\\/]/}, () => ({contents: "", loader: "js"}));
      onLoad({filter: /[\\/]_import[\\/].*\.js$/}, ({path}) => ({
        contents: withFiles(readFileSync(path, "utf8"), dirname(path), {root, paths}),
        loader: "js"
      }));
    }
  };
}

// The engine and its data have no place in a file of one view.
const engineFile = /\bduckdb\/duckdb-eh\.wasm\.[0-9a-f]+\.gz$|^_file\/data\/feeds\.[0-9a-f]+\.duckdb$/;

// Puts the content of each attached file in the place of its path.
function withFiles(code: string, folder: string, {root, paths}: {root: string; paths: Set<string>}): string {
  return code.replace(/"path":\s*"((?:\.\.?\/)+_file\/[^"]+)"/g, (whole, path: string) => {
    const name = relative(root, resolve(folder, path)).replaceAll("\\", "/");
    if (engineFile.test(name) || !existsSync(join(root, name))) return whole;
    paths.add(name);
    return `"path": globalThis.fbFiles[${JSON.stringify(name)}]`;
  });
}

/** A file as a `data:` address. Rows of a page's data loader are without its answers: the file has those that it needs. */
export function dataUrl(path: string): string {
  const content = readFileSync(path);
  const bytes = path.endsWith(".json") ? withoutAnswers(content) : content;
  return `data:${typeOf(path)};base64,${bytes.toString("base64")}`;
}

function withoutAnswers(content: Buffer): Buffer {
  const value: unknown = JSON.parse(content.toString("utf8"));
  if (typeof value !== "object" || value === null || !("answers" in value && "meta" in value)) return content;
  const {answers: _, ...rest} = value;
  return Buffer.from(JSON.stringify(rest));
}
