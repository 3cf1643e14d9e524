import {extent} from "d3-array";
import {toMs, toNumber} from "../../lib/instant.js";
import type {OverviewRow, Range} from "./model.js";
import {type Run, runsOf} from "./runs.js";
import type {View} from "./view.js";

/** What a strip draws of the whole range: from the lowest to the highest value at each time; times ascend. */
export interface Outline {
  times: ArrayLike<number>;
  low: ArrayLike<number>;
  high: ArrayLike<number>;
  /** Width in ms of the steps that its points were chosen from, as of a series. */
  stepMs?: number | undefined;
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
  const own = {
    times: first?.times ?? [],
    low: first?.values ?? [],
    high: first?.upper ?? first?.values ?? [],
    stepMs: first?.stepMs
  };
  const key = `${options.title} ${full.join()}`;
  if (range !== null) return seen.get(key) ?? own;
  if (seen.size > 20) seen.clear();
  seen.set(key, own);
  return own;
}

/** The outline as an SVG path in a box: each column of a pixel goes from its lowest to its highest value; broken at gaps. */
export function outlinePath(outline: Outline, range: Range, box: Box): string {
  const {times, low, high, stepMs} = outline;
  const runs = runsOf({times, values: low, upper: high, ...(stepMs !== undefined && {stepMs})}).map((run) =>
    columnsOf(outline, run, range, box)
  );
  const [least = 0] = extent(runs.flat(), ([, down]) => down);
  const [, most = 0] = extent(runs.flat(), ([, , up]) => up);
  const room = most - least || 1;
  const y = (value: number): string => (box.bottom - ((value - least) / room) * (box.bottom - box.top)).toFixed(1);
  return runs
    .filter((columns) => columns.length > 0)
    .map((columns) => {
      const over = columns.map(([x, , up]) => `${x},${y(up)}`);
      const under = columns.reverse().map(([x, down]) => `${x},${y(down)}`);
      return `M${[...over, ...under].join("L")}Z`;
    })
    .join("");
}

/** A column of a pixel: where it is, and its lowest and highest value. */
type Column = [x: number, down: number, up: number];

function columnsOf({times, low, high}: Outline, [start, end]: Run, [from, to]: Range, box: Box): Column[] {
  const columns: Column[] = [];
  for (let index = start; index < end; index++) {
    const x = Math.round(box.left + (((times[index] ?? NaN) - from) / (to - from)) * (box.right - box.left));
    if (!(x >= box.left && x <= box.right)) continue;
    const [down, up] = [low[index] ?? NaN, high[index] ?? NaN];
    const last = columns.at(-1);
    if (last?.[0] === x) columns[columns.length - 1] = [x, Math.min(last[1], down), Math.max(last[2], up)];
    else columns.push([x, down, up]);
  }
  return columns;
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
