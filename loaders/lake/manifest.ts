import {existsSync, readdirSync, readFileSync, statSync} from "node:fs";
import {join} from "node:path";
import {quotedString} from "@duckdb/node-api";
import * as z from "zod";
import {ConfigError, messageOf} from "../config/errors.js";
import {StoreError} from "../database/error.js";

const lakeFile = z.object({
  /** Below the lake's folder. */
  path: z.string().regex(/^[a-z_]+\/(date=[^/]+\/)?[\w-]+\.parquet$/),
  rows: z.number().int(),
  bytes: z.number().int(),
  sha256: z.string()
});

const entrySchema = z.object({
  format: z.literal(1),
  writtenAt: z.string(),
  simulated: z.boolean(),
  adds: z.array(lakeFile),
  removes: z.array(z.string())
});

/** A Parquet file of a lake, which never changes. */
export type LakeFile = z.infer<typeof lakeFile>;

/** What one write did: files that it added, and those that it replaced. */
export type Entry = z.infer<typeof entrySchema>;

/** A lake as its manifest says: the files that were added and not replaced, in whatever order its entries came. */
export interface Lake {
  folder: string;
  files: LakeFile[];
  /** Whether its rows are simulated; null where nothing is written yet. */
  simulated: boolean | null;
}

/** The folder of a lake that has one file for each write. */
export const manifestFolder = "manifest";

/** The folder of a lake in which files are written before they get their place. */
export const temporaryFolder = "_temporary";

/** Reads what a lake has. @throws ConfigError if the folder is something else, or its manifest cannot be read */
export function readLake(folder: string): Lake {
  const place = join(folder, manifestFolder);
  const isThere = existsSync(place);
  if (!isThere && existsSync(folder) && !isEmpty(folder))
    throw new ConfigError(`${folder} is no lake: name a folder that is empty, or that feedbook lake write has made`);
  const names = isThere ? readdirSync(place).filter((name) => name.endsWith(".json")) : [];
  const entries = names.map((name) => readEntry(join(place, name)));
  const removed = new Set(entries.flatMap(({removes}) => removes));
  const files = entries.flatMap(({adds}) => adds).filter(({path}) => !removed.has(path));
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const [simulated = null, ...others] = new Set(entries.map((entry) => entry.simulated));
  if (others.length > 0)
    throw new ConfigError(`${folder} has real and simulated rows, which are never mixed: write a lake of each`);
  return {folder, files, simulated};
}

/** Why reading files of a lake failed: another process may have replaced some since `lake` was read; else it is `error`. */
export function reasonOf(error: unknown, {folder, files}: Lake): unknown {
  const paths = new Set(readLake(folder).files.map(({path}) => path));
  return files.every(({path}) => paths.has(path)) ? error : replacedError(folder);
}

/** Another process replaced files of a lake, or does so now. */
export function replacedError(folder: string): StoreError {
  return new StoreError(`another process replaced files of ${folder} meanwhile: run the command again`);
}

// A write that has not ended yet, or was killed, leaves what is only its own.
function isEmpty(folder: string): boolean {
  return statSync(folder).isDirectory() && readdirSync(folder).every((name) => name === temporaryFolder);
}

function readEntry(path: string): Entry {
  try {
    return entrySchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    const reason = error instanceof z.ZodError ? "it is no entry of a manifest" : messageOf(error);
    throw new ConfigError(`cannot read ${path}: ${reason}: put the file back, or write a new lake`);
  }
}

/** The files of a table, on a day if one is given. */
export function filesOf({files}: Pick<Lake, "files">, table: string, day?: string): LakeFile[] {
  const start = day === undefined ? `${table}/` : `${table}/date=${day}/`;
  return files.filter(({path}) => path.startsWith(start));
}

/** The days of which a lake has responses. */
export function daysOf({files}: Lake): string[] {
  return [...new Set(files.flatMap(({path}) => /^responses\/date=([^/]+)/.exec(path)?.[1] ?? []))].sort();
}

/** The `FROM` of a query of these files, which there must be. */
export function fromFiles({folder}: Lake, files: readonly LakeFile[]): string {
  const paths = files.map(({path}) => quotedString(join(folder, path)));
  return `FROM read_parquet([${paths.join()}], hive_partitioning = false)`;
}

/** Parquet files that stand in the lake, and that its manifest does not name. */
export function unknownFiles({folder, files}: Lake): string[] {
  if (!existsSync(folder)) return [];
  const known = new Set(files.map(({path}) => path));
  const found = readdirSync(folder, {recursive: true, encoding: "utf8"}).map((path) => path.replaceAll("\\", "/"));
  const isUnknown = (path: string) =>
    path.endsWith(".parquet") && !path.startsWith(temporaryFolder) && !known.has(path);
  return found.filter(isUnknown).sort();
}
