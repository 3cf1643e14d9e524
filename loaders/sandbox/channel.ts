import {type Channel, channelStepUs} from "../config/choices.js";

/** The step of a channel's grid in µs; an update stands on every multiple. `real_time` takes one a millisecond here. */
export function gridUs(channel: Channel): number {
  return channelStepUs[channel] ?? 1000;
}

/** Whether a feed whose fastest channel is `minChannel` is published on `channel`. */
export function isAvailable(minChannel: Channel, channel: Channel): boolean {
  return gridUs(channel) >= gridUs(minChannel);
}
