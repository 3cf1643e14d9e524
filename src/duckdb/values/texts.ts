// Texts of values that JavaScript has no number or date for.

/** A whole number, exact: text of its digits beyond ±(2^53 − 1). */
export function exact(value: number | bigint): number | string {
  if (typeof value === "number") return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** A BIGNUM: its sign in the first of 24 bits, then digits to base 256, inverted if negative. */
export function bignumText(bytes: Uint8Array): number | string {
  const negative = (bytes[0] as number) < 0x80;
  let value = 0n;
  for (const byte of bytes.subarray(3)) value = (value << 8n) | BigInt(negative ? 255 - byte : byte);
  return exact(negative ? -value : value);
}

/** A BIT: the first byte is the number of unused bits in the second. */
export function bitText(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(1), (byte) => byte.toString(2).padStart(8, "0"))
    .join("")
    .slice(bytes[0]);
}

/** A BLOB, in hexadecimal digits. */
export function hexText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join("");
}

/** A TIME: ticks since midnight, `perMicro` per microsecond. */
export function timeText(ticks: bigint, perMicro: bigint): string {
  const perSecond = 1_000_000n * perMicro;
  const seconds = Number(ticks / perSecond);
  const fraction = String(ticks % perSecond)
    .padStart(perMicro === 1n ? 6 : 9, "0")
    .replace(/0+$/, "");
  const parts = [Math.trunc(seconds / 3600), Math.trunc(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":") + (fraction && `.${fraction}`);
}

/** An INTERVAL. */
export function intervalText(months: number, days: number, micros: bigint): string {
  const parts = [
    [Math.trunc(months / 12), "year"],
    [months % 12, "month"],
    [days, "day"]
  ] as const;
  const words = parts
    .filter(([count]) => count !== 0)
    .map(([count, word]) => `${count} ${word}${Math.abs(count) === 1 ? "" : "s"}`);
  const clock = micros < 0n ? `-${timeText(-micros, 1n)}` : timeText(micros, 1n);
  return micros !== 0n || words.length === 0 ? [...words, clock].join(" ") : words.join(" ");
}
