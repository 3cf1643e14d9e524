import {toMs, toNumber} from "../../lib/instant.js";
import type {OverviewRow} from "./model.js";
import type {View} from "./view.js";

/** What a strip draws of the whole range: from the lowest to the highest value at each time; times ascend. */
export interface Outline {
  times: ArrayLike<number>;
  low: ArrayLike<number>;
  high: ArrayLike<number>;
}

// The page asks anew for the rows of a zoom; what the chart had before is of the whole range.
const seen = new Map<string, Outline>();

/**
 * What the strip of a view draws: the rows that its options have for it; without them the first series, of which the strip
 * of a zoomed view has what it last had of the whole range.
 */
export function outlineOf({options, whole, range, full}: View): Outline {
  const rows = [...(options.overview ?? [])];
  if (rows.length > 0) return fromRows(rows);
  const [first] = whole;
  const own = {times: first?.times ?? [], low: first?.values ?? [], high: first?.upper ?? first?.values ?? []};
  const key = `${options.title} ${full.join()}`;
  if (range !== null) return seen.get(key) ?? own;
  if (seen.size > 20) seen.clear();
  seen.set(key, own);
  return own;
}

/** The outline as an SVG path in a box: each column of a pixel goes from its lowest to its highest value. */
export function outlinePath({times, low, high}: Outline, [from, to]: readonly [number, number], box: Box): string {
  const columns = new Map<number, [number, number]>();
  let [least, most] = [Infinity, -Infinity];
  for (let index = 0; index < times.length; index++) {
    const [down, up] = [low[index] ?? NaN, high[index] ?? NaN];
    if (Number.isNaN(down + up)) continue;
    const column = Math.round(box.left + (((times[index] ?? NaN) - from) / (to - from)) * (box.right - box.left));
    if (!(column >= box.left && column <= box.right)) continue;
    const [under, over] = columns.get(column) ?? [Infinity, -Infinity];
    columns.set(column, [Math.min(under, down), Math.max(over, up)]);
    [least, most] = [Math.min(least, down), Math.max(most, up)];
  }
  const room = most - least || 1;
  const y = (value: number): string => (box.bottom - ((value - least) / room) * (box.bottom - box.top)).toFixed(1);
  const edges = [...columns];
  const over = edges.map(([x, [, up]]) => `${x},${y(up)}`);
  const under = edges.reverse().map(([x, [down]]) => `${x},${y(down)}`);
  return over.length === 0 ? "" : `M${[...over, ...under].join("L")}Z`;
}

/** A box in px. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function fromRows(rows: OverviewRow[]): Outline {
  const sorted = rows.map((row) => ({...row, time: toMs(row.publishedAt)})).sort((a, b) => a.time - b.time);
  return {
    times: sorted.map(({time}) => time),
    low: sorted.map(({low}) => toNumber(low)),
    high: sorted.map(({high}) => toNumber(high))
  };
}
