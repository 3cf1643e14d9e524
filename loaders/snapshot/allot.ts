/** Who asks for room: what they need, and their least share (0 to 1) of what is left when it is their turn. */
export interface Asking {
  need: number;
  share: number;
}

/**
 * How much room the first of some who ask for it may take: its share, or what the needs of the others leave, if that is
 * more. Needs are estimates: who needs more than was thought may still take so much. `kept`: what is no part of the shares,
 * as one of the others takes it first.
 */
export function allot(left: number, [first, ...others]: readonly Asking[], kept = 0): number {
  if (first === undefined) return 0;
  const spare = left - others.reduce((sum, {need}) => sum + need, 0);
  return Math.max(0, first.share * (left - kept), spare);
}
