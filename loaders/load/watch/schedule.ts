import {setTimeout} from "node:timers/promises";
import {messageOf} from "../../config/errors.js";
import type {Log} from "../report.js";

const longestSleepMs = 50; // then reads the clock again, as it may have been set, and offers tasks
const longestRetryMs = 3_600_000;

/** Work that is repeated while the polls go on, one run at a time. */
export interface Task {
  /** Begins the work if it is due and not running. */
  offer(): void;
  /** Waits for the run under way. */
  finish(): Promise<void>;
}

/** How a task is repeated. */
interface Repetition {
  /** Milliseconds before the first run, and from one start to the next (after a failure, at most an hour); Infinity: never. */
  every: number;
  /** The share of the time (0 to 1) that the work may take: longer runs are repeated less often. */
  share: number;
  /** The text before the error of a failed run, which is reported once until a run succeeds. */
  problem: string;
  log: Log;
  /** A run that it interrupts has not failed. */
  signal?: AbortSignal;
}

/** Makes a task of `work`. */
export function repeat(work: () => Promise<unknown>, {every, share, problem, log, signal}: Repetition): Task {
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
    const next = failed ? Math.min(every, longestRetryMs) : every;
    dueAt = started + Math.max(next, (performance.now() - started) / share);
    running = null;
  }

  return {
    offer() {
      if (running === null && performance.now() >= dueAt) running = run();
    },
    finish: async () => running ?? undefined
  };
}

/**
 * Calls `tick` with each multiple of `step` (epoch ms), or only with the last one if several have passed, and offers all
 * tasks in between. Ends if the next tick would be after `end` (by `performance.now`). @throws what `tick` throws
 */
export async function runSchedule(
  {step, end, signal}: {step: number; end: number; signal: AbortSignal},
  tick: (instant: number) => void,
  tasks: readonly Task[] = []
): Promise<void> {
  let last = instantAt(step);
  while (!signal.aborted) {
    const instant = instantAt(step);
    const passed = instant > last; // the clock may also have been set back
    last = instant;
    if (passed) tick(instant);
    for (const task of tasks) task.offer();
    const left = last + step - Date.now();
    if (performance.now() + left > end) return;
    await setTimeout(Math.min(Math.max(left, 0), longestSleepMs), undefined, {signal}).catch(() => undefined); // seen above
  }
}

function instantAt(step: number): number {
  return Math.floor(Date.now() / step) * step;
}
