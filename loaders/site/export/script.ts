import {existsSync, readdirSync, readFileSync} from "node:fs";
import {dirname, extname, join, relative, resolve} from "node:path";
import {gzipSync} from "node:zlib";
import {type BuildOptions, build, type Plugin, transform} from "esbuild";

/** The one script of a page, and the files that it reads as `data:` addresses, by their paths in the site. */
export interface Script {
  code: string;
  files: Readonly<Record<string, string>>;
}

/** The page's file in the built site at `root`, and whether DuckDB-Wasm becomes a part of the script. */
interface ScriptOptions {
  root: string;
  file: string;
  hasEngine: boolean;
}

/**
 * Bundles the modules that a page of a site at `root` imports into one script, as a browser imports none from a disk.
 * `code` is the page's own module, and `file` its page. The code reads its files from `fbFiles`.
 */
export async function bundleScript(code: string, {root, file, hasEngine}: ScriptOptions): Promise<Script> {
  const paths = new Set<string>();
  const {outputFiles} = await build({
    ...{...bundling, absWorkingDir: root},
    define: {"import.meta.url": "document.baseURI", "import.meta.resolve": "String"},
    stdin: {contents: withFiles(code, dirname(file), {root, paths}), resolveDir: dirname(file), loader: "js"},
    plugins: [pageModules(root, paths, hasEngine)]
  });
  const files = Object.fromEntries(Array.from(paths, (path) => [path, dataUrl(join(root, path))]));
  return {code: await withoutMarkup(outputFiles[0]?.text ?? ""), files};
}

// A browser would read `<!--` before `<script` in a script as markup. Only templates have it where an escape would be read as it
// is written, such as in SQL, so they become plain texts.
async function withoutMarkup(code: string): Promise<string> {
  if (!/<!--[\s\S]*<script/i.test(code)) return code;
  const plain = await transform(code, {...shape, supported: {"template-literal": false}});
  return plain.code.replaceAll("<!--", "\\x3c!--");
}

const shape = {format: "esm", minify: true, charset: "utf8", legalComments: "eof", target: "es2022"} as const;
const bundling: BuildOptions & {write: false} = {...shape, bundle: true, write: false, logLevel: "silent"};

/** What DuckDB-Wasm needs in a file, gzipped, by ids: the script of its worker, and its module. */
export async function engineFiles(root: string): Promise<Record<string, Buffer>> {
  const folder = join(root, "_import/duckdb");
  const name = readdirSync(folder).find((each) => each.startsWith("engine-worker.")) ?? "";
  const {outputFiles} = await build({...bundling, absWorkingDir: root, entryPoints: [join(folder, name)]});
  const files = join(root, "_file/duckdb");
  const module = readdirSync(files).find((each) => each.startsWith("duckdb-eh.wasm.")) ?? "";
  const worker = `(async () => {${outputFiles[0]?.text}\n})();`; // a worker of a file is a classic script
  return {"fb-worker": gzipSync(worker), "fb-module": readFileSync(join(files, module))};
}

// A module that Framework's client would import on demand, for a built-in that the page does not use, is not in the site.
function pageModules(root: string, paths: Set<string>, hasEngine: boolean): Plugin {
  return {
    name: "page modules",
    setup({onResolve, onLoad}) {
      onResolve({filter: /^\./}, ({path, importer, resolveDir, kind}) => {
        const isThere = existsSync(resolve(importer === "<stdin>" ? resolveDir : dirname(importer), path));
        return !isThere && kind === "dynamic-import" ? {path, external: true} : null;
      });
      if (!hasEngine) onLoad({filter: /[\\/]_node[\\/]@duckdb[\\/]/}, () => ({contents: "", loader: "js"}));
      onLoad({filter: /[\\/]_import[\\/].*\.js$/}, ({path}) => ({
        contents: withFiles(readFileSync(path, "utf8"), dirname(path), {root, paths}),
        loader: "js"
      }));
    }
  };
}

// The engine and its data are not among the files of a page.
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

/** A file as a `data:` address. Embedded answers are left out: the exported file has its own. */
export function dataUrl(path: string): string {
  const content = readFileSync(path);
  const bytes = path.endsWith(".json") ? withoutAnswers(content) : content;
  const type = types[extname(path).toLowerCase()] ?? "application/octet-stream";
  return `data:${type};base64,${bytes.toString("base64")}`;
}

function withoutAnswers(content: Buffer): Buffer {
  const value: unknown = JSON.parse(content.toString("utf8"));
  if (typeof value !== "object" || value === null || !("answers" in value && "meta" in value)) return content;
  const {answers: _, ...rest} = value;
  return Buffer.from(JSON.stringify(rest));
}

const types: Readonly<Record<string, string>> = {
  ...{".json": "application/json", ".csv": "text/csv", ".tsv": "text/tab-separated-values", ".txt": "text/plain"},
  ...{".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp"}
};
