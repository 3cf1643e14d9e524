import {formatAge, formatNumber} from "../format/format.js";

// DuckDB-Wasm runs one query at a time, and only ending the engine stops it. A new engine takes about a second.

const lateMs = 500;

/** How long an abandoned query may still run, in ms: most end before an engine could restart. */
export const graceMs = 300;

interface Job {
  name: string;
  place: number;
  startedAt: number | null;
  start(): void;
  stop(reason: string): void;
}

const jobs: Job[] = []; // the first one runs

/** How `inTurn` ends work early: `halt` ends its engine, and `until` settles once nobody needs the result. */
interface Stopping {
  /** Names the work for the reader, such as `query prices`. */
  name?: string;
  halt(): void;
  until?: Promise<unknown> | undefined;
  /** Its place on the page: work further up the page runs first. */
  place?: number;
}

/** Runs work after the work queued before and above it; the page shows what runs, and a button that cancels it. */
export function inTurn<T>(work: () => Promise<T>, {name = "", halt, until, place = 0}: Stopping): Promise<T> {
  return new Promise((resolve, reject) => {
    const job: Job = {
      name,
      place,
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
    const behind = jobs.findIndex((other) => other.startedAt === null && other.place > place);
    jobs.splice(behind < 0 ? jobs.length : behind, 0, job);
    show();
    setTimeout(next); // a new view runs its cells in any order: by then, all have asked
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
  if (isBusy) timer ??= setInterval(showLine, 100);
  else {
    clearInterval(timer);
    timer = undefined;
    line?.remove();
    line = null;
  }
}

function showLine(): void {
  const startedAt = jobs[0]?.startedAt ?? performance.now();
  const ms = performance.now() - startedAt;
  if (line === null && ms < lateMs) return;
  line ??= makeLine();
  const waiting = jobs.length > 1 ? `, ${jobs.length - 1} waiting` : "";
  const [what, time] = line.querySelectorAll("span");
  const button = line.querySelector("button");
  if (button !== null) button.disabled = ms < lateMs; // enabled once the reader has seen the query running
  const name = jobs[0]?.name ?? "";
  const text = name === "" ? "Asking DuckDB …" : `Asking DuckDB: ${name} …`;
  if (what !== undefined && what.textContent !== text) what.textContent = text; // read aloud once
  if (time !== undefined) time.textContent = `${formatNumber(ms / 1000, ms < 10_000 ? 1 : 0)} s${waiting}`;
}

function makeLine(): HTMLElement {
  const made = document.createElement("div");
  made.className = "fb-running";
  made.setAttribute("role", "status");
  const what = document.createElement("span");
  const time = document.createElement("span");
  time.setAttribute("aria-hidden", "true"); // otherwise it is read aloud ten times a second
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Cancel";
  button.addEventListener("click", () => {
    const [job] = jobs;
    const ms = performance.now() - (job?.startedAt ?? performance.now());
    const what = job?.name ? `${job.name} cancelled` : "cancelled";
    job?.stop(
      `${what} after ${formatAge(ms / 1000)}: change the query or an input, or reload the page, to run it again`
    );
  });
  made.append(what, time, button);
  document.body.append(made);
  return made;
}
