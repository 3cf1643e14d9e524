import {readdirSync, statSync} from "node:fs";
import {join} from "node:path";
import {quantile, sum} from "d3-array";
import {execa} from "execa";
import type {Page} from "playwright-core";

/** What is measured at a moment. */
export interface Sample {
  /** Seconds from the newest update that the page shows to now; NaN where it shows none. */
  behind: number;
  /** MB of memory, and of the store's file. */
  watch: number;
  preview: number;
  browser: number;
  store: number;
  /** Files in the store's folder, and those that the watch has open. */
  files: number;
  open: number;
}

/** Measures a watch (its process id), its store's folder, and the page Feeds. Preview and browser run below this process. */
export async function sampleOf(pid: number, data: string, page: Page): Promise<Sample> {
  const time = page.locator(".fb-note time");
  const shown = await time.getAttribute("datetime", {timeout: 5000}).catch(() => null);
  const below = await processesBelow(process.pid);
  const memory = (of: (one: Process) => boolean) => sum(below.filter(of), ({kilobytes}) => kilobytes / 1024);
  return {
    behind:
      shown === null ? Number.NaN : (Date.now() - Date.parse(`${shown.replace(" ", "T").replace("Z", "")}Z`)) / 1000,
    watch: memory((one) => one.pid === pid),
    preview: memory(({args}) => args.includes("observable.js")),
    browser: memory(({args}) => args.includes("/chrom")),
    store: (statSync(join(data, "feeds.duckdb"), {throwIfNoEntry: false})?.size ?? 0) / 1e6,
    files: namesIn(data).length,
    open: namesIn(`/proc/${pid}/fd`).length
  };
}

interface Process {
  pid: number;
  parent: number;
  kilobytes: number;
  args: string;
}

async function processesBelow(top: number): Promise<Process[]> {
  const {stdout} = await execa("ps", ["-eo", "pid=,ppid=,rss=,args="]);
  const all = stdout.split("\n").map((line): Process => {
    const [, pid, parent, kilobytes, args = ""] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)/.exec(line) ?? [];
    return {pid: Number(pid), parent: Number(parent), kilobytes: Number(kilobytes), args};
  });
  const parents = new Map(all.map(({pid, parent}) => [pid, parent]));
  const isBelow = (pid: number): boolean => pid === top || (pid > 1 && isBelow(parents.get(pid) ?? 0));
  return all.filter(({pid}) => isBelow(pid));
}

/** The names in a folder; none if there is no such folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A quantile of one figure of samples, as a whole number. */
export function figure(samples: readonly Sample[], name: keyof Sample, share: number): number {
  return Math.round(quantile(samples, share, (sample) => sample[name]) ?? Number.NaN);
}
