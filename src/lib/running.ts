// DuckDB-Wasm does one thing at a time, and cannot be asked to stop while it does it: so queries wait for each other here,
// and one is stopped by ending the engine that runs it. The next one starts another, which takes half a second.

const lateMs = 500;

/** How long a query goes on that nobody waits for any more, in ms: most end sooner than an engine starts anew. */
export const graceMs = 300;

interface Job {
  startedAt: number | null;
  start(): void;
  /** Ends it, and what runs it. */
  stop(reason: string): void;
}

const jobs: Job[] = []; // the first one runs

/** How `inTurn` ends work early: `halt` ends what runs it, and `until` settles when nobody waits for it any more. */
export interface Stopping {
  halt(): void;
  until?: Promise<unknown> | undefined;
}

/**
 * Runs work that the reader waits for, once all that was given before has ended. Meanwhile `data-busy` is on the document's
 * root and `aria-busy` on its main part; after half a second a line says how long it has taken, with a button that cancels
 * it. @throws what `work` throws; an Error that says why, if it is stopped
 */
export function inTurn<T>(work: () => Promise<T>, {halt, until}: Stopping): Promise<T> {
  return new Promise((resolve, reject) => {
    const job: Job = {
      startedAt: null,
      start() {
        job.startedAt = performance.now();
        work()
          .then(resolve, reject)
          .finally(() => leave(job));
      },
      stop(reason) {
        reject(new Error(reason));
        if (job.startedAt !== null) halt();
        leave(job);
      }
    };
    void until?.then(() => {
      reject(new Error("cancelled: its cell runs again, or is gone"));
      if (job.startedAt === null) leave(job);
      else setTimeout(() => jobs.includes(job) && job.stop(""), graceMs);
    });
    jobs.push(job);
    next();
  });
}

function leave(job: Job): void {
  if (jobs.includes(job)) jobs.splice(jobs.indexOf(job), 1);
  next();
}

function next(): void {
  const [first] = jobs;
  if (first?.startedAt === null) first.start();
  show();
}

let line: HTMLElement | null = null;
let timer: ReturnType<typeof setInterval> | undefined;

function show(): void {
  const isBusy = jobs.length > 0;
  document.documentElement.toggleAttribute("data-busy", isBusy);
  document.querySelector("main")?.setAttribute("aria-busy", String(isBusy));
  if (isBusy) timer ??= setInterval(tell, 100);
  else {
    clearInterval(timer);
    timer = undefined;
    line?.remove();
    line = null;
  }
}

function tell(): void {
  const startedAt = jobs[0]?.startedAt ?? performance.now();
  const ms = performance.now() - startedAt;
  if (line === null && ms < lateMs) return;
  line ??= makeLine();
  const waiting = jobs.length > 1 ? `, ${jobs.length - 1} waiting` : "";
  const time = line.querySelector("span");
  const button = line.querySelector("button");
  if (button !== null) button.disabled = ms < lateMs; // it is for a query that the reader has seen running
  if (time !== null) time.textContent = `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s${waiting}`;
}

function makeLine(): HTMLElement {
  const made = document.createElement("div");
  made.className = "fb-running";
  made.setAttribute("role", "status");
  const time = document.createElement("span");
  time.setAttribute("aria-hidden", "true"); // else it is read aloud ten times a second
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Cancel";
  button.addEventListener("click", () => {
    const [job] = jobs;
    const seconds = ((performance.now() - (job?.startedAt ?? performance.now())) / 1000).toFixed(1);
    job?.stop(`cancelled after ${seconds} s: change the query or an input, or reload the page, to run it again`);
  });
  made.append("Asking DuckDB … ", time, button);
  document.body.append(made);
  return made;
}
