/** Whether `npm run soak` runs, which includes what the gate leaves out. */
export const soaking = process.env.FEEDBOOK_SOAK === "1";

/** The cases of a long test: in the gate those that see most for their time, in the soak the others, too. */
export function casesOf<Case>(gate: readonly Case[], others: readonly Case[]): Case[] {
  return soaking ? [...gate, ...others] : [...gate];
}
