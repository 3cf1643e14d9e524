/** Who asks for room: what they need, and their least share (0 to 1) of what is left when it is their turn. */
export interface Asking {
  need: number;
  share: number;
}

/**
 * How much room the first of some who ask for it gets: what it needs, if that is within its share, or if the others leave
 * it; else its share, or what they leave.
 */
export function allot(left: number, [first, ...others]: readonly Asking[]): number {
  if (first === undefined) return 0;
  const spare = left - others.reduce((sum, {need}) => sum + need, 0);
  return Math.max(0, Math.min(first.need, Math.max(first.share * left, spare)));
}
