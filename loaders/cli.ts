import {Command} from "commander";
import {deriveCommand} from "./commands/derive.js";
import {doctorCommand} from "./commands/doctor.js";
import {feedsCommand} from "./commands/feeds.js";
import {gapsCommand} from "./commands/gaps.js";
import {loadCommand} from "./commands/load.js";
import {keepNurserySmall} from "./commands/nursery.js";
import {feedbookVersion} from "./commands/package.js";
import {publishCommand} from "./commands/publish.js";
import {rejectsCommand} from "./commands/rejects.js";
import {retainCommand} from "./commands/retain.js";
import {exitCodes, tellError} from "./commands/run.js";
import {sandboxCommand} from "./commands/sandbox.js";
import {siteCommands} from "./commands/site.js";
import {sqlCommand} from "./commands/sql.js";
import {statusCommand} from "./commands/status.js";
import {watchCommand} from "./commands/watch.js";

keepNurserySmall();
const program = new Command("feedbook")
  .version(feedbookVersion, "--version", "show the version")
  .description("load price feeds into a DuckDB store, and look at them as notebooks")
  .addHelpText("after", "\nExamples:\n  feedbook start\n  feedbook load latest\n  feedbook status")
  .showHelpAfterError("(feedbook --help lists what there is)")
  .showSuggestionAfterError();

for (const command of [
  loadCommand(),
  watchCommand(),
  deriveCommand(),
  retainCommand(),
  publishCommand(),
  sandboxCommand(),
  feedsCommand()
]) {
  program.addCommand(command);
}
for (const command of [
  statusCommand(),
  gapsCommand(),
  rejectsCommand(),
  sqlCommand(),
  doctorCommand(),
  ...siteCommands()
]) {
  program.addCommand(command);
}
exitWithUsage(program);

// A reader that ends early (`| head`) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = tellError(error);
}

// Commander ends with 1 on a usage error; the exit code for that is 2.
function exitWithUsage(command: Command): void {
  command.exitOverride((error) => process.exit(error.exitCode === 0 ? exitCodes.done : exitCodes.usage));
  for (const child of command.commands) exitWithUsage(child);
}
