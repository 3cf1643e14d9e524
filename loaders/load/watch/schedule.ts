import {setTimeout} from "node:timers/promises";
import {messageOf} from "../../config/errors.js";
import type {Log} from "../report.js";

const longestSleepMs = 50; // then reads the clock again, as it may have been set, and offers tasks

/** Work that is repeated while the polls go on, one run at a time. */
export interface Task {
  /** Begins the work if it is due and not running. */
  offer(): void;
  /** Waits for the run under way. */
  finish(): Promise<void>;
}

/** How a task is repeated. */
interface Repetition {
  /** Milliseconds from the start of a run to the start of the next; Infinity: never. */
  every: number;
  /** Milliseconds until it is due for the first time; default: `every`. */
  first?: number;
  /** The share of the time (0 to 1, default 1) that the work may take: longer runs are repeated less often. */
  share?: number;
  /** Whether there is anything to do. */
  ready?: () => boolean;
  /** The text before the error of a failed run, which is reported once until a run succeeds. */
  problem: string;
  log: Log;
  /** A run that it interrupts has not failed. */
  signal?: AbortSignal;
}

/** Makes a task of `work`. */
export function repeat(work: () => Promise<unknown>, repetition: Repetition): Task {
  const {every, first = every, share = 1, ready = () => true, problem, log, signal} = repetition;
  let [dueAt, failed] = [performance.now() + first, false];
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
    dueAt = started + Math.max(every, (performance.now() - started) / share);
    running = null;
  }

  return {
    offer() {
      if (running === null && performance.now() >= dueAt && ready()) running = run();
    },
    finish: async () => running ?? undefined
  };
}

/** When a schedule ticks: on multiples of `step` (ms) by the clock, until `end` (`performance.now`) or `signal`. */
interface Ticking {
  step: number;
  end: number;
  signal: AbortSignal;
}

/**
 * Calls `tick` with each multiple of the step (epoch ms), or only with the last one if several have passed, and offers all
 * tasks in between. Ends if the next tick would be after the end. @throws what `tick` throws
 */
export async function runSchedule(
  {step, end, signal}: Ticking,
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
