import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs";
import {dirname, join, relative, resolve} from "node:path";
import {fileURLToPath} from "node:url";
import {ConfigError} from "../config/errors.js";

const kit = fileURLToPath(new URL("../..", import.meta.url));
const installed = "node_modules/feedbook";

/**
 * In a project, where Feedbook is an installed package, links its pages and modules beside the author's own files and links, which
 * come first. Removes links to files that an upgrade removed.
 */
export function linkKit(folder: string): void {
  const project = realpathSync(folder);
  const root = join(project, installed);
  if (!existsSync(root) || realpathSync(root) !== realpathSync(kit)) return;
  for (const name of ["loaders", "observablehq.config.ts"]) link(root, join(root, name), join(project, name));
  const src = join(project, "src");
  const links = overlay(root, join(root, "src"), src);
  ignore(
    src,
    links.map((path) => `/${relative(src, path).replaceAll("\\", "/")}`)
  );
}

// Authors add files to these folders, so they are folders and not links.
const common = ["data", "notebooks"];

function overlay(root: string, from: string, to: string): string[] {
  mkdirSync(to, {recursive: true});
  for (const name of readdirSync(to)) {
    const path = join(to, name);
    if (leadsInto(root, path) && !existsSync(path)) rmSync(path);
  }
  return readdirSync(from).flatMap((name) => {
    const [source, path] = [join(from, name), join(to, name)];
    const isOwn = existsSync(path) && !leadsInto(root, path);
    const isShared = common.includes(name) || (isOwn && lstatSync(path).isDirectory());
    return isShared && lstatSync(source).isDirectory() ? overlay(root, source, path) : link(root, source, path);
  });
}

function link(root: string, source: string, path: string): string[] {
  const isFree = lstatSync(path, {throwIfNoEntry: false}) === undefined;
  if (isFree) symlinkSync(relative(realpathSync(dirname(path)), source), path);
  return isFree || leadsInto(root, path) ? [path] : [];
}

function leadsInto(root: string, path: string): boolean {
  if (!lstatSync(path, {throwIfNoEntry: false})?.isSymbolicLink()) return false;
  return resolve(realpathSync(dirname(path)), readlinkSync(path)).startsWith(join(root, "/"));
}

const [first, last] = ["# Links to Feedbook, made at each start.", "# End of the links to Feedbook."];
const listed = new RegExp(`^${first}\r?\n(?:/.*\n)*(?:${last}\r?\n)?`, "m");

// Keeps the author's lines. Without any, the file is ignored, too.
function ignore(src: string, links: readonly string[]): void {
  const path = join(src, ".gitignore");
  const own = existsSync(path) ? readFileSync(path, "utf8").replace(listed, "") : "";
  const lines = [first, ...(own === "" ? ["/.gitignore"] : []), ...links, last];
  writeFileSync(path, `${lines.join("\n")}\n${own}`);
}

/** Makes a folder with the files that an author owns; `tarball`: of Feedbook, in place of this checkout. @throws ConfigError if it has files */
export function makeProject(folder: string, tarball?: string): void {
  if (existsSync(folder) && !(lstatSync(folder).isDirectory() && readdirSync(folder).length === 0))
    throw new ConfigError(`${folder} is there already: name a new folder, or an empty one`);
  if (tarball !== undefined && !existsSync(tarball))
    throw new ConfigError(`no such file: ${tarball}: npm pack makes it`);
  const needed = `file:${relative(resolve(folder), resolve(tarball ?? kit)).replaceAll("\\", "/")}`;
  const manifest = {...own, dependencies: {feedbook: needed}};
  const files = {
    "package.json": jsonOf({...manifest, scripts}),
    "package-lock.json": lockOf(manifest),
    ".npmrc": "ignore-scripts=true\ninstall-links=true\naudit=false\nfund=false\n",
    ".gitignore": "node_modules\n/dist/\n/data/\nsrc/.observablehq/\n/loaders\n/observablehq.config.ts\n",
    "README.md": readme,
    "feedbook.config.ts": readFileSync(join(kit, "feedbook.config.ts"), "utf8").replace(
      '"./loaders/',
      '"feedbook/loaders/'
    ),
    "src/data/hours/[feed].csv.sql": "SELECT * FROM bars_1h WHERE priceFeedId = $feed ORDER BY startedAt\n"
  };
  for (const [name, text] of Object.entries(files)) {
    if (text === null) continue;
    mkdirSync(dirname(join(folder, name)), {recursive: true});
    writeFileSync(join(folder, name), text);
  }
}

const own = {name: "my-notebooks", version: "1.0.0", private: true, type: "module"};
const commands = ["start", "dev", "load", "build", "serve"];
const scripts = Object.fromEntries([...commands.map((name) => [name, `feedbook ${name}`]), ["feedbook", "feedbook"]]);

const readme = `# My notebooks

\`npm install\` installs Feedbook, and \`npm start\` shows its pages and yours. Pages are in \`src\`, notebooks in \`src/notebooks\`: make
one by \`npx feedbook new "My prices"\`. A page of the name of one of Feedbook's replaces it. Data loaders are in \`src/data\`;
\`<a href="../data/hours/1.csv" download>\` on a notebook runs the one that is there. Settings are in \`feedbook.config.ts\`.
The guide, at /guide/, says the rest. To upgrade, install another Feedbook: all links in \`src\` lead to its files.
`;

// With the versions and checksums that Feedbook is tested with. An installed Feedbook has no lockfile.
function lockOf({name, version, dependencies}: typeof own & {dependencies: {feedbook: string}}): string | null {
  const path = join(kit, "package-lock.json");
  if (!existsSync(path)) return null;
  const {packages} = JSON.parse(readFileSync(path, "utf8"));
  const {devDependencies: _, ...feedbook} = packages[""];
  const needed = Object.entries<{dev?: boolean}>(packages).filter(([place, {dev}]) => place !== "" && !dev);
  const all = {
    "": {name, version, dependencies},
    [installed]: {...feedbook, resolved: dependencies.feedbook},
    ...Object.fromEntries(needed)
  };
  return jsonOf({name, version, lockfileVersion: 3, requires: true, packages: all});
}

function jsonOf(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
