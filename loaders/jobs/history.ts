import {channelStepUs} from "../config/choices.js";
import {ConfigError} from "../config/error.js";
import {askAndBook} from "./ask.js";
import type {Load} from "./load.js";
import {type Ask, selectFeeds} from "./select.js";
import {instantsBetween, parseDuration, parseInstant} from "./time.js";

/** A range of instants, as text: ISO 8601 or relative to now; `every` is a duration, and instants fall on its multiples. */
export interface Range {
  from: string;
  to: string;
  every: string;
}

/** Loads the updates of every selected feed at every instant of a range. @throws ConfigError if the range is none */
export async function loadHistory(load: Load, range: Range, now: number = Date.now()): Promise<void> {
  const instants = instantsOf(range, now);
  const asks = await selectFeeds(load);
  assertOnGrid(range.every, asks);
  await askAndBook(load, asks, {endpoint: "price", instants});
}

/** The instants of a range, in Unix microseconds. @throws ConfigError */
export function instantsOf({from, to, every}: Range, now: number): number[] {
  const [start, end] = [parseInstant(from, now), Math.min(parseInstant(to, now), now)];
  if (start > end) throw new ConfigError(`invalid range: from ${from} is after to ${to} (or after now)`);
  const instants = instantsBetween(start, end, parseDuration(every));
  if (instants.length > 0) return instants;
  throw new ConfigError(`invalid range: no multiple of ${every} lies between ${from} and ${to}`);
}

function assertOnGrid(every: string, asks: readonly Ask[]): void {
  for (const {channel} of asks) {
    const step = channelStepUs[channel];
    if (step === null || (parseDuration(every) * 1000) % step === 0) continue;
    throw new ConfigError(`invalid every: ${every} is no multiple of the ${step / 1000} ms step of channel ${channel}`);
  }
}
