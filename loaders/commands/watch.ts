import {Command} from "commander";
import {type Channel, channelStepUs} from "../config/choices.js";
import {ConfigError} from "../config/error.js";
import {parseDuration} from "../config/time.js";
import {watch} from "../jobs/watch.js";
import {withLoad, withService} from "./load.js";
import {action, type CommonOptions} from "./run.js";
import {tellLoad} from "./tell.js";

interface WatchOptions extends CommonOptions {
  every: string;
  for?: string;
  publishEvery?: string;
  strict?: boolean;
}

/** `watch`: polls until interrupted, or for a while. */
export function watchCommand(): Command {
  return withService(withLoad(new Command("watch")))
    .description("poll the latest updates until interrupted")
    .requiredOption(
      "--every <duration>",
      "step, as in 1s or 200ms, a multiple of the channel's; polls fall on its multiples"
    )
    .option("--for <duration>", "stop by itself after this long")
    .option("--publish-every <duration>", "refresh the snapshot meanwhile: open pages follow")
    .addHelpText("after", "\nExample:\n  feedbook watch --every 1s --for 10m --publish-every 30s")
    .action(
      action<WatchOptions>((context, {strict, ...options}) => {
        const {service} = context.settings;
        const watching = {
          every: stepOf(options.every, service.channel),
          length: forever(options.for),
          publishEvery: forever(options.publishEvery)
        };
        const settings = {...context.settings, service: {...service, retries: 0}}; // the next poll asks again
        return tellLoad({...context, settings}, "watch", (load) => watch(load, watching), {hold: false, strict});
      })
    );
}

// A timer sleeps no longer than some weeks.
function stepOf(every: string, channel: Channel): number {
  const step = parseDuration(every);
  if (step < 10 || step > 24 * 3_600_000) throw new ConfigError(`invalid --every: ${every}; allowed: 10ms to 24h`);
  const channelStep = (channelStepUs[channel] ?? 1000) / 1000;
  if (Number.isInteger(step / channelStep)) return step;
  const next = Math.ceil(step / channelStep) * channelStep;
  throw new ConfigError(
    `invalid --every: ${every} is no multiple of the ${channelStep} ms step of channel ${channel}: give ${next}ms`
  );
}

function forever(duration: string | undefined): number {
  return duration === undefined ? Infinity : parseDuration(duration);
}
