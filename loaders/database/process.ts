import {createHash} from "node:crypto";
import {readFileSync, readlinkSync} from "node:fs";
import {hostname} from "node:os";

/** What identifies a process among all, on any host, before and after. `birth` is null where the system does not say it. */
export interface ProcessMark {
  hostname: string;
  pid: number;
  birth: string | null;
}

/** Names where process ids are those of this one, in 8 hex digits: a host since it started, or a container on it. */
export const pidSpace = createHash("sha256")
  .update([hostname(), bootId(), pidNamespace()].join(" "))
  .digest("hex")
  .slice(0, 8);

/** The mark of this process. */
export function ownMark(): ProcessMark {
  return {hostname: hostname(), pid: process.pid, birth: birthOf(process.pid)};
}

/** Whether the process of a mark still runs; null if it is of another host, which cannot be asked. */
export function isRunning(mark: ProcessMark): boolean | null {
  if (mark.hostname !== hostname()) return null;
  return isAlive(mark.pid) && (mark.birth === null || mark.birth === birthOf(mark.pid));
}

/** Whether there is a process with this id: it may be another one than before, as ids are used again. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"; // another user's
  }
}

// Linux says when a process began: the 22nd field, counted after the name, which may hold anything.
function birthOf(pid: number): string | null {
  try {
    const [, fields = ""] = /.*\)\s(.*)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    const ticks = fields.split(" ")[19];
    return ticks === undefined ? null : `${bootId()} ${ticks}`;
  } catch {
    return null; // another system
  }
}

function bootId(): string | null {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return null; // another system
  }
}

function pidNamespace(): string | null {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return null; // another system
  }
}
