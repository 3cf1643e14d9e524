import {existsSync, readdirSync, readFileSync, writeFileSync} from "node:fs";
import {dirname, join, relative, resolve, sep} from "node:path";
import {build, type Metafile, type Plugin} from "esbuild";

/**
 * Bundles the modules of a built site, so that a page loads a few files instead of some 150. Framework's files stay, as
 * workers and exported modules may load them.
 */
export async function bundleModules(root: string): Promise<void> {
  const pages = pagesIn(root).map((path) => pageOf(path, root));
  const entries = [...new Set(pages.flatMap((page) => page.entries))];
  if (entries.length === 0) return;
  const {outputFiles, metafile} = await build({
    ...{absWorkingDir: root, outdir: root, outbase: root, write: false, metafile: true, logLevel: "silent"},
    entryPoints: entries.map((path) => ({in: path, out: relative(root, path).replace(/(\.[0-9a-f]{8})?\.js$/, "")})),
    ...{entryNames: "[dir]/[name].[hash]", chunkNames: "_import/[name].[hash]"},
    ...{bundle: true, splitting: true, format: "esm", minify: true, charset: "utf8", legalComments: "eof"},
    plugins: [places(root)]
  });
  for (const {path, text} of outputFiles)
    writeFileSync(
      path,
      text.replaceAll(place, (_, to) => pathTo(path, join(root, to)))
    );
  for (const page of pages) writeFileSync(page.path, relinked(page, root, metafile));
}

/** A built page, and the modules that its scripts import. */
interface Page {
  path: string;
  text: string;
  entries: string[];
}

const place = /feedbook-place:([^"'`]+)/g;

// Replaces the addresses that a module reads, and its imports of Framework's modules, by placeholders.
function places(root: string): Plugin {
  const placeOf = (from: string, to: string) => `feedbook-place:${relative(root, resolve(dirname(from), to))}`;
  return {
    name: "places",
    setup({onResolve, onLoad}) {
      onResolve({filter: /^\./}, ({path, importer}) =>
        isFrameworks(resolve(dirname(importer), path), root) ? {path: placeOf(importer, path), external: true} : null
      );
      onLoad({filter: /\.js$/}, ({path}) => ({
        contents: readFileSync(path, "utf8").replace(
          /\bimport\.meta\.(?:url\b|resolve\("(\.[^"]+)"\))/g,
          (_, to = path) => `new URL("${placeOf(path, to)}", import.meta.url).href`
        )
      }));
    }
  };
}

function relinked({path, text, entries}: Page, root: string, {outputs}: Metafile): string {
  const made = new Map(
    Object.entries(outputs).flatMap(([output, {entryPoint}]) => (entryPoint ? [[join(root, entryPoint), output]] : []))
  );
  const needed = new Set(entries.flatMap((entry) => made.get(entry) ?? []));
  for (const output of needed) {
    for (const {path: imported, kind} of outputs[output]?.imports ?? []) {
      if (kind === "import-statement" && imported in outputs) needed.add(imported);
    }
  }
  const links = [
    ...Array.from(needed, (output) => `<link rel="modulepreload" href="${pathTo(path, join(root, output))}">\n`),
    ...dataOf(text).map((to) => `<link rel="preload" as="fetch" crossorigin href="${to}">\n`)
  ];
  return text
    .replace(importing, (whole, before: string, to: string, after: string) => {
      const output = made.get(resolve(dirname(path), to));
      return output === undefined ? whole : `${before}${pathTo(path, join(root, output))}${after}`;
    })
    .replace(/<link rel="modulepreload" href="([^"]*)">\n?/g, (whole, to: string) =>
      isFrameworks(resolve(dirname(path), to), root) ? whole : ""
    )
    .replace("</head>", () => `${links.join("")}</head>`);
}

// JSON files that a page reads, to preload. Other files may be large downloads.
function dataOf(page: string): string[] {
  const files = page.matchAll(/"mimeType":"application\/json","path":"([^"]+)",[^}]*"size":(\d+)/g);
  return Array.from(files, ([, to = "", size]) => (Number(size) < 1e6 ? [to] : [])).flat();
}

const importing = /(\bfrom\s*"|\bimport\(\s*"|<script type="module" src=")(\.[^"]+\.js)(")/g;

function pageOf(path: string, root: string): Page {
  const text = readFileSync(path, "utf8");
  const named = Array.from(text.matchAll(importing), ([, , to = ""]) => resolve(dirname(path), to));
  // Text that only looks like an import names no existing file.
  return {path, text, entries: named.filter((file) => existsSync(file) && !isFrameworks(file, root))};
}

function isFrameworks(path: string, root: string): boolean {
  return path.startsWith(join(root, "_observablehq") + sep);
}

function pathTo(from: string, to: string): string {
  const path = relative(dirname(from), to).replaceAll(sep, "/");
  return path.startsWith(".") ? path : `./${path}`;
}

// Files below _file are attachments, not pages.
function pagesIn(root: string): string[] {
  const files = readdirSync(root, {recursive: true, encoding: "utf8"});
  return files
    .filter((name) => name.endsWith(".html") && !name.startsWith(`_file${sep}`))
    .map((name) => join(root, name));
}
