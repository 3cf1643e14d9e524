import {existsSync, statfsSync} from "node:fs";

const memory = "/dev/shm";

/**
 * Where temporary files of tests are: in memory where there is room for them, as a store on a disk waits for the disk with
 * each commit; else where the system says. TMPDIR names another place.
 */
export function useMemory(): void {
  if (process.env.TMPDIR !== undefined || !existsSync(memory)) return;
  const {bavail, bsize} = statfsSync(memory);
  if (bavail * bsize > 4 * 2 ** 30) process.env.TMPDIR = memory;
}
