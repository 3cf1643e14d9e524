import {Command} from "commander";
import {ConfigError} from "../config/error.js";
import {parseDuration} from "../jobs/time.js";
import {watch} from "../jobs/watch.js";
import {tellLoad, withLoad} from "./load.js";
import {action, type CommonOptions} from "./run.js";

interface WatchOptions extends CommonOptions {
  every: string;
  for?: string;
  publishEvery?: string;
  strict?: boolean;
}

/** `watch`: polls until interrupted, or for a while. */
export function watchCommand(): Command {
  return withLoad(new Command("watch"))
    .description("poll the latest updates until interrupted")
    .requiredOption("--every <duration>", "step, as in 1s or 200ms; polls fall on its multiples")
    .option("--for <duration>", "stop by itself after this long")
    .option("--publish-every <duration>", "refresh the snapshot meanwhile: open pages follow")
    .addHelpText("after", "\nExample:\n  feedbook watch --every 1s --for 10m --publish-every 30s")
    .action(
      action<WatchOptions>((context, {strict, ...options}) => {
        const watching = {
          every: stepOf(options.every),
          length: forever(options.for),
          publishEvery: forever(options.publishEvery)
        };
        return tellLoad(context, "watch", (load) => watch(load, watching), {hold: false, strict});
      })
    );
}

// A channel has no update more often than every millisecond, and a timer sleeps no longer than some weeks.
function stepOf(every: string): number {
  const step = parseDuration(every);
  if (step >= 10 && step <= 24 * 3_600_000) return step;
  throw new ConfigError(`invalid --every: ${every}; allowed: 10ms to 24h`);
}

function forever(duration: string | undefined): number {
  return duration === undefined ? Infinity : parseDuration(duration);
}
