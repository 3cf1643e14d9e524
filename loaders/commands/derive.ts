import {Command} from "commander";
import {countText} from "../config/size.js";
import {deriveStore} from "../load/upkeep.js";
import type {Host} from "./host.js";
import {print, printJson} from "./output.js";
import {action, type CommonOptions, exitCodes, withOptions} from "./run.js";

/** `derive`: brings the derived tables up to date, which each load does by itself. */
export function deriveCommand(host: Host): Command {
  return withOptions(new Command("derive"), "store", "json", "quiet")
    .description("bring bars, sessions and quality up to date with the updates; each load does so at its end")
    .option("--rebuild", "make them again from scratch, needed after rows were altered or deleted by hand")
    .addHelpText("after", "\nExample:\n  feedbook derive --rebuild")
    .action(
      action<CommonOptions & {rebuild?: boolean}>(
        host,
        async ({settings, json, quiet, log, signal}, {rebuild = false}) => {
          const derived = await deriveStore(settings, {rebuild, log, signal});
          if (json) printJson(host, derived);
          else if (!quiet) {
            const due = derived.due > 0 ? `, still due: ${derived.due}` : "";
            print(
              host,
              `derived ${countText(derived.hours, "hour")} of feeds in ${derived.seconds.toFixed(1)} s${due}`
            );
          }
          return signal.aborted ? exitCodes.failed : exitCodes.done;
        }
      )
    );
}
