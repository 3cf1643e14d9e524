import {scaleLinear, scaleUtc} from "d3-scale";
import type {Range} from "./model.js";
import type {OpenTime} from "./open.js";

/** What a time axis needs of a scale; d3's `scaleUtc` has it. */
export interface TimeScale {
  (time: number): number;
  invert(x: number): Date;
  domain(): Date[];
  range(): number[];
  /** What it measures, where that is not all time. */
  open?: OpenTime;
}

/** A scale from a time range to px on which skipped stretches have no width; a place where one is stands for its end. */
export function timeScale(range: Range, px: Range, open: OpenTime): TimeScale {
  if (open.closed.length === 0) return scaleUtc(range, px);
  const places = scaleLinear([open.at(range[0]), open.at(range[1])], px);
  return Object.assign((time: number) => places(open.at(time)), {
    invert: (x: number) => new Date(open.instant(places.invert(x))),
    domain: () => range.map((time) => new Date(time)),
    range: () => [...px],
    open
  });
}
