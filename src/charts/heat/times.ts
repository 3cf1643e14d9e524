import {extent, range} from "d3-array";
import {scaleUtc} from "d3-scale";
import {timeTicks} from "../ticks.js";
import type {Heat} from "./drawing.js";

const usualWidth = 760; // px; where there is less room, heatChart leaves labels out

/** The columns of steps of time: from the first to the last that is known, in epoch ms. */
export function stepsOf(known: Iterable<number>, stepMs: number): number[] {
  const [first = NaN, last = NaN] = extent(known);
  return stepMs > 0 && last >= first ? range(first, last + 1, stepMs) : [];
}

/** The labels below columns of time, in UTC. */
export function ticksOf(times: readonly number[], stepMs: number): Heat["ticks"] {
  const [first = NaN, last = NaN] = [times[0], times.at(-1)];
  let shown = "";
  return timeTicks(scaleUtc([first, last + stepMs - 1], [0, usualWidth])).map(({time, label, context}) => {
    shown = context || shown;
    return {column: Math.floor((time - first) / stepMs), text: label, context: `${shown} UTC`};
  });
}
