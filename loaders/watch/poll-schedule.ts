/** How one batch of feeds is asked for, and when it may be. */
export interface Asking {
  /** The step of its channel's grid, in ms: the update changes once in it. */
  stepMs: number;
  /** Asks, and gives when the answered request was sent (epoch ms); null if none was answered. Never rejects. */
  ask(): Promise<number | null>;
  /** Whether the batch may be asked for at all now. */
  mayAsk(): boolean;
  /** Whether it may be asked for while a request is under way. */
  hasRoom(): boolean;
}

/** The polls of one batch. */
export interface PollSchedule {
  /**
   * Asks at an instant (epoch ms), once in a step. A poll without room is made up for when the request under way ends,
   * unless that was sent late enough to have the update of this step.
   */
  offer(instant: number): void;
  /** How many requests are under way. */
  asking(): number;
  /** Waits for what is under way, and asks for nothing more. */
  finish(): Promise<void>;
}

/** Begins the polls of a batch. */
export function schedulePolls({stepMs, ask, mayAsk, hasRoom}: Asking): PollSchedule {
  const running = new Set<Promise<void>>();
  let slot = Number.NaN; // the last step that was asked for, or is to be
  let [sentAt, missed, ended] = [-Infinity, false, false];

  function begin(): void {
    missed = false;
    const request = ask().then((at) => {
      sentAt = Math.max(sentAt, at ?? -Infinity);
      running.delete(request);
      const isCurrent = Math.floor(sentAt / stepMs) >= slot;
      if (missed && !isCurrent && at !== null && mayAsk() && !ended) begin();
    });
    running.add(request);
  }

  return {
    offer(instant) {
      const offered = Math.floor(instant / stepMs);
      if (offered === slot || !mayAsk()) return;
      slot = offered;
      if (running.size === 0 || hasRoom()) begin();
      else missed = true;
    },
    asking: () => running.size,
    async finish() {
      ended = true;
      await Promise.all(running);
    }
  };
}
