import {execFileSync} from "node:child_process";
import {statfsSync} from "node:fs";

/** Mounts a disk in memory on a folder, which only root may. Gives the reason why none can be mounted, else null. */
export function mountDisk(folder: string, size: string): string | null {
  try {
    mount(`size=${size}`, "tmpfs", folder);
    return null;
  } catch (error) {
    return `no disk can be mounted here: ${error instanceof Error ? error.message.split("\n")[1] : error}`;
  }
}

/** Gives a mounted disk another size; without one, hardly more than is used. */
export function resizeDisk(folder: string, size?: string): void {
  for (let tries = 0; ; tries++) {
    const {blocks, bfree, bsize} = statfsSync(folder);
    try {
      mount(`remount,size=${size ?? (blocks - bfree + 16) * bsize}`, folder);
      return;
    } catch (error) {
      if (size !== undefined || tries > 20) throw error; // else more was written meanwhile
    }
  }
}

/** Unmounts a disk, which is gone then. */
export function unmountDisk(folder: string): void {
  execFileSync("umount", ["--lazy", folder]);
}

function mount(options: string, ...rest: string[]): void {
  execFileSync("mount", ["-t", "tmpfs", "-o", options, ...rest], {stdio: "pipe"});
}
