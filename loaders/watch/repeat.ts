import {messageOf} from "../config/message.js";
import type {Log} from "../load/log.js";

/** Work that is done again and again beside other work, never twice at a time. */
export interface Repeating {
  /** Begins the work if it is due and not under way. */
  offer(): void;
  /** Waits for what is under way. */
  finish(): Promise<void>;
}

/** How work is repeated: `every` ms after it ended, or later, so that it takes at most `share` (0 to 1, default 1) of the time. */
export interface Repetition {
  every: number;
  share?: number;
  problem: string;
  log: Log;
  signal?: AbortSignal;
}

/**
 * Repeats `work` when it is due and offered; a failure is told as `problem`, once until it succeeds. What `signal` breaks
 * off is none.
 */
export function repeat(work: () => Promise<unknown>, {every, share = 1, problem, log, signal}: Repetition): Repeating {
  let [dueAt, failed] = [performance.now() + every, false];
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    const started = performance.now();
    try {
      await work();
      failed = false;
    } catch (error) {
      if (!failed && !signal?.aborted) log.warn(`${problem}: ${messageOf(error)}`);
      failed = true;
    }
    const now = performance.now();
    dueAt = now + Math.max(every, (now - started) * (1 / share - 1));
    running = null;
  }

  return {
    offer() {
      if (running === null && performance.now() >= dueAt) running = run();
    },
    finish: async () => running ?? undefined
  };
}
