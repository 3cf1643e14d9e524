import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {sharedFolder} from "./run/shared.js";

/** A copy of the project for one test, so that it shares no cache with a developer's preview. */
export interface Workspace {
  root: string;
  /** Where its configuration looks for the snapshot. */
  snapshotPath: string;
  /** Environment for its processes, without the machine's own settings. */
  env: Record<string, string>;
  remove(): void;
}

const copied = [
  "src",
  "loaders",
  "LICENSE",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "observablehq.config.ts",
  "feedbook.config.ts"
];

// What Framework made of packages for the first site of a run, which takes seven seconds.
const cache = "src/.observablehq/cache";
const cached = ["_node", "duckdb", "inter.css"];
const bundled = () => join(sharedFolder(), "bundled");

/** Keeps the bundled packages of a workspace for later workspaces. */
export function keepBundled({root}: Workspace): void {
  if (existsSync(bundled())) return;
  const own = `${bundled()}.${process.pid}`;
  for (const name of cached)
    cpSync(join(root, cache, name), join(own, name), {recursive: true, preserveTimestamps: true});
  try {
    renameSync(own, bundled());
  } catch {
    rmSync(own, {recursive: true}); // another was first
  }
}

/** Copies the bundled packages of an earlier workspace, if there is one, into a project. */
export function useBundled(root: string): void {
  if (existsSync(bundled())) cpSync(bundled(), join(root, cache), {recursive: true, preserveTimestamps: true});
}

/**
 * Copies sources and configuration to a folder, by default a temporary one, and links the installed packages. `fresh`: without
 * bundled packages, as on a fresh clone.
 */
export function makeWorkspace({root = mkdtempSync(join(tmpdir(), "feedbook-site-")), fresh = false} = {}): Workspace {
  for (const name of copied.filter((path) => existsSync(path))) {
    cpSync(name, join(root, name), {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !path.includes(".observablehq")
    });
  }
  if (!fresh) useBundled(root);
  mkdirSync(join(root, "data"));
  symlinkSync(resolve("node_modules"), join(root, "node_modules"), "junction");
  return {
    root,
    snapshotPath: join(root, "data", "feeds.snapshot.duckdb"),
    env: {FEEDBOOK_BASE_URL: "", FEEDBOOK_TOKEN: "", FEEDBOOK_STORE: "", FEEDBOOK_BASE: "", NO_COLOR: "1"},
    remove: () => rmSync(root, {recursive: true, force: true})
  };
}

/** Removes all pages and data loaders of a workspace but the given files of `src`, so that it builds fast. */
export function keepOnly({root}: Workspace, files: Readonly<Record<string, string>>): void {
  for (const name of readdirSync(join(root, "src")).filter((file) => file.endsWith(".md") && file !== "404.md"))
    rmSync(join(root, "src", name));
  for (const folder of ["data", "examples", "guide", "notebooks"])
    rmSync(join(root, "src", folder), {recursive: true, force: true});
  mkdirSync(join(root, "src/data"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, "src", name), text);
}
