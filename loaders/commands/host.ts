import {closeSync, writeSync} from "node:fs";
import pc from "picocolors";

/** Where a command writes: a stream, which may be a terminal. */
export interface Output extends NodeJS.WritableStream {
  isTTY?: boolean;
  columns?: number;
}

/** The environment of a command: by default this process; tests give another. */
export interface Host {
  env: NodeJS.ProcessEnv;
  /** For results; `stderr` is for notes, progress and errors. */
  stdout: Output;
  stderr: Output;
  colors: Pick<typeof pc, "bold" | "cyan" | "dim" | "green" | "red" | "yellow">;
  exitCode: number;
  /** Listens to signals until it is released; the first of them aborts `signal`. */
  listen(): Interrupts;
}

/** Signals that are listened to. */
export interface Interrupts {
  signal: AbortSignal;
  release(): void;
}

/** This process. */
export const thisProcess: Host = {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  colors: pc,
  exitCode: 0,
  listen: listenToSignals
};

/**
 * Lets work go on where an output fails. A lost result makes the exit code 1, unless its reader has left (`| head`).
 */
export function outliveOutputs({stdout, stderr}: Pick<NodeJS.Process, "stdout" | "stderr">): void {
  let isLost = false;
  stderr.on("error", () => {}); // nobody reads it
  stdout.on("error", ({code, message}: NodeJS.ErrnoException) => {
    if (isLost || code === "EPIPE" || stdout.isTTY) return;
    isLost = true;
    stderr.write(`feedbook: cannot write to standard output: ${message}: the work goes on without it\n`);
  });
  process.once("exit", () => {
    if (isLost) process.exitCode ||= 1;
    [0, 1, 2].forEach(leaveClosedTerminal);
  });
}

// Node resets its terminal when it ends, and aborts where that is closed. It leaves out what we close ourselves.
function leaveClosedTerminal(fd: number): void {
  try {
    writeSync(fd, "");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EIO") closeSync(fd);
  }
}

// A second signal ends the process at once, except for SIGHUP: a closed terminal sends it once, and its shell once more.
function listenToSignals(): Interrupts {
  const controller = new AbortController();
  const interrupt = (name: NodeJS.Signals = "SIGTERM") => {
    if (controller.signal.aborted && name !== "SIGHUP") endBy(name);
    controller.abort();
  };
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt).on("SIGHUP", interrupt);
  const watcher = setInterval(() => isOrphaned() && !controller.signal.aborted && interrupt(), 500).unref();
  const release = () => {
    clearInterval(watcher);
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt).off("SIGHUP", interrupt);
  };
  return {signal: controller.signal, release};
}

// An exit waits for busy threads, such as a long statement or a file that does not answer; an unhandled signal does not.
function endBy(name: NodeJS.Signals): never {
  process.once("exit", () => {
    process.removeAllListeners(name);
    process.kill(process.pid, name);
  });
  process.exit(130);
}

// npm runs a script in a shell, which does not pass signals on. If the shell is gone, npm was ended.
const parent = process.ppid;
function isOrphaned(): boolean {
  return process.env.npm_lifecycle_event !== undefined && process.ppid !== parent;
}
