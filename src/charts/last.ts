import type {Range} from "./model.js";
import {inside, type Track} from "./runs.js";

/** The last value of a chart's tagged series: its text, and whether it is above (1) or below (-1) the first one shown. */
export interface Tag {
  value: number;
  text: string;
  way: number;
}

/** The tag of the first series that has one; null without a value. */
export function tagOf(tracks: readonly Track[], range: Range, write: (value: number) => string): Tag | null {
  const tagged = tracks.find((track) => track.tagged);
  if (tagged === undefined) return null;
  const values = Array.prototype.slice.call(tagged.values, ...inside(tagged, range)) as number[];
  const shown = values.filter((value) => !Number.isNaN(value));
  const [first, value] = [shown[0], shown.at(-1)];
  if (first === undefined || value === undefined) return null;
  return {value, text: write(value), way: Math.sign(value - first)};
}
