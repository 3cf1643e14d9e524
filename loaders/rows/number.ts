const numeric = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** Reads a number or decimal text as a finite double; null for anything else, including `1e400`, `NaN` and `0x10`. */
export function toNumber(value: unknown): number | null {
  const number = typeof value === "string" && numeric.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number + 0 : null; // + 0: no negative zero
}
