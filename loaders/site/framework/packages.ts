import {existsSync, mkdirSync, readFileSync, renameSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {dirname, extname, join, resolve} from "node:path";
import {findAssets} from "@observablehq/framework/dist/html.js";
import {getModuleInfo} from "@observablehq/framework/dist/javascript/module.js";
import type {Page} from "@observablehq/framework/dist/markdown.js";
import {isNodeBuiltin, resolveNodeImport} from "@observablehq/framework/dist/node.js";
import {relativePath, resolvePath} from "@observablehq/framework/dist/path.js";
import {build, type Plugin} from "esbuild";

/**
 * Bundles the packages that a page and its modules import into Framework's cache, as Framework would do it: one file for each
 * specifier, which imports the files of other packages. Framework bundles packages that are not all ES modules, and reports
 * broken ones. `root`: the site's source root.
 */
export async function keepPackages(root: string, page: Page): Promise<void> {
  await Promise.allSettled(packagesOf(root, page).map(async (specifier) => keep(moduleOf(specifier, root), {root})));
  await Promise.allSettled([...making.values()].map(({made}) => made)); // in a ring, another call may still bundle a package
}

function packagesOf(root: string, {code, head, path}: Page): string[] {
  const named = [
    ...code.flatMap(({node}) => node.imports.map(({name}) => name)),
    ...findAssets(head ?? "", path).localImports
  ];
  const modules = new Set(named.filter(isLocal).map((name) => resolvePath(path, name)));
  const packages = new Set(named.filter((name) => !isLocal(name)));
  for (const module of modules) {
    const info = getModuleInfo(root, module);
    if (info === undefined) continue;
    for (const name of [...info.localStaticImports, ...info.localDynamicImports])
      modules.add(resolvePath(module, name));
    for (const name of [...info.globalStaticImports, ...info.globalDynamicImports]) packages.add(name);
  }
  return [...packages].filter((name) => !/^\w+:/.test(name));
}

/** A module of an installed package, as files in `from` import it. */
interface Module {
  specifier: string;
  file: string;
  /** The folder of its package. */
  folder: string;
  /** The path of its bundle in Framework, such as `/_node/d3@7.9.0/index.js`. */
  path: string;
}

function moduleOf(specifier: string, from: string): Module {
  const file = createRequire(resolve(from, "_")).resolve(specifier);
  let folder = dirname(file);
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  const {version} = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const [, name, path = "index.js"] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  return {specifier, file, folder, path: `/_node/${name}@${version}/${extname(path) ? path : `${path}.js`}`};
}

/** The files being made, each with the files that it waits for. */
const making = new Map<string, {made: Promise<void>; awaited: Set<string>}>();

/** The names of the packages being bundled. */
export function awaitedPackages(): string[] {
  return [...new Set(Array.from(making.keys(), (path) => /_node\/((?:@[^/]+\/)?[^/@]+)/.exec(path)?.[1] ?? path))];
}

async function keep(module: Module, {root, importer = ""}: {root: string; importer?: string}): Promise<void> {
  const output = join(root, ".observablehq", "cache", module.path);
  if (existsSync(output) || waitsFor(output, importer)) return; // packages may import each other, in a ring
  making.get(importer)?.awaited.add(output);
  const own = making.get(output) ?? {
    made: make(module, root, output).finally(() => making.delete(output)),
    awaited: new Set<string>()
  };
  making.set(output, own);
  await own.made;
}

function waitsFor(output: string, other: string): boolean {
  const awaited = new Set([output]);
  for (const each of awaited) for (const next of making.get(each)?.awaited ?? []) awaited.add(next);
  return awaited.has(other);
}

async function make(module: Module, root: string, output: string): Promise<void> {
  const bundled = await bundle(module);
  if (bundled === null) {
    // Framework takes a package from the root, where it may have another version.
    if (moduleOf(module.specifier, root).file !== module.file)
      throw new Error(`not found from the root: ${module.file}`);
    await resolveNodeImport(root, module.specifier);
    return;
  }
  await Promise.all(bundled.imports.map((imported) => keep(imported, {root, importer: output}))); // before the file that imports them exists
  mkdirSync(dirname(output), {recursive: true});
  writeFileSync(`${output}.${process.pid}`, bundled.text);
  renameSync(`${output}.${process.pid}`, output); // so that another process never reads half a file
}

/** The bundle of a module, and the package modules that it imports; null unless all are ES modules. */
async function bundle({specifier, file, folder, path}: Module): Promise<{text: string; imports: Module[]} | null> {
  if (!/\.[cm]?js$/i.test(file)) return null;
  const imports: Module[] = [];
  const others: Plugin = {
    name: "others",
    setup({onResolve, resolve: find}) {
      onResolve({filter: /^[^./#]/}, ({path: name, kind, pluginData}) => {
        if (kind === "entry-point")
          return find(name, {resolveDir: folder, kind: "import-statement", pluginData: "entry"});
        if (pluginData === "entry" || name === specifier || isNodeBuiltin(name) || /^\w+:/.test(name)) return null;
        const imported = moduleOf(name, folder);
        imports.push(imported);
        return {path: relativePath(path, imported.path), external: true};
      });
    }
  };
  const {outputFiles, metafile} = await build({
    entryPoints: [specifier],
    absWorkingDir: folder,
    ...{bundle: true, format: "esm", platform: "browser", minify: true, charset: "utf8"},
    ...{outdir: folder, write: false, metafile: true, logLevel: "silent"},
    target: ["es2022", "chrome96", "firefox96", "safari16", "node18"], // as in Framework, like `define`
    define: {"process.env.NODE_ENV": JSON.stringify("production")},
    plugins: [others]
  });
  const [output, ...more] = outputFiles;
  const isModules = Object.values(metafile.inputs).every(
    ({format, imports}) => format !== "cjs" && !imports.some(({kind}) => kind.startsWith("require-"))
  );
  if (output === undefined || more.length > 0 || !isModules) return null;
  return {text: output.text, imports};
}

function isLocal(name: string): boolean {
  return /^\.{0,2}\//.test(name);
}
