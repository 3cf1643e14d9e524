import type {Write} from "../format/digits.js";
import type {Instant} from "../format/format.js";
import type {Zone} from "../format/zone.js";

/** A time range in epoch milliseconds. */
export type Range = readonly [number, number];

/**
 * A series of a time chart: a line, a step line (each value holds until the next), dots, a band (from `values` to `upper`),
 * candles (from `open` to `values`, wicks from `lower` to `upper`, as wide as `stepMs`), or notes.
 */
export interface Series {
  key: string;
  /** Column names in saved tables, with unit: of `values`, `upper`, `lower` and `open`; null leaves one out. */
  columns: readonly [string | null, string?, string?, string?];
  label: string;
  /** The whole label, if `label` is cut. */
  title?: string;
  shape: "line" | "step" | "dots" | "band" | "candles" | "notes";
  color: string;
  /** Epoch milliseconds, ascending. */
  times: ArrayLike<number>;
  /** One per time; NaN is a gap. */
  values: ArrayLike<number>;
  /** Values for saved tables, in place of `values`. */
  saved?: ArrayLike<number | string>;
  labels?: readonly string[];
  upper?: ArrayLike<number>;
  lower?: ArrayLike<number>;
  open?: ArrayLike<number>;
  stepMs?: number;
  /** Whether the edges of a band hold until the next point. */
  stepped?: boolean;
  dash?: string;
  sign?: "disc" | "ring" | "cross";
  /** Stroke width in px, default 1.5; for dots their radius, default 3. */
  size?: number;
  /** Whether a band stretches the axis, as its edges are prices. */
  stretches?: boolean;
  opacity?: number;
  /** Whether its last value has a tag on the value axis; only the first such series has one. */
  tagged?: boolean;
  /** Whether it is off until its legend entry is pressed. */
  hidden?: boolean;
  /** Text of the point at an index in readouts and table; default: `write`, the chart's `formatValue`. `isExact`: with all digits. */
  format?: (value: number, upper: number, index: number, write: (value: number) => string, isExact: boolean) => string;
}

/** A time range of one market session. `kind` is its name in the data, such as `closed`, `label` its name for readers. */
export interface Shade {
  from: number;
  to: number;
  label: string;
  kind: string;
}

/** The market session of an update. */
export interface SessionRow {
  publishedAt: Instant;
  marketSession?: string | null;
}

/** A point of the strip that shows the whole range. */
export interface OverviewRow {
  publishedAt: Instant;
  low: number | null;
  high: number | null;
}

/** A marked instant. */
export interface Note {
  at: Instant;
  text: string;
}

/** A marked value: a line across the chart. */
export interface Level {
  value: number;
  text: string;
}

/** A marked time range. */
export interface Span {
  from: Instant;
  until: Instant;
  text: string;
  /** Whether it is hatched, as a gap, in place of a tint. */
  hatched?: boolean;
  /** A command about it, such as the one that loads a gap, which a click on it shows. */
  command?: string;
}

/** A point of which the reader asks for details. */
export interface Spot {
  at: number;
  /** The length of its candle in ms; null if it is a point of a line. */
  candleMs: number | null;
  /** The visible lines, the nearest to the pointer first. */
  series: readonly Pick<Series, "key" | "label">[];
}

/** Marked instants, values and time ranges. A level outside the value axis is named at its edge. */
export interface Annotations {
  notes?: Iterable<Note>;
  levels?: Iterable<Level>;
  spans?: Iterable<Span>;
}

/** Options that every time chart takes. */
export interface ChartOptions extends Annotations {
  title?: string;
  /** Keeps zoom, focus and open table when a page draws the chart anew; default: the title. */
  id?: string;
  /** Fixed width in px; by default the chart fills its container. */
  width?: number;
  /** Height of the plot in px, time axis included; default 320. */
  height?: number;
  /** Whether the plot fills the first screen of the page, in place of a `height`. */
  tall?: boolean;
  /** Outermost time range; by default the extent of the rows. */
  domain?: readonly [Instant, Instant] | null;
  /** Time range to which the reader can move and zoom, if more rows can be loaded; by default the `domain`. */
  extent?: readonly [Instant, Instant] | null;
  /** Length in ms of the steps that values cover or were reduced to: a candle's width; shorter distances are not gaps. */
  stepMs?: number;
  range?: readonly [Instant, Instant] | null;
  /** Called after each zoom by the user, once the gesture has ended; null is a reset. */
  onZoom?: (range: Range | null) => void;
  /** What a click on a point shows. */
  detail?: ((point: Spot) => Promise<HTMLElement> | null) | undefined;
  /** Keys of the series that are off at first; by default those with `hidden`. */
  hidden?: readonly string[] | null;
  /** Called after each toggle by the user, with the keys of the series that are off, and of all series. */
  onToggle?: (hidden: string[], all: string[]) => void;
  /** Time zone of axis and readouts: `utc` (default), `local`, or an IANA name. Saved tables are in UTC. */
  zone?: Zone;
  /** Whether the time axis skips closed hours. Saved tables include them. */
  skipClosed?: boolean;
  /** Rows with the market's sessions; default: the drawn rows. Linked charts need the same sessions. */
  sessions?: Iterable<SessionRow>;
  /** Whether it shares cursor and zoom with the other linked charts of the page. */
  linked?: boolean;
  /** Rows of the strip below, which shows the whole range; empty: the first series; null: no strip. */
  overview?: Iterable<OverviewRow> | null;
  source?: string;
  /** Text when there is nothing to draw; default `no values in this range`, and the last value before it, if any. */
  empty?: string;
  /** Advice below `empty`, in lines, if there is room. */
  hint?: string | undefined;
}

/** Options of {@link timeChart}. */
export interface TimeChartOptions extends ChartOptions {
  title: string;
  series: Series[];
  shades?: Shade[];
  /** Text of a value in readouts; the table adds digits until different values look different. */
  formatValue?: Write;
  /** Text of the size of a measured change; default: `formatValue`. */
  formatChange?: Write;
  tickStep?: (low: number, high: number, count: number) => number;
  formatTick?: (value: number, step: number) => string;
  /** Whether the next chart of this id takes over zoom and hidden series; linked charts share one zoom. */
  keepsView?: boolean;
  /** Whether the value axis is logarithmic, as long as all values shown are above zero. */
  log?: boolean;
  zero?: boolean;
  unit?: string;
}

/** A time range moved by ms, within the whole. */
export function moved([from, to]: Range, by: number, full: Range): Range {
  const inside = Math.round(Math.max(full[0] - from, Math.min(full[1] - to, by)));
  return [from + inside, to + inside];
}

/** A time range scaled around a time, which stays in its place, and cut to the whole. */
export function scaled([from, to]: Range, factor: number, around: number, full: Range): Range {
  const clamp = (time: number): number => Math.max(full[0], Math.min(full[1], time));
  const scale = (time: number): number => clamp(Math.round(clamp(around) + (clamp(time) - clamp(around)) * factor));
  return [scale(from), scale(to)];
}

/** The time range after a pinch, which moves the two times in `from` to the places of the times in `to`. */
export function pinched(range: Range, from: Range, to: Range, full: Range): Range {
  const [near, far] = [to[0], to[1]];
  const factor = Math.abs((from[1] - from[0]) / (far - near));
  if (!Number.isFinite(factor) || factor === 0) return range;
  const place = (time: number): number => Math.round(from[0] + (time - near) * factor);
  const [start, end] = [place(range[0]), place(range[1])];
  if (end - start >= full[1] - full[0]) return full;
  return moved([start, end], 0, full);
}
