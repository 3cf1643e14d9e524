import {type ChildProcess, spawn} from "node:child_process";
import {once} from "node:events";
import {join} from "node:path";
import {createInterface} from "node:readline";

/** Options of `startFramework`. */
export interface FrameworkOptions {
  /** The project's folder; default: the current one. */
  cwd?: string;
  /** Additional environment variables, such as FEEDBOOK_STORE or FEEDBOOK_BASE. */
  env?: NodeJS.ProcessEnv;
  log?: (text: string) => void;
  warn?: (text: string) => void;
  signal?: AbortSignal;
}

/** A running command: its whole output and its standard error so far, its exit code, and `close` to end it. */
export interface Running {
  readonly said: string;
  readonly warned: string;
  readonly exited: Promise<number>;
  close(): Promise<void>;
}

// A remark about the code of packages, as in `node_modules/….js (1:24): Use of eval in …`.
const bundlerRemark = /node_modules\/\S+ \(\d+:\d+\): /;

/** Overrides of the environment for code of pages. */
export const noSecrets = {FEEDBOOK_TOKEN: undefined, FEEDBOOK_CLICKHOUSE_PASSWORD: undefined};

/** Starts Framework's command without telemetry, in its own process group, so that `close` also ends its data loaders. */
export function startFramework(args: readonly string[], options: FrameworkOptions = {}): Running {
  const {cwd = process.cwd(), env = {}, log = () => {}, warn = () => {}, signal} = options;
  const bin = join(cwd, "node_modules", "@observablehq", "framework", "dist", "bin", "observable.js");
  const child = spawn(process.execPath, ["--no-warnings", bin, ...args], {
    cwd,
    detached: process.platform !== "win32",
    // Without secrets: pages and data loaders need no service.
    env: {...process.env, ...env, ...noSecrets, OBSERVABLE_TELEMETRY_DISABLE: "true"},
    stdio: ["ignore", "pipe", "pipe"]
  });
  const end = () => {
    if (child.exitCode === null && child.signalCode === null) kill(child);
  };
  process.once("exit", end);
  signal?.addEventListener("abort", end);
  child.once("exit", () => kill(child)); // otherwise its data loaders would go on, and keep its output open
  const exited = once(child, "close")
    .then(([code]) => code ?? 1) // a signal ended it
    .finally(() => {
      process.off("exit", end);
      signal?.removeEventListener("abort", end);
    });
  let said = "";
  let warned = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    log(text);
  });
  createInterface(child.stderr).on("line", (line) => {
    said += `${line}\n`;
    if (bundlerRemark.test(line)) return;
    warned += `${line}\n`;
    warn(`${line}\n`);
  });
  return {
    get said() {
      return said;
    },
    get warned() {
      return warned;
    },
    exited,
    async close() {
      end();
      await exited;
    }
  };
}

// Its group exists as long as one of its processes runs.
function kill(child: ChildProcess): void {
  try {
    if (process.platform === "win32") child.kill();
    else if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
