import {DateTime} from "luxon";
import ms from "ms";
import {type Channel, channelStepUs} from "./choices.js";
import {ConfigError} from "./errors.js";

/** Reads a duration such as `10s`, `5m`, `1h` or `7d` as milliseconds. @throws ConfigError unless it is positive */
export function parseDuration(text: string): number {
  const duration = /[a-z]/i.test(text) ? ms(text.trim() as ms.StringValue) : undefined;
  if (duration !== undefined && duration > 0) return duration;
  throw new ConfigError(`invalid duration: ${JSON.stringify(text)}; give a number and a unit, as in 10s, 5m, 1h or 7d`);
}

/** A duration in milliseconds as text: `12s`, `3m`, `2h`. */
export function durationText(duration: number): string {
  return ms(Math.round(duration));
}

/** A whole number of seconds as text without rounding: `1 h 30 min`. */
export function spanText(seconds: number): string {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return [h && `${h} h`, m && `${m} min`, (s || seconds === 0) && `${s} s`].filter(Boolean).join(" ");
}

/** An instant (epoch ms) as ISO 8601 text, without fractions of a second where there are none. */
export function instantText(instant: number): string {
  return new Date(instant).toISOString().replace(".000Z", "Z");
}

/** Refuses a step that is not a multiple of the channel's step: the channel has no updates between. @throws ConfigError */
export function assertOnGrid(every: string, channel: Channel): void {
  const stepUs = channelStepUs[channel];
  const everyUs = Math.round(parseDuration(every) * 1000);
  if (stepUs === null || everyUs % stepUs === 0) return;
  const next = (Math.ceil(everyUs / stepUs) * stepUs) / 1000;
  throw new ConfigError(
    `invalid step: ${every} is not a multiple of the ${stepUs / 1000} ms step of channel ${channel}: give ${next}ms`
  );
}

/** Reads an instant as epoch ms: ISO 8601 (UTC if it names no zone), `now`, or relative, as `now-7d`. @throws ConfigError */
export function parseInstant(text: string, now: number): number {
  const relative = /^now(?:([+-])(.+))?$/.exec(text.trim());
  if (relative) return now + (relative[2] ? (relative[1] === "-" ? -1 : 1) * parseDuration(relative[2]) : 0);
  const date = DateTime.fromISO(text.trim(), {zone: "utc"});
  if (date.isValid && /^\d{4}-/.test(text.trim())) return date.toMillis();
  throw new ConfigError(
    `invalid time: ${JSON.stringify(text)}; give ISO 8601 as in 2026-05-12T13:55:00Z, now, or now-7d`
  );
}
