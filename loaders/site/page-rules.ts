import {join} from "node:path";
import {build} from "esbuild";

/** A value bound to a query, or its key in an answer: lists are JSON text there. */
export type Parameter = boolean | number | string | null;

/** What `src/components/inputs/build.ts` gives: rules of the pages that the build follows, too. */
export interface PageRules {
  /** A query's text with its values bound. */
  bind(strings: readonly string[], values: readonly unknown[]): {text: string; params: Parameter[]};
  identifier(name: string, table: string): unknown;
  /** The key of a value in answers; undefined if none are made for such a value. */
  keyOf(value: unknown): Parameter | undefined;
  /** The parameters that a page's queries have as it opens, or as it opens with one feed in its address. */
  openingParameters(opening: Opening, feed?: number): Record<string, unknown>;
  /** Widths of charts in px, on which inputs of the kit depend, and what such an input has at first; undefined: it is none. */
  widths: readonly number[];
  defaultOf(name: string, args: readonly unknown[], width: number): unknown;
}

/** The files of a source root that the rules of an opening are in: what it answers is stale where they changed. */
export const openingRules = ["components/inputs/pick.ts", "lib/parameters.ts", "lib/resolution.ts"] as const;

/** What a page's data loader gives: rows by the names of its statements. */
export type Opening = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

let rules: Promise<PageRules> | null = null;

/** Loads the rules of the project's own pages, once. */
export function pageRules(): Promise<PageRules> {
  rules ??= load(join(process.cwd(), "src/components/inputs/build.ts"));
  return rules;
}

async function load(path: string): Promise<PageRules> {
  const options = {bundle: true, write: false, format: "esm", platform: "neutral", logLevel: "silent"} as const;
  const {outputFiles} = await build({entryPoints: [path], ...options});
  return await import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? "")}`);
}
