import {existsSync, statSync} from "node:fs";
import {querySnapshot} from "../snapshot/snapshot.js";

let known: {path: string; writtenAt: number; simulated: boolean} | null = null;

/** Whether the snapshot's data is simulated; false where there is no snapshot, or an empty one. */
export async function isSimulated(path: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  const writtenAt = statSync(path).mtimeMs;
  if (known?.path !== path || known.writtenAt !== writtenAt) {
    const {rows} = await querySnapshot(path, "SELECT simulated FROM meta");
    known = {path, writtenAt, simulated: rows[0]?.[0] === true};
  }
  return known.simulated;
}
