import type {Range} from "./model.js";

/** A time range moved by ms, no further than the whole. */
export function moved([from, to]: Range, by: number, full: Range): Range {
  const inside = Math.round(Math.max(full[0] - from, Math.min(full[1] - to, by)));
  return [from + inside, to + inside];
}

/** What the whole has of a time range, scaled around a time, which stays in its place, and cut to the whole. */
export function scaled([from, to]: Range, factor: number, around: number, full: Range): Range {
  const clamp = (time: number): number => Math.max(full[0], Math.min(full[1], time));
  const scale = (time: number): number => clamp(Math.round(clamp(around) + (clamp(time) - clamp(around)) * factor));
  return [scale(from), scale(to)];
}

/** The time range in which two times lie where others were: `from` of each is taken to its `to`. */
export function pinched(range: Range, from: Range, to: Range, full: Range): Range {
  const [near, far] = [to[0], to[1]];
  const factor = Math.abs((from[1] - from[0]) / (far - near));
  if (!Number.isFinite(factor) || factor === 0) return range;
  const place = (time: number): number => Math.round(from[0] + (time - near) * factor);
  const [start, end] = [place(range[0]), place(range[1])];
  if (end - start >= full[1] - full[0]) return full;
  return moved([start, end], 0, full);
}
