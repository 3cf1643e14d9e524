import {readFileSync, rmSync} from "node:fs";
import {join} from "node:path";
import {quotedString} from "@duckdb/node-api";
import * as z from "zod";
import {ConfigError, messageOf} from "../config/errors.js";
import {StoreError} from "../store/database/error.js";
import {fetchFiles, listFiles, manifestFolder, type Place, temporaryFolder} from "./place.js";

// As writes name their files. A lake may be others' work: no path leads out of its folder, or of the one that mirrors it.
const written = /^[a-z_]+\/(?:date=[\d-]+\/)?[\da-f-]{36}-\d+\.parquet$/;
const lakePath = z.string().regex(written);

const lakeFile = z.object({
  /** Below the lake's folder. */
  path: lakePath,
  rows: z.number().int(),
  bytes: z.number().int(),
  sha256: z.string()
});

const entrySchema = z.object({
  format: z.literal(1),
  writtenAt: z.string(),
  simulated: z.boolean(),
  adds: z.array(lakeFile),
  removes: z.array(lakePath)
});

/** A Parquet file of a lake, which never changes. */
export type LakeFile = z.infer<typeof lakeFile>;

/** The files that one write added and replaced. */
export type Entry = z.infer<typeof entrySchema>;

/** A lake as its manifest says: the files that were added and not replaced, in whatever order its entries came. */
export interface Lake {
  place: Place;
  files: LakeFile[];
  /** Paths of files that others stand for now. */
  replaced: ReadonlySet<string>;
  /** Whether its rows are simulated; null where nothing is written yet. */
  simulated: boolean | null;
}

/**
 * Reads what a lake has; of a bucket, the entries that the mirror lacks, or all anew. @throws ConfigError if the place is of
 * something else; StoreError if its manifest cannot be read, is gone, or has real and simulated rows
 */
export async function readLake(place: Place, {anew = false} = {}): Promise<Lake> {
  const {name, folder, bucket} = place;
  const manifest = await listFiles(place, `${manifestFolder}/`);
  if (manifest.length === 0) await assertUnused(place);
  const paths = manifest.filter((path) => path.endsWith(".json"));
  await fetchFiles(place, paths, {anew});
  const entries = paths.map((path) => readEntry(join(folder, path)));
  const replaced = new Set(entries.flatMap(({removes}) => removes));
  const files = entries.flatMap(({adds}) => adds).filter(({path}) => !replaced.has(path));
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const [simulated = null, ...others] = new Set(entries.map((entry) => entry.simulated));
  if (others.length > 0)
    throw new StoreError(`${name} has real and simulated rows, which are never mixed: write a lake of each`);
  if (bucket !== null) for (const path of replaced) rmSync(join(folder, path), {force: true});
  return {place, files, replaced, simulated};
}

/** Reads a lake that was written, as it is now. @throws as `readLake`, and ConfigError if nothing was written */
export async function readWritten(place: Place): Promise<Lake> {
  const lake = await readLake(place, {anew: true});
  if (lake.files.length > 0) return lake;
  if ((await unknownFiles(lake)).length > 0) throw lostError(place);
  throw new ConfigError(`no lake at ${place.name}: feedbook lake write makes one`);
}

// Files at a place without a manifest are a lake's, whose manifest is gone, or something else.
async function assertUnused(place: Place): Promise<void> {
  const paths = (await listFiles(place)).filter((path) => !path.startsWith(`${temporaryFolder}/`));
  if (paths.some((path) => written.test(path))) throw lostError(place);
  if (paths.length > 0)
    throw new ConfigError(
      `${place.name} is not a lake: name an empty folder, or one that feedbook lake write has made`
    );
}

function lostError({name}: Place): StoreError {
  return new StoreError(
    `${name} has rows, and no entry in its manifest: put the entries back; if its first write runs, wait for it; if it was killed, write again`
  );
}

/** Why reading files of a lake failed: another process may have replaced some since `lake` was read; else it is `error`. */
export async function reasonOf(error: unknown, {place, files}: Lake): Promise<unknown> {
  const paths = new Set((await readLake(place)).files.map(({path}) => path));
  return files.every(({path}) => paths.has(path)) ? error : replacedError(place);
}

/** Another process replaced files of a lake, or does so now. */
export function replacedError({name}: Place): StoreError {
  return new StoreError(`another process replaced files of ${name} meanwhile: run the command again`);
}

function readEntry(path: string): Entry {
  try {
    return entrySchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    const reason = error instanceof z.ZodError ? "it is not an entry of a manifest" : messageOf(error);
    throw new StoreError(`cannot read ${path}: ${reason}: put the file back, or write a new lake`);
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

/** The `FROM` of a query of these files, at least one; downloads the files of a bucket. */
export async function fromFiles({place}: Lake, files: readonly LakeFile[]): Promise<string> {
  await fetchFiles(
    place,
    files.map(({path}) => path)
  );
  const paths = files.map(({path}) => quotedString(join(place.folder, path)));
  return `FROM read_parquet([${paths.join()}], hive_partitioning = false)`;
}

/** Parquet files that stand in the lake, and that its manifest does not name. */
export async function unknownFiles({place, files}: Lake): Promise<string[]> {
  const known = new Set(files.map(({path}) => path));
  const isUnknown = (path: string) =>
    path.endsWith(".parquet") && !path.startsWith(`${temporaryFolder}/`) && !known.has(path);
  return (await listFiles(place)).filter(isUnknown).sort();
}
