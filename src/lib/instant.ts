/** A point in time as rows carry it: a Date, epoch milliseconds, or ISO text; text without a zone is UTC. */
export type Instant = Date | number | bigint | string;

/** Epoch milliseconds of an instant; NaN when it is missing or unreadable. */
export function toMs(instant: Instant | null | undefined): number {
  if (instant === null || instant === undefined) return NaN;
  if (instant instanceof Date) return instant.getTime();
  if (typeof instant === "string") return Date.parse(withZone(instant.trim()));
  return Number(instant);
}

/** The value as a finite number; NaN when it is missing, not finite or no number. */
export function toNumber(value: unknown): number {
  if (typeof value !== "number" && typeof value !== "bigint") return NaN;
  const number = Number(value);
  return Number.isFinite(number) ? number : NaN;
}

// Without a zone, Date.parse takes a date as UTC but a date with a time as local.
function withZone(text: string): string {
  const local = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/.exec(text);
  return local ? `${local[1]}T${local[2]}Z` : text;
}
