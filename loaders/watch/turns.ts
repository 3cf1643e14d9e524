/** What asks for one batch of feeds, and when it may. */
export interface Asking {
  /** The step of its channel's grid, in ms: within one the update is the same. */
  stepMs: number;
  /** Asks, and gives when the answered question was sent (epoch ms); null if none was answered. Never rejects. */
  ask(): Promise<number | null>;
  /** Whether it may be asked for now at all. */
  mayAsk(): boolean;
  /** Whether it may be asked for though a question is under way. */
  hasRoom(): boolean;
}

/** The turns of one batch. */
export interface Turns {
  /**
   * Asks at an instant (epoch ms), once in a step. Without room, that is made up for when the question under way ends,
   * unless it was sent late enough to have the update of this step.
   */
  offer(instant: number): void;
  /** How many questions are under way. */
  asking(): number;
  /** Waits for what is under way, and asks for nothing any more. */
  finish(): Promise<void>;
}

/** Begins the turns of a batch. */
export function takeTurns({stepMs, ask, mayAsk, hasRoom}: Asking): Turns {
  const running = new Set<Promise<void>>();
  let slot = Number.NaN; // the last step that was asked for, or is to be
  let [sentAt, late, ended] = [-Infinity, false, false];

  function begin(): void {
    late = false;
    const question = ask().then((at) => {
      sentAt = Math.max(sentAt, at ?? -Infinity);
      running.delete(question);
      const has = Math.floor(sentAt / stepMs) >= slot;
      if (late && !has && at !== null && mayAsk() && !ended) begin();
    });
    running.add(question);
  }

  return {
    offer(instant) {
      const offered = Math.floor(instant / stepMs);
      if (offered === slot || !mayAsk()) return;
      slot = offered;
      if (running.size === 0 || hasRoom()) begin();
      else late = true;
    },
    asking: () => running.size,
    async finish() {
      ended = true;
      await Promise.all(running);
    }
  };
}
