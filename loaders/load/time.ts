import {ConfigError} from "../config/error.js";

const maxInstants = 10_000_000;

/**
 * The instants from `from` to `to` (both included where they fall on it) on the grid of multiples of `every`, in Unix
 * microseconds; arguments in milliseconds. @throws ConfigError if there are more than ten million
 */
export function instantsBetween(from: number, to: number, every: number): number[] {
  const first = Math.ceil(from / every);
  const last = Math.floor(to / every);
  if (last - first > maxInstants) {
    throw new ConfigError(
      `invalid range: ${last - first} instants are too many: load at most ${maxInstants} at a time`
    );
  }
  return Array.from({length: Math.max(0, last - first + 1)}, (_, i) => Math.round((first + i) * every * 1000));
}
