import {setTimeout} from "node:timers/promises";
import {askAndBook} from "./ask.js";
import {type Load, publishNow} from "./load.js";
import {type Ask, selectFeeds} from "./select.js";

/** How often to poll, for how long, and how often to publish the snapshot meanwhile, in milliseconds (Infinity: without end, never). */
export interface Watching {
  every: number;
  length: number;
  publishEvery: number;
}

/**
 * Polls the latest update of every selected feed on multiples of `every`, and commits after each poll. A poll that fails
 * is told and skipped.
 */
export async function watch(load: Load, {every, length, publishEvery}: Watching): Promise<void> {
  const end = Date.now() + length;
  let publishAt = Date.now() + publishEvery;
  const asks = await selectFeeds(load);
  let failing: string | null = null;
  while (!load.signal.aborted && (await tick(every, end, load.signal))) {
    const problem = await poll(load, asks);
    if (load.signal.aborted) return;
    if (problem !== null && failing === null) load.log.warn(`poll failed: ${problem}; going on every ${every} ms`);
    if (problem === null && failing !== null) load.log.note("the service answers again");
    failing = problem;
    if (Date.now() < publishAt) continue;
    await publishNow(load).catch((error: unknown) => load.log.warn(`not published: ${messageOf(error)}`));
    publishAt = Date.now() + publishEvery;
  }
  if (failing !== null) throw new Error(`the last polls failed: ${failing}`);
}

async function poll(load: Load, asks: readonly Ask[]): Promise<string | null> {
  const {report, books, log} = load;
  report.problems.splice(100); // of a watch that runs for days, the first ones are enough
  const before = report.problems.length;
  try {
    await askAndBook(load, "latest_price", asks);
    await books.flush();
  } catch (error) {
    return messageOf(error);
  }
  log.step(report.responses, 0, `responses, ${report.rows} rows`);
  return report.problems[before] ?? null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// A poll that took longer than a step skips the steps it missed: requests never pile up.
async function tick(step: number, end: number, signal: AbortSignal): Promise<boolean> {
  const next = (Math.floor(Date.now() / step) + 1) * step;
  if (next > end) return false;
  await setTimeout(next - Date.now(), undefined, {signal}).catch(() => undefined); // aborted: the caller sees the signal
  return !signal.aborted;
}
