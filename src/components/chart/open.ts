import {bisectLeft, bisectRight} from "d3-array";
import type {Range, Shade} from "./model.js";

/** Time that stands still while a market is closed: what a time axis measures that skips closed hours. */
export interface OpenTime {
  /** The stretches that are skipped, ascending and apart from each other; each without its end. */
  closed: readonly Range[];
  /** Where an instant is in open time, in ms. */
  at(time: number): number;
  /** The instant at a place in open time: of a skipped stretch its end, or its start where that is asked for. */
  instant(place: number, edge?: "start" | "end"): number;
}

/** Open time without the closed ones of some shades. Without any it is time itself. */
export function openTime(shades: readonly Shade[] = []): OpenTime {
  const closed = merged(shades.filter(({kind}) => kind === "closed"));
  const starts = closed.map(([from]) => from);
  const skipped = [0]; // ms before each stretch, and in the end of all
  for (const [index, [from, to]] of closed.entries()) skipped.push((skipped[index] ?? 0) + to - from);
  const seams = starts.map((from, index) => from - (skipped[index] ?? 0));
  return {
    closed,
    at(time) {
      const begun = bisectRight(starts, time);
      return Math.max(time - (skipped[begun] ?? 0), seams[begun - 1] ?? -Infinity);
    },
    instant(place, edge = "end") {
      const begun = edge === "end" ? bisectRight(seams, place) : bisectLeft(seams, place);
      return place + (skipped[begun] ?? 0);
    }
  };
}

/** Whether an instant, or all of the ms that begin with it, is skipped. */
export function isSkipped({at}: OpenTime, time: number, ms = 1): boolean {
  return at(time + ms) === at(time);
}

/** The middle of what is open of the ms that begin with an instant. */
export function middleOf({at, instant}: OpenTime, time: number, ms: number): number {
  return instant((at(time) + at(time + ms)) / 2);
}

/** Changes a time range as `change` says, which is given it and the whole in open time. */
export function inOpenTime(
  {closed, at, instant}: OpenTime,
  [range, full]: readonly [range: Range, full: Range],
  change: (range: Range, full: Range) => Range
): Range {
  if (closed.length === 0) return change(range, full);
  const whole: Range = [at(full[0]), at(full[1])];
  const [from, to] = change([at(range[0]), at(range[1])], whole);
  return [from <= whole[0] ? full[0] : instant(from), to >= whole[1] ? full[1] : instant(to, "start")];
}

// A lone update is of no length, but closed.
function merged(shades: readonly Shade[]): Range[] {
  const apart: [number, number][] = [];
  for (const {from, to} of [...shades].sort((a, b) => a.from - b.from)) {
    const [last, end] = [apart.at(-1), Math.max(to, from + 1)];
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], end);
    else apart.push([from, end]);
  }
  return apart;
}
