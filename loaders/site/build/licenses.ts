import {existsSync, readdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";

/**
 * Writes `licenses.txt` into a site before its modules are bundled: name, version, licence and notices of Feedbook, of
 * each package in the site, and of their dependencies.
 */
export function writeLicenses(root: string, project: string): void {
  const {packages}: Lockfile = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8"));
  const installed = Object.entries(packages).filter(([path, {dev}]) => !dev && existsSync(join(project, path)));
  const entries = installed.map(([path, entry]) => ({...entry, path, name: nameOf(path, entry.name)}));
  const names = new Set(["feedbook", ...unseen, ...shippedIn(root)]);
  for (const name of names) {
    if (name === "feedbook" || name === "@observablehq/framework") continue; // the site has a folder of each of their packages, or `unseen` lists it
    for (const entry of entries)
      if (entry.name === name) Object.keys(entry.dependencies ?? {}).forEach(names.add, names);
  }
  const texts = entries
    .filter(({name}) => names.has(name) && !name.startsWith("@types/"))
    .map(
      ({name, version, license = "licence below", path}) =>
        `${name} ${version}, ${license}\n\n${noticesOf(name, project, path)}`
    );
  writeFileSync(join(root, "licenses.txt"), `${[...new Set(texts)].sort().join(`\n\n${"=".repeat(80)}\n\n`)}\n`);
}

interface Lockfile {
  packages: Record<
    string,
    {name?: string; version?: string; license?: string; dev?: boolean; dependencies?: Record<string, string>}
  >;
}

// Packages without a folder in the site: Framework's client with the packages bundled into it, and the font.
const unseen: readonly string[] = [
  "@fontsource-variable/inter",
  "@observablehq/framework",
  "@observablehq/inspector",
  "@observablehq/runtime"
];

function shippedIn(root: string): string[] {
  const folder = join(root, "_node");
  const files = existsSync(folder) ? readdirSync(folder, {recursive: true, encoding: "utf8"}) : [];
  return files.flatMap((file) => /^(?:@[^/]+\/)?[^/@]+(?=@)/.exec(file.replaceAll("\\", "/"))?.[0] ?? []);
}

function nameOf(path: string, name = "feedbook"): string {
  return path === "" ? name : path.replace(/^.*node_modules\//, "");
}

function noticesOf(name: string, project: string, path: string): string {
  const folder = join(project, path);
  const files = readdirSync(folder, {withFileTypes: true})
    .filter((entry) => entry.isFile() && /^(?:licen[cs]e|notice|copying|copyright)/i.test(entry.name))
    .map((entry) => join(folder, entry.name));
  const notices = files.sort().map((file) => readFileSync(file, "utf8").trim());
  if (name !== "@duckdb/duckdb-wasm" || notices.length > 0) return notices.join("\n\n");
  // The package of DuckDB-Wasm, which contains DuckDB, has no notice; its repository has one.
  const duckdb = noticesOf("@duckdb/node-api", project, "node_modules/@duckdb/node-api");
  return `Copyright 2021 DuckDB WASM Contributors (see https://github.com/duckdb/duckdb-wasm/graphs/contributors)\n${duckdb}`;
}
