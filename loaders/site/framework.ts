import {type ChildProcess, spawn} from "node:child_process";
import {join} from "node:path";

/** Where and how Framework's command runs. */
export interface FrameworkOptions {
  /** The project's folder; default: the current one. */
  cwd?: string;
  /** More of the environment, such as FEEDBOOK_STORE or FEEDBOOK_BASE. */
  env?: NodeJS.ProcessEnv;
  /** Is given what the command prints, as it comes. */
  log?: (text: string) => void;
}

/** A running command: all that it printed so far, its exit code once it has ended, and a way to end it. */
export interface Running {
  readonly said: string;
  readonly exited: Promise<number>;
  close(): Promise<void>;
}

/** Starts Framework's command, without telemetry, in a process group of its own, so that `close` ends its data loaders too. */
export function startFramework(args: readonly string[], options: FrameworkOptions = {}): Running {
  const {cwd = process.cwd(), env = {}, log = () => {}} = options;
  const bin = join(cwd, "node_modules", "@observablehq", "framework", "dist", "bin", "observable.js");
  const child = spawn(process.execPath, ["--no-warnings", bin, ...args], {
    cwd,
    detached: process.platform !== "win32",
    env: {...process.env, ...env, OBSERVABLE_TELEMETRY_DISABLE: "true"},
    stdio: ["ignore", "pipe", "pipe"]
  });
  const end = () => kill(child);
  process.once("exit", end);
  const exited = exitOf(child).finally(() => process.off("exit", end));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      log(text);
    });
  }
  return {
    get said() {
      return said;
    },
    exited,
    async close() {
      kill(child);
      await exited;
    }
  };
}

// A signal counts as 1.
function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

function kill(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (process.platform === "win32") child.kill();
  else process.kill(-child.pid, "SIGTERM");
}
