import {createHash} from "node:crypto";
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs";
import {dirname, join} from "node:path";
import {pipeline} from "node:stream/promises";
import {v7 as uuidv7} from "uuid";
import {isRunning, ownMark, syncFile} from "../database/files.js";
import {type Entry, type LakeFile, manifestFolder, readLake, temporaryFolder, unknownFiles} from "./manifest.js";

const silentMs = 24 * 3_600_000; // a writer of another host cannot be asked

/** One write into a lake: its files are written aside, and get their places together. */
export interface Writing {
  adds: LakeFile[];
  /** Files that stand for others now. */
  removes: string[];
  /** Has a file of a table written, which gives its number of rows; without rows there is none. */
  add(table: string, day: string | null, write: (path: string) => Promise<number>): Promise<void>;
  /** Puts all files in their places and names them in the manifest: from then on they are in the lake, and `removes` are not. */
  commit(simulated: boolean): void;
  /** Removes what it wrote, if it was not committed. */
  end(): void;
}

/** Starts a write; from then on the folder is a lake, though nothing may be in it. */
export function startWriting(folder: string): Writing {
  const id = uuidv7();
  const aside = join(folder, temporaryFolder, id);
  mkdirSync(aside, {recursive: true});
  mkdirSync(join(folder, manifestFolder), {recursive: true}); // before the first file, by which it would be another folder
  writeFileSync(join(aside, "writer.json"), JSON.stringify(ownMark()));
  const [adds, removes]: [LakeFile[], string[]] = [[], []];
  return {
    adds,
    removes,
    async add(table, day, write) {
      const name = `${id}-${adds.length}.parquet`;
      const half = join(aside, name);
      const rows = await write(half);
      if (rows === 0) return rmSync(half, {force: true});
      const path = day === null ? `${table}/${name}` : `${table}/date=${day}/${name}`;
      adds.push({path, rows, ...(await checkedSize(half))});
    },
    commit(simulated) {
      if (adds.length + removes.length === 0) return;
      for (const {path} of adds) putInPlace(join(aside, fileName(path)), join(folder, path));
      const half = join(aside, "entry.json");
      const entry: Entry = {format: 1, writtenAt: new Date().toISOString(), simulated, adds, removes};
      writeFileSync(half, JSON.stringify(entry, null, 1));
      putInPlace(half, join(folder, manifestFolder, `${id}.json`));
      for (const path of removes) rmSync(join(folder, path), {force: true});
    },
    end: () => rmSync(aside, {recursive: true, force: true})
  };
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function putInPlace(half: string, path: string): void {
  mkdirSync(dirname(path), {recursive: true});
  syncFile(half);
  renameSync(half, path);
  syncFile(dirname(path));
}

/** Size and checksum of a file. */
export async function checkedSize(path: string): Promise<{bytes: number; sha256: string}> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path, {highWaterMark: 2 ** 20}), hash);
  return {bytes: statSync(path).size, sha256: hash.digest("hex")};
}

/** Removes what writes left that were killed: files aside, and those that got their place and no entry in the manifest. */
export function removeLeft(folder: string): void {
  const place = join(folder, temporaryFolder);
  if (!existsSync(place)) return;
  const folders = readdirSync(place, {withFileTypes: true}).filter((entry) => entry.isDirectory());
  const ids = folders.map(({name}) => name).filter((name) => isLeft(join(place, name, "writer.json")));
  // The manifest is read once they are gone: until then they could still name their files in it.
  const unknown = ids.length === 0 ? [] : unknownFiles(readLake(folder));
  for (const id of ids) {
    for (const path of unknown) if (fileName(path).startsWith(id)) rmSync(join(folder, path), {force: true});
    rmSync(join(place, id), {recursive: true, force: true});
  }
}

/**
 * Takes the right to replace files of a lake, which one process has at a time: gives what lets go of it, or null where
 * another has it.
 */
export function takeTurn(folder: string): (() => void) | null {
  const path = join(folder, temporaryFolder, "replacing");
  mkdirSync(dirname(path), {recursive: true});
  if (isLeft(path)) rmSync(path, {force: true});
  try {
    writeFileSync(path, JSON.stringify(ownMark()), {flag: "wx"});
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return null;
    throw error;
  }
  return () => rmSync(path, {force: true});
}

// Whether the process that marked a file is gone.
function isLeft(path: string): boolean {
  const stats = statSync(path, {throwIfNoEntry: false});
  if (stats === undefined) return false;
  const mark = attempt(() => JSON.parse(readFileSync(path, "utf8"))); // null: it is being written
  const running = mark === null ? null : isRunning(mark);
  return running === null ? Date.now() - stats.mtimeMs > silentMs : !running;
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
