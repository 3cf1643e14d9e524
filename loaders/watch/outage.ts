import {durationText} from "../config/time.js";
import type {Log} from "../load/log.js";

/** Questions that fail for a while. */
export interface Outage {
  /** A question failed. */
  begin(error: Error): void;
  /** None fails any more. */
  end(): void;
  /** What failed last; null if nothing fails now. */
  failing(): Error | null;
}

/** Watches for an outage: it is told once when it begins, and once when it ends. */
export function watchOutage({log}: {log: Log}): Outage {
  let [since, last]: [number, Error | null] = [0, null];
  return {
    begin(error) {
      if (last === null) {
        since = performance.now();
        log.warn(`poll failed: ${error.message}; backing off, at most a minute between tries, until it answers`);
      }
      last = error;
    },
    end() {
      if (last !== null) log.note(`the service answers again, after ${durationText(performance.now() - since)}`);
      last = null;
    },
    failing: () => last && new Error(`the last polls failed: ${last.message}`)
  };
}
