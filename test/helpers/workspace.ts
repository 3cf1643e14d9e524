import {cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";

/** A copy of the project for one test, so that it shares no cache with a developer's preview. */
export interface Workspace {
  root: string;
  /** Where its configuration looks for the snapshot. */
  snapshotPath: string;
  /** Environment for its processes: none of the machine's own settings. */
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

/** Copies sources and configuration to a temporary folder, with the installed packages linked. */
export function makeWorkspace(): Workspace {
  const root = mkdtempSync(join(tmpdir(), "feedbook-site-"));
  for (const name of copied.filter((path) => existsSync(path))) {
    cpSync(name, join(root, name), {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !path.includes(".observablehq")
    });
  }
  mkdirSync(join(root, "data"));
  symlinkSync(resolve("node_modules"), join(root, "node_modules"), "junction");
  return {
    root,
    snapshotPath: join(root, "data", "feeds.snapshot.duckdb"),
    env: {FEEDBOOK_BASE_URL: "", FEEDBOOK_TOKEN: "", FEEDBOOK_STORE: "", FEEDBOOK_BASE: "", NO_COLOR: "1"},
    remove: () => rmSync(root, {recursive: true, force: true})
  };
}
