import {join} from "node:path";
import {build} from "esbuild";

const own = (name: string) => JSON.stringify(join(process.cwd(), "src/duckdb/values", name));

// The modules that readers of FileAttachment import, from installed packages and src/duckdb/values. For .parquet(), Framework uses
// parquet-wasm; here hyparquet replaces it, as it needs no WebAssembly module.
const sources: Readonly<Record<string, string>> = {
  "d3-dsv": `export {autoType, dsvFormat} from ${own("dsv.ts")};`,
  "apache-arrow": `export {tableFromIPC} from ${own("arrow-table.ts")};`,
  "parquet-wasm": `import {streamOfParquet} from ${own("parquet.ts")};
    export default async function init() {}
    export const readParquet = ({buffer}) => ({intoIPCStream: () => streamOfParquet(buffer)});`
};

/** The file methods whose reader is installed: `FileAttachment("a.csv").csv()`. */
export const fileReaders: readonly string[] = ["csv", "tsv", "arrow", "parquet"];

/** Whether a path in Framework's cache of a CDN belongs to an installed package. */
export function isInstalled(path: string): boolean {
  const [, name = ""] = /^\/_npm\/([\w-]+)@[\d.]+\/[\w./]+$/.exec(path) ?? [];
  return Object.hasOwn(sources, name);
}

/** The response of a CDN for a module of an installed package, at its address; null for other addresses. */
export async function answerInstalled(url: string): Promise<Response | null> {
  const [, name = "", path] = /^https:\/\/cdn\.jsdelivr\.net\/npm\/([\w-]+)@[\d.]+\/(.+)$/.exec(url) ?? [];
  const contents = sources[name];
  if (contents === undefined) return null;
  if (path?.endsWith(".wasm")) return new Response("", {headers: {"content-type": "application/wasm"}});
  if (path !== "+esm") return null;
  const bundled = await build({
    stdin: {contents, resolveDir: process.cwd()},
    ...{bundle: true, format: "esm", minify: true, write: false, platform: "browser", logLevel: "silent"}
  });
  const [file] = bundled.outputFiles;
  return new Response(file?.text, {headers: {"content-type": "application/javascript"}});
}
