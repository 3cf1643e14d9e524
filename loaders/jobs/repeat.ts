import {messageOf} from "../config/message.js";
import type {Log} from "./log.js";

/** Work that is done again and again beside other work, never twice at a time. */
export interface Repeating {
  /** Begins the work if it is due and not under way. */
  offer(): void;
  /** Waits for what is under way. */
  finish(): Promise<void>;
}

/** Repeats `work`, `every` ms after it ended, whenever it is offered; a failure is told as `problem`, once until it succeeds. */
export function repeat(
  work: () => Promise<unknown>,
  {every, problem, log}: {every: number; problem: string; log: Log}
): Repeating {
  let [dueAt, failed] = [performance.now() + every, false];
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    try {
      await work();
      failed = false;
    } catch (error) {
      if (!failed) log.warn(`${problem}: ${messageOf(error)}`);
      failed = true;
    }
    dueAt = performance.now() + every;
    running = null;
  }

  return {
    offer() {
      if (running === null && performance.now() >= dueAt) running = run();
    },
    finish: async () => running ?? undefined
  };
}
