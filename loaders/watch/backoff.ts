import {durationText} from "../config/time.js";
import type {Log} from "../load/log.js";
import {RefusalError, TransportError} from "../service/errors.js";

const longestRestMs = 60_000;
const longestPauseMs = 3_600_000; // that a service may ask for

/** How the last requests of a batch went. */
export interface Health {
  /** In a row. */
  failures: number;
  /** By `performance.now`. */
  restUntil: number;
}

/** Decides by the last requests when a batch may be asked for again, and whether to go on at all. */
export interface Backoff {
  mayAsk(batch: Health): boolean;
  /** The service sent an update. */
  answered(): void;
  succeeded(batch: Health): void;
  failed(batch: Health, error: Error): void;
  /** Ends the polls for good, if no update ever came. */
  giveUp(error: Error): void;
  /** Why the last requests failed; null if none did. */
  failing(): Error | null;
  /** Why the polls must end; null if they need not. */
  failure(): Error | null;
}

/**
 * Backs a batch off from a service that fails: `every` (ms), then twice as long each time, up to a minute; all batches for
 * as long as the service asks for. An outage is reported once when it begins, and once when it ends.
 */
export function backOff(batches: readonly Health[], {every, log}: {every: number; log: Log}): Backoff {
  let [since, last]: [number, Error | null] = [0, null];
  let [pausedUntil, hasAnswered] = [0, false];
  let failure: Error | null = null;

  function giveUp(error: Error): void {
    if (!hasAnswered) failure = error;
  }

  return {
    giveUp,
    failure: () => failure,
    failing: () => last && new Error(`the last polls failed: ${last.message}`),
    mayAsk: ({restUntil}) => performance.now() >= Math.max(restUntil, pausedUntil),
    answered() {
      hasAnswered = true;
    },
    succeeded(batch) {
      batch.failures = 0;
      if (last === null || batches.some(({failures}) => failures > 0)) return;
      log.note(`the service answers again, after ${durationText(performance.now() - since)}`);
      last = null;
    },
    failed(batch, error) {
      const now = performance.now();
      batch.failures += 1;
      batch.restUntil = now + Math.min(longestRestMs, every * (2 ** (batch.failures - 1) - 1));
      if (error instanceof TransportError && error.retryAfterMs > 0)
        pausedUntil = Math.max(pausedUntil, now + Math.min(longestPauseMs, error.retryAfterMs));
      if (error instanceof RefusalError && !hasAnswered) return giveUp(error);
      if (last === null) {
        since = now;
        log.warn(`poll failed: ${error.message}; backing off, at most a minute between tries, until it answers`);
      }
      last = error;
    }
  };
}
