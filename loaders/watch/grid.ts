import {setTimeout} from "node:timers/promises";

const longestSleepMs = 1000; // then the clock is read again: it may have been set

/**
 * Waits for the next multiple of `step` by the clock, and gives it (epoch ms), or the last one if others passed
 * meanwhile; null if it is aborted, or would come after `end` (`performance.now`).
 */
export async function nextInstant(step: number, end: number, signal: AbortSignal): Promise<number | null> {
  let next = following(Date.now(), step);
  for (let left = next - Date.now(); left > 0; left = next - Date.now()) {
    if (performance.now() + left > end) return null;
    await setTimeout(Math.min(left, longestSleepMs), undefined, {signal}).catch(() => undefined);
    if (signal.aborted) return null;
    next = Math.min(next, following(Date.now(), step)); // the clock may have been set back
  }
  return Math.floor(Date.now() / step) * step;
}

function following(now: number, step: number): number {
  return (Math.floor(now / step) + 1) * step;
}
