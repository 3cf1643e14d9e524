import {createHash} from "node:crypto";
import {createReadStream, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {pipeline} from "node:stream/promises";
import {v7 as uuidv7} from "uuid";
import {isRunning, makeFolder, ownMark} from "../store/database/files.js";
import {type Entry, type LakeFile, readLake, unknownFiles} from "./manifest.js";
import {createFile, manifestFolder, type Place, putFiles, readSmall, removeFiles, temporaryFolder} from "./place.js";

// In the folder of a write: whose it is, and that its commit failed.
const [markFile, endedFile] = ["writer.json", "ended"];
const silentMs = 24 * 3_600_000; // a writer of another host cannot be asked

/** One write into a lake: its files are written aside, and get their places together. */
export interface Writing {
  adds: LakeFile[];
  /** Files that stand for others now. */
  removes: string[];
  /** Has a file of a table written, which gives its number of rows; without rows there is none. */
  add(table: string, day: string | null, write: (path: string) => Promise<number>): Promise<void>;
  /** Puts all files in their places and names them in the manifest: from then on they are in the lake, and `removes` are not. */
  commit(simulated: boolean): Promise<void>;
  /** Removes its files if it was not committed; the next write removes the files of a failed commit. */
  end(): void;
}

const about = "This is a lake: feedbook lake writes it. Each write has an entry here, which names its files.\n";

/** Starts a write; from then on the place is a lake, though nothing may be in it. */
export async function startWriting(place: Place): Promise<Writing> {
  const id = uuidv7();
  const aside = join(place.folder, temporaryFolder, id);
  makeFolder(aside);
  await createFile(place, `${manifestFolder}/README.txt`, about); // before the first file, by which it would be no lake
  writeFileSync(join(aside, markFile), JSON.stringify(ownMark()));
  const [adds, removes]: [LakeFile[], string[]] = [[], []];
  let isHalf = false;
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
    async commit(simulated) {
      if (adds.length + removes.length === 0) return;
      const paths = adds.map(({path}) => path);
      isHalf = true;
      await putFiles(place, aside, paths);
      const entry: Entry = {format: 1, writtenAt: new Date().toISOString(), simulated, adds, removes};
      writeFileSync(join(aside, `${id}.json`), JSON.stringify(entry, null, 1));
      await putFiles(place, aside, [`${manifestFolder}/${id}.json`]);
      await removeFiles(place, removes);
      isHalf = false;
    },
    end() {
      // Whether an entry got its place is not known of every fault: the next write asks the manifest which files may go.
      if (isHalf) writeFileSync(join(aside, endedFile), "");
      else rmSync(aside, {recursive: true, force: true});
    }
  };
}

/** Size and checksum of a file. */
export async function checkedSize(path: string): Promise<{bytes: number; sha256: string}> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path, {highWaterMark: 2 ** 20}), hash);
  return {bytes: statSync(path).size, sha256: hash.digest("hex")};
}

/** Removes what killed writes left: files aside, files that no entry of the manifest names, and files that others stand for now. */
export async function removeLeft(place: Place): Promise<void> {
  const all = join(place.folder, temporaryFolder);
  if (!existsSync(all)) return;
  const folders = readdirSync(all, {withFileTypes: true}).filter((entry) => entry.isDirectory());
  const ids = folders.map(({name}) => name).filter((name) => isLeftWriter(join(all, name)));
  // The manifest is read once they are gone: until then they could still name their files in it.
  if (ids.length > 0) {
    const lake = await readLake(place);
    const isTheirs = (path: string) => lake.replaced.has(path) || ids.some((id) => path.includes(`/${id}-`));
    await removeFiles(place, (await unknownFiles(lake)).filter(isTheirs));
  }
  for (const id of ids) rmSync(join(all, id), {recursive: true, force: true});
}

/** Whether a file of a lake belongs to a write that is running on this machine. */
export function isBeingWritten({folder}: Place, path: string): boolean {
  const [id] = /[\da-f-]{36}(?=-\d+\.parquet$)/.exec(path) ?? [];
  const aside = id === undefined ? null : join(folder, temporaryFolder, id);
  return aside !== null && existsSync(aside) && !isLeftWriter(aside);
}

function isLeftWriter(folder: string): boolean {
  if (existsSync(join(folder, endedFile))) return true;
  const path = join(folder, markFile);
  const stats = statSync(path, {throwIfNoEntry: false});
  return stats !== undefined && isLeft(readFileSync(path, "utf8"), stats.mtime);
}

/**
 * Takes the right to replace files of a lake, which one process has at a time: gives what lets go of it, or null where
 * another has it.
 */
export async function takeTurn(place: Place): Promise<(() => Promise<void>) | null> {
  const path = `${temporaryFolder}/replacing`;
  const found = await readSmall(place, path);
  if (found !== null && isLeft(found.text, found.writtenAt)) await removeFiles(place, [path]);
  const isTaken = await createFile(place, path, JSON.stringify(ownMark()));
  return isTaken ? () => removeFiles(place, [path]) : null;
}

// Whether the process that made a mark is gone.
function isLeft(text: string, writtenAt: Date): boolean {
  const mark = attempt(() => JSON.parse(text)); // null: it is being written
  const running = mark === null ? null : isRunning(mark);
  return running === null ? Date.now() - writtenAt.getTime() > silentMs : !running;
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
