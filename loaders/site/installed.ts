import {join} from "node:path";
import {build} from "esbuild";

const streamModule = join(process.cwd(), "src/lib/arrow-stream.ts");

// The modules that readers of FileAttachment import, from installed packages. For .parquet(), Framework uses parquet-wasm; here
// hyparquet replaces it, as it needs no WebAssembly module. A page's policy forbids compiling code at run time, which d3-dsv
// does for objects, and Arrow to build columns.
const sources: Readonly<Record<string, string>> = {
  "d3-dsv": `import {autoType, dsvFormat as formatOf} from "d3-dsv";
    export {autoType};
    export function dsvFormat(delimiter) {
      const format = formatOf(delimiter);
      const parse = (text, convert = (row) => row) => {
        const [columns = [], ...lines] = format.parseRows(text);
        const objects = lines.map((line) => Object.fromEntries(columns.map((name, i) => [name, line[i] ?? ""])));
        return Object.assign(objects.map((row, i) => convert(row, i, columns)), {columns});
      };
      return {...format, parse};
    }`,
  "apache-arrow": `export * from "apache-arrow";`,
  "parquet-wasm": `import {parquetReadObjects} from "hyparquet";
    import {compressors} from "hyparquet-compressors";
    import {streamOf} from ${JSON.stringify(streamModule)};
    export default async function init() {}
    export function readParquet({buffer}) {
      const rows = parquetReadObjects({file: buffer, compressors});
      return {intoIPCStream: async () => streamOf(await rows, {integers: false})};
    }`
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
