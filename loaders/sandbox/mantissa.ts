const exactDigits = 15; // any integer of 15 digits is exact as a double

/** How mantissas of about one size are counted: in ticks of 10^(exponent + padding), `padding` zeros behind each. */
export interface Ticks {
  exponent: number;
  padding: number;
}

/**
 * Ticks for values near `value` at an exponent, such that counts of them are exact. Past 15 digits a mantissa ends in
 * zeros, as those of the service's mark prices do; it is still above 2^53, and not exact as a double.
 */
export function ticksFor(value: number, exponent: number): Ticks {
  const digits = Math.floor(Math.log10(Math.abs(value) || 1)) + 1 - exponent;
  return {exponent, padding: Math.max(0, digits - exactDigits)};
}

/** A value as a whole number of ticks, not rounded. */
export function inTicks(value: number, {exponent, padding}: Ticks): number {
  return value * 10 ** (-exponent - padding);
}

/** A mantissa on the wire: a decimal integer in text, never zero. */
export function toMantissa(count: number, {padding}: Ticks): string {
  return `${Math.round(count) || 1}${"0".repeat(padding)}`;
}
