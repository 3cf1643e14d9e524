/** Work that runs in the background, one run at a time. */
export interface Background {
  /** Runs it now: the run before must have settled. */
  start(): void;
  /** Runs it after a while, unless `start` comes before; what failed last must be waited for first. */
  startLater(): void;
  /** Waits for the last run. @throws what it failed with, once */
  settled(): Promise<void>;
}

/** Makes background work of `work`; `laterMs` (Infinity: never) is the while of `startLater`. */
export function inBackground(work: () => Promise<void>, laterMs: number): Background {
  let last = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    last = work();
    last.catch(() => {}); // told to whoever waits for it next
  }

  return {
    start,
    startLater() {
      if (laterMs !== Infinity) timer ??= setTimeout(() => last.then(start, () => {}), laterMs).unref();
    },
    async settled() {
      const waited = last;
      last = Promise.resolve();
      await waited;
    }
  };
}
