import {Command} from "commander";
import type {Channel} from "../config/choices.js";
import {ConfigError} from "../config/errors.js";
import {assertOnGrid, parseDuration} from "../config/time.js";
import {watch} from "../load/watch/watch.js";
import type {Host} from "./host.js";
import {withLoad, withService} from "./load.js";
import {reportLoad} from "./report-load.js";
import {action, type CommonOptions} from "./run.js";

interface WatchOptions extends CommonOptions {
  every: string;
  for?: string;
  publishEvery?: string;
  strict?: boolean;
}

/** `watch`: polls until interrupted, or for a while. */
export function watchCommand(host: Host): Command {
  return withService(withLoad(new Command("watch")))
    .description("poll the latest updates until interrupted")
    .requiredOption(
      "--every <duration>",
      "step, as in 1s or 200ms, a multiple of the channel's; polls fall on its multiples"
    )
    .option("--for <duration>", "stop by itself after this long")
    .option("--publish-every <duration>", "write the snapshot this often, so that open pages show the new rows")
    .addHelpText("after", watchHelp)
    .action(
      action<WatchOptions>(host, (context, {strict, ...options}) => {
        const {service} = context.settings;
        const watching = {
          every: stepOf(options.every, service.channel),
          length: forever(options.for),
          publishEvery: forever(options.publishEvery),
          maxRejectedShare: strict ? 0 : context.settings.rows.maxRejectedShare
        };
        const settings = {...context.settings, service: {...service, retries: 0}}; // the next poll asks again
        const ending = watching.publishEvery < Infinity && {momentMs: 5000}; // open pages show the rows of its end, too
        const loading = {hold: false, strict, ...ending};
        return reportLoad({...context, settings}, "watch", (load) => watch(load, watching), loading);
      })
    );
}

const watchHelp = `
After Ctrl-C it commits the received rows, and with --publish-every publishes them, for which it has five seconds; a second
Ctrl-C ends it at once. It commits at most once a second, and others can read between: feedbook status shows how far it is.
It reports a failing service, a store in use and a full disk once, and again when it goes on. It reports new fields within a
minute, and fields that stopped within an hour. When it has rejected more entries than --strict or rows.maxRejectedShare
allows, it reports that at once, goes on, and ends with 3 if the share is still too large.

Example:
  feedbook watch --every 1s --for 10m --publish-every 30s`;

// A timer can sleep for some weeks at most.
function stepOf(every: string, channel: Channel): number {
  const step = parseDuration(every);
  if (step < 10 || step > 24 * 3_600_000) throw new ConfigError(`invalid --every: ${every}; allowed: 10ms to 24h`);
  assertOnGrid(every, channel);
  return step;
}

function forever(duration: string | undefined): number {
  return duration === undefined ? Infinity : parseDuration(duration);
}
