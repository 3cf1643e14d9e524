import {type Command, InvalidArgumentError, Option} from "commander";
import {channels} from "../config/choices.js";
import {ConfigError} from "../config/error.js";
import {messageOf} from "../config/message.js";
import {readSettings, type Settings} from "../config/settings.js";
import type {Log} from "../load/log.js";
import {safeText} from "./output.js";
import {portTakenText} from "./port-taken.js";
import {terminalLog} from "./terminal.js";

/** Exit codes: 0 done, 1 failed, 2 usage or configuration, 3 done but more entries were rejected than is allowed. */
export const exitCodes = {done: 0, failed: 1, usage: 2, rejected: 3} as const;

/** Options that all commands have in common; its help shows which of them mean something to a command. */
export interface CommonOptions {
  store?: string;
  baseUrl?: string;
  feeds?: number[];
  symbols?: string[];
  channel?: string;
  json?: boolean;
  quiet?: boolean;
}

/** What a command's action works with: `signal` is aborted by the first Ctrl-C (or SIGTERM); a second one ends at once. */
export interface Context {
  settings: Settings;
  log: Log;
  signal: AbortSignal;
  json: boolean;
  quiet: boolean;
}

const common = (): Record<keyof CommonOptions, Option> => ({
  store: new Option("--store <path>", "the store (default: FEEDBOOK_STORE, or data/feeds.duckdb)"),
  baseUrl: new Option("--base-url <url>", "the service (default: FEEDBOOK_BASE_URL, or the embedded sandbox)"),
  feeds: new Option("--feeds <ids>", "feed ids, separated by commas").argParser(numbers),
  symbols: new Option("--symbols <symbols>", "feed symbols, separated by commas").argParser(words),
  channel: new Option("--channel <channel>", channels.join(", ")),
  json: new Option("--json", "write the result as JSON"),
  quiet: new Option("--quiet", "tell only what went wrong")
});

/** Adds the common options to a command: it takes them all, and its help shows those named, which mean something to it. */
export function withOptions(command: Command, ...names: (keyof CommonOptions)[]): Command {
  const taken = (name: string) => command.options.find((option) => option.attributeName() === name);
  for (const [name, option] of Object.entries(common())) if (!taken(name)) command.addOption(option.hideHelp());
  for (const name of names) taken(name)?.hideHelp(false);
  return command;
}

/** Makes an action of a function: reads the settings, handles signals, and turns its result (an exit code, or nothing) and errors into the exit code. */
export function action<Options extends CommonOptions>(
  work: (context: Context, options: Options, args: string[]) => Promise<unknown>
): (...args: unknown[]) => Promise<void> {
  return async (...all) => {
    const command = all.at(-1) as Command;
    const options = command.optsWithGlobals<Options>();
    const {signal, release} = interruptible();
    try {
      const settings = await readSettings({flags: options});
      const context = {
        settings,
        signal,
        log: terminalLog({quiet: options.quiet === true}),
        json: options.json === true,
        quiet: options.quiet === true
      };
      const result = await work(context, options, command.args);
      process.exitCode = typeof result === "number" ? result : exitCodes.done;
    } catch (error) {
      process.exitCode = reportError(error);
    } finally {
      release();
    }
  };
}

/** Tells an error on standard error and gives the exit code that it means. */
export function reportError(error: unknown): number {
  const message = portTakenText(error) ?? messageOf(error);
  process.stderr.write(`feedbook: ${message.split("\n").map(safeText).join("\n")}\n`);
  if (process.env.FEEDBOOK_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return error instanceof ConfigError ? exitCodes.usage : exitCodes.failed;
}

/** Reads a comma-separated list of ids. @throws InvalidArgumentError */
export function numbers(text: string): number[] {
  const ids = words(text).map((word) => (/^\d+$/.test(word) ? Number(word) : Number.NaN));
  if (ids.length > 0 && ids.every(Number.isSafeInteger)) return ids;
  throw new InvalidArgumentError("Give feed ids separated by commas, as in 1,2,112.");
}

function words(text: string): string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
}

function interruptible(): {signal: AbortSignal; release(): void} {
  const controller = new AbortController();
  const interrupt = (name: NodeJS.Signals = "SIGTERM") => {
    if (controller.signal.aborted) endBy(name);
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

// An exit waits for what a thread is busy with, a statement or a file that does not answer; a signal that nobody handles does not.
function endBy(name: NodeJS.Signals): never {
  process.once("exit", () => {
    process.removeAllListeners(name);
    process.kill(process.pid, name);
  });
  process.exit(130);
}

// npm runs a script in a shell, which does not pass signals on: when it is gone, npm was ended.
const parent = process.ppid;
function isOrphaned(): boolean {
  return process.env.npm_lifecycle_event !== undefined && process.ppid !== parent;
}
