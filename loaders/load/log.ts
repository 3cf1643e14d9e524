/** Where a job reports what it does. `step` counts finished units of a known total; `done` ends the counting. */
export interface Log {
  note(text: string): void;
  warn(text: string): void;
  step(done: number, total: number, what: string): void;
  done(): void;
}

/** Reports nothing. */
export const silent: Log = {note() {}, warn() {}, step() {}, done() {}};

/** A log that says of every count what it is about. */
export function withSubject(log: Log, subject: string): Log {
  return {...log, step: (done, total, what) => log.step(done, total, `${what} (${subject})`)};
}
