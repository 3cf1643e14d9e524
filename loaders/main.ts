import {Command, CommanderError} from "commander";
import {type Host, thisProcess} from "./commands/host.js";
import {exitCodes, reportError} from "./commands/run.js";
import {typed} from "./config/typed.js";
import {feedbookVersion} from "./config/version.js";

// In the order of the help. Each is loaded where it is asked for: that takes most of the time in which a command starts.
const commands: Record<string, (host: Host) => Promise<Command>> = {
  load: async (host) => (await import("./commands/load.js")).loadCommand(host),
  watch: async (host) => (await import("./commands/load.js")).watchCommand(host),
  derive: async (host) => (await import("./commands/upkeep.js")).deriveCommand(host),
  retain: async (host) => (await import("./commands/upkeep.js")).retainCommand(host),
  ship: async (host) => (await import("./commands/ship.js")).shipCommand(host),
  publish: async (host) => (await import("./commands/upkeep.js")).publishCommand(host),
  sandbox: async (host) => (await import("./commands/site.js")).sandboxCommand(host),
  feeds: async (host) => (await import("./commands/feeds.js")).feedsCommand(host),
  status: async (host) => (await import("./commands/status.js")).statusCommand(host),
  gaps: async (host) => (await import("./commands/gaps.js")).gapsCommand(host),
  check: async (host) => (await import("./commands/check.js")).checkCommand(host),
  rejects: async (host) => (await import("./commands/rejects.js")).rejectsCommand(host),
  show: async (host) => (await import("./commands/show.js")).showCommand(host),
  new: async (host) => (await import("./commands/site.js")).newCommand(host),
  sql: async (host) => (await import("./commands/sql.js")).sqlCommand(host),
  export: async (host) => (await import("./commands/export.js")).exportCommand(host),
  mcp: async (host) => (await import("./commands/mcp.js")).mcpCommand(host),
  doctor: async (host) => (await import("./commands/doctor.js")).doctorCommand(host),
  start: async (host) => (await import("./commands/site.js")).startCommand(host),
  build: async (host) => (await import("./commands/site.js")).buildCommand(host),
  serve: async (host) => (await import("./commands/site.js")).serveCommand(host)
};

/** Runs the command that the arguments name, in the working folder. Gives the exit code. */
export async function main(args: readonly string[], host: Host = thisProcess): Promise<number> {
  const program = new Command("feedbook")
    .version(feedbookVersion, "--version", "show the version")
    .description("load price feeds into a DuckDB store, and look at them as notebooks")
    .addHelpText("before", typed("`feedbook …` stands for `npm run -s feedbook -- …` in the folder of the project.\n"))
    .addHelpText("after", "\nExamples:\n  feedbook start\n  feedbook load latest\n  feedbook status");
  const words = args[0] === "help" ? args.slice(1) : [...args];
  const [name = ""] = words;
  const known = Object.hasOwn(commands, name) ? commands[name] : undefined;
  for (const make of known ? [known] : Object.values(commands)) program.addCommand(await make(host));
  const isCommand = program.commands.some((command) => [command.name(), ...command.aliases()].includes(name));
  if (args[0] === "help" && (isCommand || name === "")) words.push("--help");
  writeBy(host, program);
  try {
    await program.parseAsync(words, {from: "user"});
    return host.exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportError(error, host);
    // Commander ends with 1 on a usage error; the exit code for that is 2.
    return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  }
}

function writeBy(host: Host, command: Command, name = command.name()): void {
  const writeOut = (text: string) => void host.stdout.write(text);
  const writeErr = (text: string) => void host.stderr.write(text);
  command.exitOverride().showHelpAfterError(`(${name} --help lists what there is)`);
  command.configureOutput({
    writeOut,
    writeErr,
    getOutHelpWidth: () => host.stdout.columns ?? 80,
    getErrHelpWidth: () => host.stderr.columns ?? 80
  });
  for (const child of command.commands) writeBy(host, child, `${name} ${child.name()}`);
}
