import {setTimeout} from "node:timers/promises";
import {openClickHouse, UnreachableError} from "../../cluster/client.js";
import {makeSchema} from "../../cluster/schema.js";
import {beginShipping, behind, ship} from "../../cluster/ship.js";
import {errorOf} from "../../config/errors.js";
import {exposure} from "../../config/exposure.js";
import type {Cluster} from "../../config/settings.js";
import {countText} from "../../config/size.js";
import {durationText} from "../../config/time.js";
import {InterruptedError} from "../../store/database/store.js";
import type {Load} from "../books.js";
import type {Task} from "./schedule.js";

/** Times in ms: between two updates of bars and quality, how long the start may wait for the cluster, and the end. */
export interface ShippingTimes {
  keepEvery?: number;
  startMs?: number;
  finishMs?: number;
}

const longestRestMs = 60_000;

/**
 * Begins to ship after each commit, one shipment at a time, and repeats failed ones. `finish` tries to ship the rest, and notes
 * the updates that are still to be shipped. @throws ConfigError if the cluster refuses, or the store is shipped to another cluster
 */
export async function keepShipping(
  {withStore, settings, report, log, signal}: Pick<Load, "withStore" | "settings" | "report" | "log" | "signal">,
  cluster: Cluster,
  {keepEvery = 300_000, startMs = 10_000, finishMs = 5000}: ShippingTimes = {}
): Promise<Task> {
  const warning = cluster.password ? exposure("FEEDBOOK_CLICKHOUSE_PASSWORD", cluster.url) : null;
  if (warning !== null) log.warn(warning);
  const ending = new AbortController();
  const server = await openClickHouse(cluster, ending.signal);
  let [shipped, dueAt, keepAt] = [-1, 0, 0]; // responses of this load, and times of `performance.now`
  let failing: {since: number; times: number} | null = null;
  let isReady = false;
  let running: Promise<void> | null = null;

  async function prepare(): Promise<void> {
    if (!isReady) await makeSchema(server, settings.rows);
    isReady = true;
  }

  async function run(keeps = performance.now() >= keepAt): Promise<void> {
    const [started, committed] = [performance.now(), report.responses];
    try {
      await prepare();
      await ship(withStore, server, {keeps, mostMs: keepEvery});
      shipped = committed;
      if (keeps) keepAt = started + keepEvery;
      if (failing !== null) log.note(`shipping again, after ${durationText(performance.now() - failing.since)}`);
      failing = null;
    } catch (error) {
      fail(errorOf(error), started);
    }
  }

  function fail(error: Error, started: number): void {
    if (ending.signal.aborted && error instanceof InterruptedError) return;
    if (failing === null) log.warn(`not shipped: ${error.message}; trying again, at most a minute apart`);
    failing = {since: failing?.since ?? started, times: (failing?.times ?? 0) + 1};
    dueAt = performance.now() + Math.min(longestRestMs, 500 * 2 ** failing.times);
  }

  // An answer after `startMs` is left to the first shipment.
  async function begin(): Promise<void> {
    const trying = prepare();
    const waited = setTimeout(startMs, "late", {signal, ref: false}).catch(() => undefined);
    const first = await Promise.race([trying, waited]).catch((error: unknown) => {
      if (!(error instanceof UnreachableError)) throw error;
      fail(error, performance.now());
    });
    if (first === "late")
      log.warn(`not shipped: ${server.name} has not answered for ${durationText(startMs)}; polls begin without it`);
    running = trying
      .catch(() => undefined)
      .finally(() => {
        running = null;
      });
    await withStore((store) => beginShipping(store, server.url));
  }

  try {
    await begin();
  } catch (error) {
    await server.close();
    throw error;
  }

  return {
    offer() {
      const now = performance.now();
      if (running !== null || now < dueAt || (report.responses === shipped && now < keepAt)) return;
      running = run().finally(() => {
        running = null;
      });
    },
    async finish() {
      const timer = globalThis.setTimeout(() => ending.abort(), finishMs);
      await running;
      await run(true);
      clearTimeout(timer);
      await server.close();
      const left = (await withStore(behind, {readOnly: true}).catch(() => null))?.responses ?? 0;
      if (left > 0) log.note(`${countText(left, "response")} not shipped yet: feedbook ship sends them`);
    }
  };
}
