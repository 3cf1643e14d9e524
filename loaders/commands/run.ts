import {type Command, InvalidArgumentError, Option} from "commander";
import {channels} from "../config/choices.js";
import {ConfigError, messageOf} from "../config/errors.js";
import {type Flags, readSettings, type Settings} from "../config/settings.js";
import type {Log} from "../load/report.js";
import type {Host} from "./host.js";
import {safeLines} from "./output.js";
import {terminalLog} from "./terminal.js";

/** Exit codes: 0 done, 1 failed, 2 usage or configuration, 3 done but more entries were rejected than is allowed, 4 events. */
export const exitCodes = {done: 0, failed: 1, usage: 2, rejected: 3, events: 4} as const;

/** Options that all commands take; the help of a command shows the options that it uses. */
export interface CommonOptions extends Flags {
  json?: boolean;
  quiet?: boolean;
}

/** The context of a command's action. The first Ctrl-C (or SIGTERM) aborts `signal`; a second one ends the process. */
export interface Context extends Pick<Host, "env" | "stdout" | "stderr" | "colors"> {
  settings: Settings;
  log: Log;
  signal: AbortSignal;
  json: boolean;
  quiet: boolean;
}

const common = (): Record<keyof CommonOptions, Option> => ({
  store: new Option("--store <path>", "the store's file (default: FEEDBOOK_STORE, or data/feeds.duckdb)"),
  baseUrl: new Option("--base-url <url>", "the service (default: FEEDBOOK_BASE_URL, or the embedded sandbox)"),
  feeds: new Option("--feeds <ids>", "feed ids, separated by commas").argParser(numbers),
  symbols: new Option("--symbols <symbols>", "feed symbols, separated by commas").argParser(words),
  channel: new Option("--channel <channel>", channels.join(", ")),
  json: new Option("--json", "write the result as JSON"),
  quiet: new Option("--quiet", "report only problems")
});

/** Adds the common options to a command: it takes them all, and its help shows the named ones, which it uses. */
export function withOptions(command: Command, ...names: (keyof CommonOptions)[]): Command {
  const taken = (name: string) => command.options.find((option) => option.attributeName() === name);
  for (const [name, option] of Object.entries(common())) if (!taken(name)) command.addOption(option.hideHelp());
  for (const name of names) taken(name)?.hideHelp(false);
  return command;
}

/** Makes an action of a function: reads the settings, handles signals, and turns its result or error into the exit code. */
export function action<Options extends CommonOptions>(
  host: Host,
  work: (context: Context, options: Options, args: string[]) => Promise<unknown>
): (...args: unknown[]) => Promise<void> {
  return async (...all) => {
    const command = all.at(-1) as Command;
    const options = command.optsWithGlobals<Options>();
    const {signal, release} = host.listen();
    try {
      const settings = await readSettings({flags: options, env: host.env});
      const {json = false, quiet = false} = options;
      const context = {...host, settings, signal, log: terminalLog(host, {quiet}), json, quiet};
      const result = await work(context, options, command.args);
      host.exitCode = typeof result === "number" ? result : exitCodes.done;
    } catch (error) {
      host.exitCode = reportError(error, host);
    } finally {
      release();
    }
  };
}

/** Writes an error to standard error and gives the exit code that it means. */
export function reportError(error: unknown, {stderr, env}: Pick<Host, "stderr" | "env">): number {
  const message = portTakenText(error) ?? messageOf(error);
  stderr.write(`feedbook: ${safeLines(message)}\n`);
  if (env.FEEDBOOK_DEBUG && error instanceof Error) stderr.write(`${error.stack}\n`);
  return error instanceof ConfigError ? exitCodes.usage : exitCodes.failed;
}

function portTakenText(error: unknown): string | null {
  if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE" && "port" in error)) return null;
  return `port ${error.port} is taken: stop what uses it, or set another with --port (0: any free one)`;
}

/** Reads a comma-separated list of ids. @throws InvalidArgumentError */
export function numbers(text: string): number[] {
  const ids = words(text).map((word) => (/^\d+$/.test(word) ? Number(word) : Number.NaN));
  if (ids.length > 0 && ids.every(Number.isSafeInteger)) return ids;
  throw new InvalidArgumentError(
    "Give feed ids separated by commas, as in 1,2,112; feedbook feeds btc finds ids, and --symbols takes symbols."
  );
}

function words(text: string): string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
}
