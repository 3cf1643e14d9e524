import {statSync} from "node:fs";
import {resolve} from "node:path";
import {build} from "esbuild";

/** A value bound to a query, or its key in an answer, where lists are JSON text. */
export type Parameter = boolean | number | string | null;

/** The functions of `src/inputs/build.ts`: rules that pages and build share. */
export interface PageRules {
  /** A query's text with its values bound. */
  bind(strings: readonly string[], values: readonly unknown[]): {text: string; params: Parameter[]};
  identifier(name: string, table: string): unknown;
  /** A query with rows of others as subqueries; which query gave rows is kept by `keepQuery`. @throws for a value between quotes */
  inlined(
    strings: readonly string[],
    values: readonly unknown[]
  ): {strings: readonly string[]; values: readonly unknown[]};
  keepQuery(rows: readonly object[], strings: readonly string[], values: readonly unknown[]): void;
  /** The key of a value in answers; undefined if such a value has none. */
  keyOf(value: unknown): Parameter | undefined;
  /** The parameters of a page's queries as it opens, or with one feed in its address. */
  openingParameters(opening: Opening, feed?: number): Record<string, unknown>;
  /** Widths of charts in px, on which inputs of the kit depend, and what such an input has at first; undefined: it is none. */
  widths: readonly number[];
  defaultOf(name: string, args: readonly unknown[], width: number): unknown;
}

/** The output of a page's data loader: rows by the names of its statements. */
export type Opening = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** The rules of a site's pages, from its files as they are now. @param root the site's source root @throws if they cannot be built */
export async function pageRules(root: string): Promise<PageRules> {
  return (await upToDate(root)).rules;
}

/** The files with the rules of a site's pages; if one changes, the pages' answers are stale. */
export async function ruleFiles(root: string): Promise<readonly string[]> {
  return (await upToDate(root)).files;
}

interface Built {
  rules: PageRules;
  files: readonly string[];
  /** When the newest file was written, but at most when the build began, so that an edit during it makes the rules stale. */
  writtenAt: number;
}

const built = new Map<string, Promise<Built>>();

async function upToDate(root: string): Promise<Built> {
  const known = built.get(root);
  const before = await known?.catch(() => undefined); // after a failure it tries again
  if (before !== undefined && newest(before.files) === before.writtenAt) return before;
  const meanwhile = built.get(root);
  if (meanwhile !== undefined && meanwhile !== known) return meanwhile;
  const again = load(root);
  built.set(root, again);
  return again;
}

async function load(root: string): Promise<Built> {
  const beganAt = Date.now();
  const options = {bundle: true, write: false, metafile: true, format: "esm", platform: "neutral"} as const;
  const entryPoints = [resolve(root, "inputs/build.ts")];
  const {outputFiles, metafile} = await build({
    entryPoints,
    ...options,
    absWorkingDir: resolve(root),
    logLevel: "silent"
  });
  const files = Object.keys(metafile.inputs).map((file) => resolve(root, file));
  const rules = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? "")}`);
  return {rules, files, writtenAt: Math.min(newest(files), beganAt)};
}

function newest(files: readonly string[]): number {
  return Math.max(...files.map((file) => statSync(file, {throwIfNoEntry: false})?.mtimeMs ?? 0));
}
