import {existsSync, readFileSync, statSync, watch} from "node:fs";
import {dirname} from "node:path/posix";

/** Whether a data loader reads the snapshot: by its kind (`.sql`), or because it names the snapshot's variable. */
export function readsSnapshot(path: string): boolean {
  return (
    path.endsWith(".sql") || (/\.\w+\.\w+$/.test(path) && readFileSync(path, "utf8").includes("FEEDBOOK_SNAPSHOT"))
  );
}

/**
 * Calls back when a snapshot is written anew, until what it gives is called: a new one takes the old one's place, which
 * is seen in its folder. Marked as out of date, it is the same one still.
 */
export function onWritten(path: string, callback: () => void): () => void {
  if (!existsSync(dirname(path))) return () => {};
  let seen = writtenAt(path);
  const watcher = watch(dirname(path), () => {
    const now = writtenAt(path);
    if (now === 0 || now === seen) return;
    seen = now;
    callback();
  });
  return () => watcher.close();
}

/** When a file was written (epoch ms); 0 if it is not there. */
export function writtenAt(path: string): number {
  return statSync(path, {throwIfNoEntry: false})?.mtimeMs ?? 0;
}
