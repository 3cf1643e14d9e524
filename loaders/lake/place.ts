import {randomUUID} from "node:crypto";
import {existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync} from "node:fs";
import {dirname, join, relative} from "node:path";
import pLimit from "p-limit";
import {makeFolder, syncFile} from "../store/database/files.js";
import {type Bucket, openBucket} from "./bucket.js";

/** Where a lake is: in a folder, or in a bucket of which a folder mirrors the files that were needed. */
export interface Place {
  /** As users name it. */
  name: string;
  folder: string;
  bucket: Bucket | null;
}

/** The folder of a lake that has one file for each write. */
export const manifestFolder = "manifest";

/** The folder of a lake in which files are written before they get their place. */
export const temporaryFolder = "_temporary";

const atOnce = 8; // downloads and uploads

/**
 * The place that a user names: a folder, or an address such as `s3://bucket/lake`, whose files are mirrored below `mirrors`.
 * @throws ConfigError if the address names no bucket
 */
export async function placeOf(name: string, mirrors: string): Promise<Place> {
  if (!/^[a-z0-9]+:\/\//i.test(name)) return {name, folder: name, bucket: null};
  const bucket = await openBucket(name);
  return {name, folder: join(mirrors, encodeURIComponent(name.replace(/\/$/, ""))), bucket};
}

/** Paths of all files at a place, or in a folder of it: `manifest/`. */
export async function listFiles({folder, bucket}: Place, below = ""): Promise<string[]> {
  if (bucket !== null) return await bucket.list(below);
  if (!existsSync(join(folder, below))) return [];
  const found = readdirSync(join(folder, below), {recursive: true, withFileTypes: true}).filter((entry) =>
    entry.isFile()
  );
  return found.map(({parentPath, name}) => relative(folder, join(parentPath, name)).replaceAll("\\", "/"));
}

/** Downloads the files that the mirror does not have, or all of them `anew`. */
export async function fetchFiles(place: Place, paths: readonly string[], {anew = false} = {}): Promise<void> {
  if (place.bucket === null) return;
  await each(
    paths.filter((path) => anew || !existsSync(join(place.folder, path))),
    (path) => refreshFile(place, path)
  );
}

/** Downloads a file, whether or not the mirror has it; if the bucket has it not, the mirror has it no more. */
export async function refreshFile({folder, bucket}: Place, path: string): Promise<void> {
  if (bucket === null) return;
  const half = join(folder, temporaryFolder, `${randomUUID()}.part`);
  makeFolder(dirname(half));
  try {
    if (await bucket.download(path, half)) moveFile(half, join(folder, path));
    else rmSync(join(folder, path), {force: true});
  } finally {
    rmSync(half, {force: true});
  }
}

/** Puts files, which lie below `aside`, in their places. */
export async function putFiles({folder, bucket}: Place, aside: string, paths: readonly string[]): Promise<void> {
  const half = (path: string) => join(aside, path.slice(path.lastIndexOf("/") + 1));
  if (bucket !== null) await each(paths, (path) => bucket.upload(half(path), path));
  for (const path of paths) moveFile(half(path), join(folder, path));
}

/** Removes files, if they are there. */
export async function removeFiles({folder, bucket}: Place, paths: readonly string[]): Promise<void> {
  await bucket?.remove(paths);
  for (const path of paths) rmSync(join(folder, path), {force: true});
}

/** Writes a small file, unless it is there. @returns whether it did */
export async function createFile({folder, bucket}: Place, path: string, text: string): Promise<boolean> {
  if (bucket !== null) return await bucket.create(path, text);
  makeFolder(dirname(join(folder, path)));
  try {
    writeFileSync(join(folder, path), text, {flag: "wx"});
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** A small file, and when it was written; null if it is not there. */
export async function readSmall(
  {folder, bucket}: Place,
  path: string
): Promise<{text: string; writtenAt: Date} | null> {
  if (bucket !== null) return await bucket.read(path);
  const stats = statSync(join(folder, path), {throwIfNoEntry: false});
  return stats ? {text: readFileSync(join(folder, path), "utf8"), writtenAt: stats.mtime} : null;
}

async function each(paths: readonly string[], work: (path: string) => Promise<void>): Promise<void> {
  const limit = pLimit(atOnce);
  await Promise.all(paths.map((path) => limit(work, path)));
}

function moveFile(half: string, path: string): void {
  makeFolder(dirname(path));
  syncFile(half);
  renameSync(half, path);
  syncFile(dirname(path));
}
