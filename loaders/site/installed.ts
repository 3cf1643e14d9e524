import {build} from "esbuild";

// What readers of FileAttachment import, from the packages that are installed. Framework takes .parquet() from parquet-wasm,
// whose part here is played by hyparquet, as it needs no module of its own.
const sources: Readonly<Record<string, string>> = {
  "d3-dsv": `export * from "d3-dsv";`,
  "apache-arrow": `export * from "apache-arrow";`,
  "parquet-wasm": `import {tableFromJSON, tableToIPC} from "apache-arrow";
    import {parquetReadObjects} from "hyparquet";
    import {compressors} from "hyparquet-compressors";
    export default async function init() {}
    export function readParquet({buffer}) {
      const rows = parquetReadObjects({file: buffer, compressors});
      return {intoIPCStream: async () => tableToIPC(tableFromJSON(await rows))};
    }`
};

/** The file methods whose reader is installed: `FileAttachment("a.csv").csv()`. */
export const fileReaders: readonly string[] = ["csv", "tsv", "arrow", "parquet"];

/** Whether a path of Framework's cache for a CDN is that of a package which is installed. */
export function isInstalled(path: string): boolean {
  const [, name = ""] = /^\/_npm\/([\w-]+)@[\d.]+\/[\w./]+$/.exec(path) ?? [];
  return Object.hasOwn(sources, name);
}

/** What a CDN would answer for a module of an installed package, at its address; null for another. */
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
