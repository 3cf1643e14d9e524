/** The service's channels, fastest first. */
export const channels = ["real_time", "fixed_rate@50ms", "fixed_rate@200ms", "fixed_rate@1000ms"] as const;

/** Name of a channel. */
export type Channel = (typeof channels)[number];

const gridsUs: Record<Channel, number> = {
  real_time: 1000,
  "fixed_rate@50ms": 50_000,
  "fixed_rate@200ms": 200_000,
  "fixed_rate@1000ms": 1_000_000
};

/** The step of a channel's grid in µs; an update stands on every multiple. `real_time` takes one a millisecond here. */
export function gridUs(channel: Channel): number {
  return gridsUs[channel];
}

/** Whether a feed whose fastest channel is `minChannel` is published on `channel`. */
export function isAvailable(minChannel: Channel, channel: Channel): boolean {
  return gridUs(channel) >= gridUs(minChannel);
}
