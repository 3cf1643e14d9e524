import {readdirSync, readFileSync, readlinkSync} from "node:fs";

/**
 * What the error of a server that cannot listen says: that its port is taken and, where the system says it (Linux, of the
 * same user's processes), by which process. Null of any other error.
 */
export function portTakenText(error: unknown): string | null {
  if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE" && "port" in error)) return null;
  const holder = holderOf(Number(error.port));
  return `port ${error.port} is taken${holder === null ? "" : ` by ${holder}`}: give another one, or --port 0 for any free one`;
}

function holderOf(port: number): string | null {
  const sockets = new Set(["/proc/net/tcp", "/proc/net/tcp6"].flatMap((path) => listening(path, port)));
  const pids = sockets.size === 0 ? [] : readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const pid = pids.find((pid) => holds(pid, sockets));
  if (pid === undefined) return null;
  const command = (tryTo(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")) ?? "").replaceAll("\0", " ").trim();
  return `process ${pid} (${command.length > 120 ? `${command.slice(0, 119)}…` : command})`;
}

// A line has an address and its port in hex, the other side's, the state (0A: listening), … and the socket's inode.
function listening(path: string, port: number): string[] {
  const end = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const lines = (tryTo(() => readFileSync(path, "utf8")) ?? "").split("\n").map((line) => line.trim().split(/\s+/));
  return lines
    .filter(([, own, , state]) => own?.endsWith(end) && state === "0A")
    .map((fields) => `socket:[${fields[9]}]`);
}

function holds(pid: string, sockets: ReadonlySet<string>): boolean {
  const files = tryTo(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
  return files.some((file) => sockets.has(tryTo(() => readlinkSync(`/proc/${pid}/fd/${file}`)) ?? ""));
}

// Null of another system, of a process of another user, and of one that has ended meanwhile.
function tryTo<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
