import {messageOf} from "../../format/format.js";
import type {Given} from "./result.js";

/** Runs a statement; `stop` ends it early and says why. */
export type Ask = (sql: string, stop: Promise<string>) => Promise<Given>;

/** What becomes of a statement; only the last one that was run is told. */
export interface Told {
  started(): void;
  given(result: Given): void;
  /** `sql` is the statement, as the editor may have another by now; `isStopped`: by the reader, or by its limit. */
  failed(message: string, sql: string, isStopped: boolean): void;
}

/** Runs one statement at a time: a new one stops the one before. `limit` is a promise that stops it, too. */
export function runner(
  ask: Ask,
  told: Told
): {run(sql: string, limit?: () => Promise<string>): Promise<void>; cancel(): boolean} {
  let current: {stop: (reason: string) => void; startedAt: number} | null = null;
  const cancel = (): boolean => {
    if (current === null) return false;
    current.stop(`cancelled after ${((performance.now() - current.startedAt) / 1000).toFixed(1)} s`);
    return true;
  };
  return {
    cancel,
    async run(sql, limit) {
      cancel();
      let isStopped = false;
      const stop = new Promise<string>((resolve) => {
        current = {
          startedAt: performance.now(),
          stop(reason) {
            isStopped = true;
            resolve(reason);
          }
        };
      });
      const mine = current as unknown;
      void limit?.().then((reason) => current === mine && current?.stop(reason));
      told.started();
      const [result, message] = await ask(sql, stop).then(
        (given) => [given, ""] as const,
        (error: unknown) => [null, messageOf(error)] as const
      );
      if (current !== mine) return;
      current = null;
      if (result === null) told.failed(message, sql, isStopped);
      else told.given(result);
    }
  };
}
