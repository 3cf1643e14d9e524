import {Command} from "commander";
import {countText} from "../config/size.js";
import {deriveStore} from "../load/upkeep.js";
import type {Host} from "./host.js";
import {printResult} from "./output.js";
import {action, type CommonOptions, exitCodes, withOptions} from "./run.js";

/** `derive`: brings the derived tables up to date, which each load does by itself. */
export function deriveCommand(host: Host): Command {
  return withOptions(new Command("derive"), "store", "json", "quiet")
    .description("bring bars, sessions and quality up to date with the updates; each load does so at its end")
    .option("--rebuild", "make them again from scratch, needed after rows were altered or deleted by hand")
    .addHelpText("after", "\nExample:\n  feedbook derive --rebuild")
    .action(
      action<CommonOptions & {rebuild?: boolean}>(host, async (context, {rebuild = false}) => {
        const derived = await deriveStore(context.settings, {...context, rebuild});
        const {hours, seconds, due} = derived;
        const left = due > 0 ? `, still due: ${due}` : "";
        printResult(
          context,
          derived,
          () => `derived ${countText(hours, "hour")} of feeds in ${seconds.toFixed(1)} s${left}`
        );
        return context.signal.aborted ? exitCodes.failed : exitCodes.done;
      })
    );
}
