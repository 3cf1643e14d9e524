import {group} from "d3-array";
import type {AskedRun} from "../store/asked.js";

/** Feeds that are left to ask for, and at which instants of a range (their numbers from 0). */
export interface Remaining {
  ids: number[];
  places: number[];
}

/**
 * What of `ids` at `count` instants was not answered yet; instants at which the same feeds are left come together.
 * Between two instants at which a run begins or ends nothing changes, so time goes with the runs, not with the instants.
 */
export function remainingToAsk(ids: readonly number[], count: number, runs: readonly AskedRun[]): Remaining[] {
  const [begins, ends] = [group(runs, ({first}) => first), group(runs, (run) => run.first + run.count)];
  const bounds = [...new Set([0, count, ...begins.keys(), ...ends.keys()])].sort((a, b) => a - b);
  const answered = new Map<number, number>(); // of a feed: in how many runs
  const left = new Map<string, Remaining>();
  for (const [i, bound] of bounds.entries()) {
    for (const run of begins.get(bound) ?? []) mark(run.ids, 1);
    for (const run of ends.get(bound) ?? []) mark(run.ids, -1);
    const open = ids.filter((id) => !answered.get(id));
    if (open.length === 0 || bound >= count) continue;
    const same = left.get(open.join()) ?? {ids: open, places: []};
    for (let place = bound; place < (bounds[i + 1] ?? count); place++) same.places.push(place);
    left.set(open.join(), same);
  }
  return [...left.values()];

  function mark(of: readonly number[], by: number): void {
    for (const id of of) answered.set(id, (answered.get(id) ?? 0) + by);
  }
}
