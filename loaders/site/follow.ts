import {createHash} from "node:crypto";
import {existsSync, readFileSync, statSync, watch} from "node:fs";
import {dirname, join} from "node:path/posix";
import {LoaderResolver} from "@observablehq/framework/dist/loader.js";

let followed: string | null = null;

/**
 * Makes the open pages of a preview follow its snapshot: what data loaders make of it counts as changed when it is. Changes
 * Framework's class for this process; a second call changes the snapshot.
 */
export function followSnapshot(snapshotPath: string): void {
  const isFirst = followed === null;
  followed = snapshotPath;
  if (!isFirst) return;
  const {getSourceFileHash, watchFiles} = LoaderResolver.prototype;
  LoaderResolver.prototype.getSourceFileHash = function (name) {
    const hash = getSourceFileHash.call(this, name);
    const source = join(this.root, this.getSourceFilePath(name));
    if (followed === null || !existsSync(source) || !readsSnapshot(source)) return hash;
    return createHash("sha256")
      .update(`${hash} ${writtenAt(followed)}`)
      .digest("hex");
  };
  LoaderResolver.prototype.watchFiles = async function (path, names, callback) {
    const stop = onWritten(followed ?? "", () => callback(path));
    const files = await watchFiles.call(this, path, names, callback);
    return {
      close() {
        stop();
        files.close();
      }
    };
  };
}

/** Whether a data loader reads the snapshot: by its kind (`.sql`), or because it names the snapshot's variable. */
export function readsSnapshot(path: string): boolean {
  return (
    path.endsWith(".sql") || (/\.\w+\.\w+$/.test(path) && readFileSync(path, "utf8").includes("FEEDBOOK_SNAPSHOT"))
  );
}

// A new snapshot takes the old one's place: that is seen in its folder. Marked as out of date, it is the same one still.
function onWritten(path: string, callback: () => void): () => void {
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

function writtenAt(path: string): number {
  return statSync(path, {throwIfNoEntry: false})?.mtimeMs ?? 0;
}
