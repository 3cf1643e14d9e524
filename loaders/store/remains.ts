import {readdirSync, rmSync} from "node:fs";
import {basename, dirname, join} from "node:path";
import {isAlive} from "./process.js";

/**
 * Removes what killed processes left beside a file: half of a new one, and what did not fit into memory. Their names
 * hold the id of their process; `own`: those of this process too.
 */
export function removeRemains(path: string, {own = false}: {own?: boolean} = {}): void {
  for (const name of readdirSync(dirname(path))) {
    const pid = name.startsWith(`${basename(path)}.`) ? /\.(\d+)\.(tmp|tmp\.wal|spill)$/.exec(name)?.[1] : undefined;
    if (pid === undefined || (Number(pid) === process.pid ? !own : isAlive(Number(pid)))) continue;
    rmSync(join(dirname(path), name), {force: true, recursive: true});
  }
}
