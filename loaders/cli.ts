import {Command} from "commander";
import {limitHeap} from "./commands/heap-limits.js";
import {exitCodes, reportError} from "./commands/run.js";
import {feedbookVersion} from "./config/package.js";

// In the order of the help. Each is loaded where it is asked for: that takes most of the time in which a command starts.
const commands: Record<string, () => Promise<Command>> = {
  load: async () => (await import("./commands/load.js")).loadCommand(),
  watch: async () => (await import("./commands/watch.js")).watchCommand(),
  derive: async () => (await import("./commands/derive.js")).deriveCommand(),
  retain: async () => (await import("./commands/retain.js")).retainCommand(),
  publish: async () => (await import("./commands/publish.js")).publishCommand(),
  sandbox: async () => (await import("./commands/sandbox.js")).sandboxCommand(),
  feeds: async () => (await import("./commands/feeds.js")).feedsCommand(),
  status: async () => (await import("./commands/status.js")).statusCommand(),
  gaps: async () => (await import("./commands/gaps.js")).gapsCommand(),
  rejects: async () => (await import("./commands/rejects.js")).rejectsCommand(),
  sql: async () => (await import("./commands/sql.js")).sqlCommand(),
  doctor: async () => (await import("./commands/doctor.js")).doctorCommand(),
  start: async () => (await import("./commands/site.js")).startCommand(),
  build: async () => (await import("./commands/site.js")).buildCommand(),
  serve: async () => (await import("./commands/site.js")).serveCommand()
};

limitHeap();
const program = new Command("feedbook")
  .version(feedbookVersion, "--version", "show the version")
  .description("load price feeds into a DuckDB store, and look at them as notebooks")
  .addHelpText("after", "\nExamples:\n  feedbook start\n  feedbook load latest\n  feedbook status")
  .showHelpAfterError("(feedbook --help lists what there is)")
  .showSuggestionAfterError();

const asked = commands[process.argv[2] ?? ""];
for (const command of asked === undefined ? Object.values(commands) : [asked]) program.addCommand(await command());
exitWithUsage(program);

// A reader that ends early (`| head`) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportError(error);
}

// Commander ends with 1 on a usage error; the exit code for that is 2.
function exitWithUsage(command: Command): void {
  command.exitOverride((error) => process.exit(error.exitCode === 0 ? exitCodes.done : exitCodes.usage));
  for (const child of command.commands) exitWithUsage(child);
}
