/** Whether `npm run soak` runs, which includes more cases than the gate. */
export const soaking = process.env.FEEDBOOK_SOAK === "1";

/** The cases of a long test: `gate` in the gate, all in the soak. */
export function casesOf<Case>(gate: readonly Case[], others: readonly Case[]): Case[] {
  return soaking ? [...gate, ...others] : [...gate];
}
