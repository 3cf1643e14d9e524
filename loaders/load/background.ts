/** Work that runs in the background, one run at a time. */
export interface Background {
  /** Runs it, as soon as the run before has ended, well or not. */
  start(): void;
  /** Runs it after a while, unless `start` comes before; what failed last must be waited for first. */
  startLater(): void;
  /** Waits for the last run. @throws what it failed with, once */
  settled(): Promise<void>;
}

/** Makes background work of `work`; `laterMs` (Infinity: never) is the while of `startLater`. */
export function inBackground(work: () => Promise<void>, laterMs: number): Background {
  let running = Promise.resolve();
  let last = running; // that nobody waited for yet
  let timer: NodeJS.Timeout | undefined;

  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    running = running.catch(() => {}).then(work);
    last = running;
    last.catch(() => {}); // told to whoever waits for it next
  }

  function startAfter(): void {
    timer = undefined;
    last.then(start, () => {});
  }

  return {
    start,
    startLater() {
      if (laterMs !== Infinity) timer ??= setTimeout(startAfter, laterMs).unref();
    },
    async settled() {
      const waited = last;
      last = Promise.resolve();
      await waited;
    }
  };
}
