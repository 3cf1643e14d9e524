import {Command} from "commander";
import {parseDuration} from "../jobs/time.js";
import {watch} from "../jobs/watch.js";
import {tellLoad, withLoad} from "./load.js";
import {action, type CommonOptions} from "./run.js";

/** `watch`: polls until interrupted, or for a while. */
export function watchCommand(): Command {
  return withLoad(new Command("watch"))
    .description("poll the latest updates until interrupted")
    .requiredOption("--every <duration>", "step, as in 1s or 200ms; polls fall on its multiples")
    .option("--for <duration>", "stop by itself after this long")
    .addHelpText("after", "\nExample:\n  feedbook watch --every 1s --for 10m --feeds 1,2")
    .action(
      action<CommonOptions & {every: string; for?: string; strict?: boolean}>(
        (context, {every, for: length, strict}) => {
          const watching = {
            every: parseDuration(every),
            length: length === undefined ? Infinity : parseDuration(length)
          };
          return tellLoad(context, "watch", (load) => watch(load, watching), {hold: false, strict});
        }
      )
    );
}
