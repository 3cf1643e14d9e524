/** A point in time in rows: a Date, epoch milliseconds, or ISO text; text without a zone is UTC. */
export type Instant = Date | number | bigint | string;

/** Epoch milliseconds of an instant; NaN when it is missing or unreadable. */
export function toMs(instant: Instant | null | undefined): number {
  if (instant === null || instant === undefined) return NaN;
  if (instant instanceof Date) return instant.getTime();
  return typeof instant === "string" ? (readTime(instant)?.ms ?? NaN) : Number(instant);
}

const form =
  /^(\d{4,6}|[-+]\d{6})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?: ?(?:Z|UTC|([-+])(\d\d)(?::?(\d\d))?))?)?$/i;

/**
 * Reads a date, or a date and a time, in ISO 8601, with a space in place of the T, too. Text without a zone is UTC, on every
 * machine: Date.parse would take its own zone. `nanos` is the rest below a millisecond. Null for any other text.
 */
export function readTime(text: string): {ms: number; nanos: number} | null {
  const [whole, year, month, day, hour = 0, minute = 0, second = 0, fraction = "", sign, hours = 0, minutes = 0] =
    form.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day)); // Date.UTC takes the year 26 for 1926
  const isDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  if (!isDay || [hour, hours].some((each) => Number(each) > 23)) return null;
  if ([minute, second, minutes].some((each) => Number(each) > 59)) return null;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  const clock = ((Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second)) * 1000;
  const digits = fraction.padEnd(9, "0");
  return {ms: date.getTime() + clock + Number(digits.slice(0, 3)), nanos: Number(digits.slice(3))};
}
