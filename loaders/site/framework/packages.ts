import {existsSync, mkdirSync, readFileSync, renameSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {dirname, extname, join, resolve} from "node:path";
import {findAssets} from "@observablehq/framework/dist/html.js";
import {getModuleInfo} from "@observablehq/framework/dist/javascript/module.js";
import type {Page} from "@observablehq/framework/dist/markdown.js";
import {isNodeBuiltin, resolveNodeImport} from "@observablehq/framework/dist/node.js";
import {relativePath, resolvePath} from "@observablehq/framework/dist/path.js";
import {build, type Plugin} from "esbuild";
import pLimit from "p-limit";

/**
 * Bundles the packages of a page into Framework's cache, as Framework would: a file for each specifier. If one cannot
 * be bundled, Framework makes all, and reports the broken one.
 */
export function keepPackages(root: string, page: Page): Promise<void> {
  return inTurn(() => keepAll(root, page)).catch(() => {});
}

const inTurn = pLimit(1);
async function keepAll(root: string, page: Page): Promise<void> {
  const texts = new Map<string, string>();
  const others = new Set<Module>(); // not all ES modules
  const visited = new Set<string>(); // packages may import each other, in a ring
  const visit = async (module: Module): Promise<void> => {
    const output = join(root, ".observablehq", "cache", module.path);
    if (visited.has(output) || existsSync(output)) return;
    visited.add(output);
    const bundled = await bundle(module);
    if (bundled === null) others.add(module);
    else {
      texts.set(output, bundled.text);
      await Promise.all(bundled.imports.map(visit));
    }
  };
  await Promise.all(packagesOf(root, page).map((specifier) => visit(moduleOf(specifier, root))));
  for (const {specifier, file} of others) {
    // Framework takes a package from the root, where it may have another version.
    if (moduleOf(specifier, root).file !== file) throw new Error(`not found from the root: ${file}`);
    await resolveNodeImport(root, specifier);
  }
  for (const [output, text] of texts) {
    mkdirSync(dirname(output), {recursive: true});
    writeFileSync(`${output}.${process.pid}`, text);
    renameSync(`${output}.${process.pid}`, output); // so that another process never reads half a file
  }
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
